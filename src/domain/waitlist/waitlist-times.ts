import { epochOf } from '../../platform/time/instant-input.js';
import { addDays } from '../../platform/time/plain-date.js';
import { listFreeSlots } from '../availability/slot.queries.js';
import type { RequestContext } from '../context.js';
import { getEvent } from '../event/event.queries.js';
import type { Interval } from '../interval.rules.js';
import type { FreeTime } from './waitlist-fit.rules.js';

/** The number of days whose slots are read at a time. */
const daysAtOnce = 7;

/** Times of a service, with the resources that are free. */
export type OfferableTime = FreeTime & { resourceIds: readonly number[] };

/** Yields the free times of a service that start in an interval, a week at a time. */
export async function* freeTimes(
  context: RequestContext,
  serviceId: number,
  resourceId: number | null,
  { from, to }: Interval,
): AsyncGenerator<OfferableTime[]> {
  const { zone } = context;
  const last = zone.dateAt(to - 1);
  const selectedResources = resourceId === null ? null : [resourceId];
  for (let date = zone.dateAt(from); date <= last; date = addDays(date, daysAtOnce)) {
    const end = addDays(date, daysAtOnce - 1);
    yield await listFreeSlots(context, { serviceId, selectedResources, from: date, to: end < last ? end : last });
  }
}

/** The time of an event. */
export interface EventTime extends OfferableTime {
  serviceId: number;
}

/** Returns the time of an event, as if it had free places: its lock decides whether it has. */
export async function timeOfEvent(context: RequestContext, eventId: number, places: number): Promise<EventTime> {
  const { startsAt, endsAt, resourceId, serviceId } = await getEvent(context, eventId);
  return { from: epochOf(startsAt), to: epochOf(endsAt), free: places, eventId, serviceId, resourceIds: [resourceId] };
}
