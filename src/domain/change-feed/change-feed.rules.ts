import type { ObjectType } from '../../outbox/change-records.js';
import type { RecordedChange, Snapshot } from '../../outbox/recorded-change.js';

/**
 * Whether a change is of an object of type `watched` that meets all conditions, before or after the change: a booking that
 * moves away from a resource matches a subscription to that resource, too. Conditions that are null or undefined are met.
 */
export function matches(
  { objectType, snapshot, previous }: Pick<RecordedChange, 'objectType' | 'snapshot' | 'previous'>,
  watched: ObjectType,
  conditions: Readonly<Record<string, unknown>>,
): boolean {
  if (objectType !== watched) return false;
  const wanted = Object.entries(conditions).filter(([, value]) => value !== null && value !== undefined);
  const meets = (object: Snapshot): boolean => wanted.every(([attribute, value]) => object[attribute] === value);
  return meets(snapshot) || (previous !== null && meets({ ...snapshot, ...previous }));
}
