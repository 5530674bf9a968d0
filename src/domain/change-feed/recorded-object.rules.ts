import type { ObjectType, RecordedChange, Snapshot } from '../../outbox/recorded-change.js';
import { recordOfJson } from '../../platform/database/columns.js';

/** Attributes that have been renamed: type of object, former name and name. */
const renamed: Partial<Record<ObjectType, Readonly<Record<string, string>>>> = {
  message: { tries: 'attemptCount' },
};

/** Returns the values of an entry of the log by the names that the attributes have now. */
export function withCurrentNames(objectType: ObjectType, values: Snapshot): Snapshot {
  const names = renamed[objectType];
  if (!names) return values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [names[name] ?? name, value]));
}

const initialValues = new Map<new () => object, object>();

function initialValuesOf(entity: new () => object): object {
  const values = initialValues.get(entity) ?? { ...new entity() };
  initialValues.set(entity, values);
  return values;
}

/**
 * Returns the object as it was after the change. A snapshot that an earlier version wrote lacks the attributes that
 * were added since: they get their initial values, as existing rows did.
 */
export function objectAfter<Entity extends object>(
  entity: new () => Entity,
  { objectType, snapshot }: Pick<RecordedChange, 'objectType' | 'snapshot'>,
): Entity {
  return recordOfJson(entity, { ...initialValuesOf(entity), ...withCurrentNames(objectType, snapshot) });
}

/**
 * Returns the old values of the changed attributes. Null if the change created, removed or erased the object: the log has
 * what was erased until a job has erased it there, too.
 */
export function shownPrevious({ name, previous }: Pick<RecordedChange, 'name' | 'previous'>): Snapshot | null {
  return name === 'person.erased' ? null : previous;
}

/** Returns the object as it was before the change. Null if the change created, removed or erased it. */
export function objectBefore<Entity extends object>(entity: new () => Entity, change: RecordedChange): Entity | null {
  const { objectType, snapshot } = change;
  const previous = shownPrevious(change);
  return previous && objectAfter(entity, { objectType, snapshot: { ...snapshot, ...previous } });
}
