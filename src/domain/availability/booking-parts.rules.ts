import type { Interval } from '../../platform/time/interval.js';
import { peopleAt, resourcesFor } from '../service/service-need.rules.js';
import type { BookingPart } from './joint-matching.rules.js';
import { type Loads, type NeedRules, occupiedWorkOf, type SlotNeed } from './need-slots.rules.js';

/** Returns the parts of a booking of a service with needs, one for each need, at a time. */
export function partsOfNeeds(
  booking: number,
  rules: NeedRules,
  needs: readonly SlotNeed[],
  time: Interval,
  people: number,
  loads: Loads,
  limitOf?: BookingPart['limitOf'],
): BookingPart[] {
  const roomOf: BookingPart['roomOf'] = (id) => loads.get(id) ?? { capacity: 0, load: [] };
  return needs.map((need) => {
    const work = occupiedWorkOf(need, time, rules);
    return {
      ...{ booking, roomOf, limitOf },
      count: resourcesFor(need, people),
      people: peopleAt(need, people),
      pool: need.pool.map(({ id }) => id),
      required: need.required ?? [],
      occupiedWith: () => work,
    };
  });
}
