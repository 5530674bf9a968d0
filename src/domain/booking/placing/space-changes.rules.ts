import type { Interval } from '../../../platform/time/interval.js';
import type { Occupancy } from '../../availability/occupancy.rules.js';

/** A place on a resource that a booking takes or leaves. It is decided, but not written yet. */
export interface PlaceChange extends Occupancy {
  kind: 'taken' | 'released';
  /** Undefined for a new booking. */
  bookingId: number | undefined;
}

/**
 * Returns the occupancies of a resource after changes that are not written yet.
 *
 * @param stored the occupancies in the database that overlap `within`, apart from those of the booking `except`
 */
export function withPlaceChanges(
  stored: readonly Occupancy[],
  changes: readonly PlaceChange[],
  within: Interval,
  except: number | undefined,
): Occupancy[] {
  const occupancies = [...stored];
  for (const { kind, bookingId, from, to, count } of changes) {
    const isOutside = from >= within.to || to <= within.from;
    if (isOutside || (except !== undefined && bookingId === except)) continue;
    if (kind === 'taken') {
      occupancies.push({ from, to, count });
      continue;
    }
    const index = occupancies.findIndex((one) => one.from === from && one.to === to && one.count === count);
    if (index >= 0) occupancies.splice(index, 1);
  }
  return occupancies;
}
