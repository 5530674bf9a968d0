import type { Interval } from '../../platform/time/interval.js';
import { addDays, dateOfEpochDay, epochDayOf, type PlainDate } from '../../platform/time/plain-date.js';
import { listFreeSlots } from '../availability/slot.queries.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { getVisible } from '../records/record.rules.js';
import type { FreeTime } from './waitlist-entry.rules.js';

/** The number of days whose slots are read at a time. */
const daysAtOnce = 7;

/** Times of a service, with the resources that are free. */
export type OfferableTime = FreeTime & { resourceIds: readonly number[] };

/** The free times of services. Each week is read once for all entries of a service and resource. */
export class FreeTimes {
  readonly #weeks = new Map<string, Promise<OfferableTime[]>>();

  constructor(private readonly context: RequestContext) {}

  /** Call it when something was booked. */
  forget(): void {
    this.#weeks.clear();
  }

  /** Yields the free times of the weeks of an interval, which may also be before or after it. */
  async *within(serviceId: number, resourceId: number | null, { from, to }: Interval): AsyncGenerator<OfferableTime[]> {
    const { zone } = this.context;
    const last = zone.dateAt(to - 1);
    const first = epochDayOf(zone.dateAt(from));
    let date = dateOfEpochDay(first - (first % daysAtOnce));
    for (; date <= last; date = addDays(date, daysAtOnce)) yield await this.#week(serviceId, resourceId, date);
  }

  #week(serviceId: number, resourceId: number | null, date: PlainDate): Promise<OfferableTime[]> {
    const key = `${serviceId}:${resourceId}:${date}`;
    const known = this.#weeks.get(key) ?? this.#read(serviceId, resourceId, date);
    this.#weeks.set(key, known);
    return known;
  }

  #read(serviceId: number, resourceId: number | null, from: PlainDate): Promise<OfferableTime[]> {
    const selectedResources = resourceId === null ? null : [resourceId];
    const to = addDays(from, daysAtOnce - 1);
    return listFreeSlots(this.context, { serviceId, selectedResources, from, to });
  }
}

/** The time of an event. */
export interface EventTime extends OfferableTime {
  serviceId: number;
}

/** Returns the time of an event, as if it had room: whether it has is decided under its lock. */
export async function timeOfEvent(context: RequestContext, eventId: number, places: number): Promise<EventTime> {
  const { startsAt, endsAt, resourceId, serviceId } = await getVisible(context, Event, eventId);
  return {
    from: startsAt.getTime(),
    to: endsAt.getTime(),
    free: places,
    eventId,
    serviceId,
    resourceIds: [resourceId],
  };
}
