import type { ObjectType, RecordedChange, Snapshot } from '../../outbox/recorded-change.js';
import type { During } from '../records/period.input.js';

/** The values that an attribute may have: one, or any of a list. Null and undefined allow all. */
type Condition = number | readonly number[] | null | undefined;

/** A period that an object must overlap, and the attributes with the beginning and the end of the object. */
export interface Overlap {
  period: During;
  from: string;
  to: string;
}

/**
 * Whether a change is of an object of type `watched` that meets all conditions, before or after the change: a booking
 * that moves away from a resource matches a subscription to that resource, too.
 */
export function matches(
  { objectType, snapshot, previous }: Pick<RecordedChange, 'objectType' | 'snapshot' | 'previous'>,
  watched: ObjectType,
  conditions: readonly (readonly [attribute: string, condition: Condition])[],
  overlap?: Overlap,
): boolean {
  if (objectType !== watched) return false;
  const meets = (object: Snapshot): boolean =>
    conditions.every(([attribute, condition]) => allows(condition, object[attribute])) &&
    (!overlap || overlaps(object, overlap));
  return meets(snapshot) || (previous !== null && meets({ ...snapshot, ...previous }));
}

function allows(condition: Condition, value: unknown): boolean {
  if (condition === null || condition === undefined) return true;
  return typeof condition === 'number' ? value === condition : condition.some((allowed) => allowed === value);
}

function overlaps(object: Snapshot, { period, from, to }: Overlap): boolean {
  const begin = Date.parse(String(object[from]));
  const end = Date.parse(String(object[to]));
  return (!period.from || end > period.from.getTime()) && (!period.to || begin < period.to.getTime());
}
