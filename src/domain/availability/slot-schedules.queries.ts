import type { Interval } from '../../platform/time/interval.js';
import { addDays } from '../../platform/time/plain-date.js';
import { lastMinuteOfHours } from '../../platform/time/wall-time.js';
import { slotGenerationNumbers } from '../account/account-choices.rules.js';
import { closedDates } from '../account/closed-dates.js';
import type { RequestContext } from '../context.js';
import type { DateRange } from '../records/period.input.js';
import type { Service } from '../service/service.entity.js';
import { occupiedTime } from './occupancy.rules.js';
import { dayBookingOf, openTimesReader } from './open-times.rules.js';
import type { ScheduledResource } from './schedule.queries.js';
import { lastTouched, type SlotLength } from './slot-intervals.rules.js';
import type { SlotService } from './slots.rules.js';

/** How long hours can last after midnight, in minutes: up to an hour more if the clock goes back. */
const longestNight = lastMinuteOfHours - 1440 + 60;
const msPerMinute = 60_000;

/**
 * Reads schedules for the slots of dates. If slots start where a resource becomes free, those of a night depend on the
 * bookings of the evening before. Only then, they are read, too, by a second statement.
 */
export async function readForSlots<Found extends { resources: ScheduledResource[] }>(
  context: RequestContext,
  service: Service,
  dates: DateRange,
  length: SlotLength,
  read: (within: Interval) => Promise<Found>,
): Promise<Found> {
  const within = timeOfSlots(context, service, dates, length);
  const found = await read(within);
  if (service.hasDayBooking || generationOf(context) === 'FIXED') return found;
  const { zone } = context;
  const before = addDays(dates.from, -1);
  const opening = { zone, dayBooking: 'NONE' as const, closedDates: closedDates(context, [before]) };
  const openTimesOf = openTimesReader(before, opening);
  const midnight = zone.startOfDay(dates.from);
  const hasNight = found.resources.some(({ hours }) => (openTimesOf(hours).at(-1)?.to ?? 0) > midnight);
  return hasNight ? read({ from: within.from - midnight + zone.startOfDay(before), to: within.to }) : found;
}

/** Returns the time that slots which start on a date of the range may occupy, with their buffers. */
function timeOfSlots(context: RequestContext, service: Service, { from, to }: DateRange, length: SlotLength): Interval {
  const { zone } = context;
  const days = timeOf(context, { from, to: service.hasDayBooking ? lastTouched(service, to, length, zone) : to });
  return occupiedTime({ from: days.from, to: days.to + timeAfter(service, length) }, service);
}

/** Returns how long slots can last after the end of the last date, in milliseconds. */
function timeAfter(service: Service, { minutes }: SlotLength): number {
  if (service.sameDay) return 0;
  switch (dayBookingOf(service)) {
    case 'NONE':
      return minutes * msPerMinute;
    case 'MIDNIGHT':
      return 0;
    case 'OPENING':
      return longestNight * msPerMinute;
  }
}

/** Returns the time of the dates, from midnight to midnight. */
export function timeOf({ zone }: RequestContext, { from, to }: DateRange): Interval {
  return { from: zone.startOfDay(from), to: zone.startOfDay(addDays(to, 1)) };
}

export function generationOf({ account }: RequestContext): SlotService['generation'] {
  return account.slotGenerationType === slotGenerationNumbers.fixed ? 'FIXED' : 'NEXT_AVAILABLE';
}
