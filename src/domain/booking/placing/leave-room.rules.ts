import type { Interval } from '../../../platform/time/interval.js';
import { type BookingPart, JointMatching } from '../../availability/joint-matching.rules.js';
import { createSearchBudget, toSearchError } from '../../availability/need-search.js';
import { loadOf } from '../../availability/occupancy.rules.js';
import type { ScheduledResource } from '../../availability/schedule.queries.js';
import type { Service } from '../../service/service.entity.js';
import type { Booking } from '../booking.entity.js';
import { occupiedBy } from './place.rules.js';
import type { Placement } from './placement.rules.js';
import type { UndecidedBookings } from './undecided-bookings.js';

/** Returns a booking without needs as the part that it is. Its resources are preferred in no order. */
export function partOf(
  resources: readonly ScheduledResource[],
  booking: Booking,
  service: Service | null,
  { places, limits }: Placement,
  ignoresExternalBusy: boolean,
): BookingPart {
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const occupiedWith = (id: number): Interval => occupiedBy(booking, service, byId.get(id)?.terms);
  return {
    ...{ booking: booking.id, count: 1, people: booking.count, pool: [...byId.keys()], required: [] },
    occupiedWith: (id) => [occupiedWith(id)],
    roomOf: (id) => {
      const resource = byId.get(id);
      if (!resource) return { capacity: 0, load: [] };
      const { capacity, blocked, external } = resource;
      const whole = [...blocked, ...(ignoresExternalBusy ? [] : external)].map((taken) => ({
        ...taken,
        count: capacity,
      }));
      const occupancies = places.occupanciesOf(resource, occupiedWith(id), booking);
      return { capacity, load: loadOf([...occupancies, ...whole]) };
    },
    limitOf: (id) => {
      const resource = byId.get(id);
      return resource && limits.leftOf(resource, booking);
    },
  };
}

/**
 * Returns those of the resources with which the most bookings that are placed later can have some, too.
 *
 * @param preferred lists of resources, of which an earlier one is preferred
 */
export function leavingRoom(
  undecided: UndecidedBookings,
  preferred: readonly (readonly ScheduledResource[])[],
  toPart: (resources: readonly ScheduledResource[]) => BookingPart,
): readonly ScheduledResource[] {
  const budget = createSearchBudget();
  let best: { resources: readonly ScheduledResource[]; later: number } | undefined;
  try {
    for (const resources of preferred) {
      if (resources.length === 0) continue;
      const own = toPart(resources);
      const { later, isForAll, parts } = undecided.beside([own], budget);
      const leaving = new Set(new JointMatching([own, ...parts], budget).choicesFor(0));
      if (!best || later > best.later) best = { resources: resources.filter(({ id }) => leaving.has(id)), later };
      if (isForAll) break;
    }
  } catch (error) {
    throw toSearchError(error);
  }
  return best?.resources ?? [];
}
