import { type Interval, union } from '../../platform/time/interval.js';
import { applyPeriod } from '../../platform/time/period.js';
import { addDays, datesBetween, type PlainDate } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import type { RequestContext } from '../context.js';
import {
  type HoursSource,
  hasExceptionHours,
  type Minutes,
  minutesOf,
  type OpeningHours,
  openingHoursOn,
} from '../resource/opening-hours.rules.js';

/**
 * Whether bookings take whole days, and from when to when: MIDNIGHT means from one local midnight to the next, OPENING
 * from the first opening to the last closing (`day_booking_specify_time`).
 */
export type DayBooking = 'NONE' | 'MIDNIGHT' | 'OPENING';

/** Returns a service's kind of day booking. */
export function dayBookingOf(service: { hasDayBooking: boolean; dayBookingSpecifyTime: boolean }): DayBooking {
  if (!service.hasDayBooking) return 'NONE';
  return service.dayBookingSpecifyTime ? 'OPENING' : 'MIDNIGHT';
}

/** Everything but the hours of a resource on which its open times depend. */
export interface OpeningConditions {
  /** The account's time zone, to which opening hours refer. */
  readonly zone: Zone;
  readonly dayBooking: DayBooking;
  /** Holidays. An exception date with hours overrides them. */
  readonly closedDates: ReadonlySet<PlainDate>;
}

/**
 * Returns a function that returns when a resource is open by the hours of the date: ascending and without overlaps, for a
 * day booking at most one interval, empty if it is closed. Hours that pass midnight belong to the date on which they
 * begin, so they end on the next date. Equal hours are computed once, and then give the same array.
 */
export function openTimesReader(
  date: PlainDate,
  { zone, dayBooking, closedDates }: OpeningConditions,
): (source: HoursSource) => readonly Interval[] {
  const known = new Map<OpeningHours, readonly Interval[]>();
  const isHoliday = closedDates.has(date);
  return (source) => {
    if (isHoliday && !hasExceptionHours(date, source)) return closed;
    const hours = openingHoursOn(date, source);
    const times = known.get(hours) ?? timesOf(date, minutesOf(hours), zone, dayBooking);
    known.set(hours, times);
    return times;
  };
}

const closed: readonly Interval[] = [];

/**
 * Returns whether a public booking lies within opening hours (spec, Bookings). Hours that pass midnight join those of the
 * next date that they overlap or meet. A day booking needs hours on each of its dates, and lasts from midnight to midnight
 * or starts and ends within the hours of its first and last date. Every slot of freeSlotsByDate is accepted.
 *
 * @param interval not empty; the caller bounds its length, because each of its dates is checked
 * @param closedDates includes those among the dates of `datesOfHours`
 * @param maxDays the maximum number of dates of a day booking
 */
export function isOpen(
  interval: Interval,
  zone: Zone,
  source: HoursSource,
  dayBooking: DayBooking,
  closedDates: ReadonlySet<PlainDate>,
  maxDays = Number.POSITIVE_INFINITY,
): boolean {
  const { from, to } = interval;
  const days = datesOfHours(interval, zone).map((date) =>
    openTimesReader(date, { zone, dayBooking, closedDates })(source),
  );
  switch (dayBooking) {
    case 'NONE':
      return union(days.flat()).some((open) => open.from <= from && to <= open.to);
    case 'MIDNIGHT':
      return days.slice(1).every(([open]) => open) && from === days[1]?.[0]?.from && to === days.at(-1)?.[0]?.to;
    case 'OPENING':
      return isWithinOpenDays(interval, days, maxDays);
  }
}

/** Returns the dates whose hours can be those of a time: the dates that it touches, and the one before, whose night it may be. */
export function datesOfHours({ from, to }: Interval, zone: Zone): PlainDate[] {
  return datesBetween(addDays(zone.dateAt(from), -1), zone.dateAt(to - 1));
}

/** Either end may lie in the night of the date before. */
function isWithinOpenDays(interval: Interval, days: readonly (readonly Interval[])[], maxDays: number): boolean {
  for (const index of [0, 1]) {
    const first = days[index]?.[0];
    for (const end of [days.length - 2, days.length - 1]) {
      const last = days[end]?.[0];
      const dates = days.slice(index, end + 1);
      const isStay = dates.length > 0 && dates.length <= maxDays && dates.every(([open]) => open);
      if (isStay && first && last && isWithinDays(interval, first, last)) return true;
    }
  }
  return false;
}

/** Whether a time starts within the open time of its first date, and ends within that of its last date. */
export function isWithinDays({ from, to }: Interval, first: Interval, last: Interval): boolean {
  return first.from <= from && from < first.to && last.from < to && to <= last.to;
}

function timesOf(date: PlainDate, hours: readonly Minutes[], zone: Zone, dayBooking: DayBooking): Interval[] {
  const pairs = hours.map(({ from, to }) => ({
    from: zone.toEpoch(date, from),
    to: zone.toEpoch(date, to),
  }));
  // Times that a clock change skips move forward, so a pair may become empty or overlap the next one.
  const open = union(pairs.filter(({ from, to }) => from < to));
  const first = open[0];
  const last = open.at(-1);
  if (dayBooking === 'NONE' || !first || !last) return open;
  return dayBooking === 'OPENING'
    ? [{ from: first.from, to: last.to }]
    : [{ from: zone.startOfDay(date), to: zone.startOfDay(addDays(date, 1)) }];
}

/** The period in which public bookings may start: from now, limited by the account's two settings (spec, Account). */
export interface BookablePeriod extends Interval {
  readonly now: number;
}

/** Returns the current period. Without the settings it starts now and has no end. */
export function bookablePeriod(context: RequestContext): BookablePeriod {
  const { account, zone, clock } = context;
  const now = clock.now();
  const first = account.firstBookablePeriod && applyPeriod(account.firstBookablePeriod, now, zone);
  return {
    now: now.getTime(),
    from: Math.max(now.getTime(), first ? first.getTime() : 0),
    to: endOfBookablePeriod(context, now),
  };
}

/** Returns the last start, in epoch milliseconds, that can be booked at an instant. Infinite without the setting. */
export function endOfBookablePeriod({ account, zone }: Pick<RequestContext, 'account' | 'zone'>, at: Date): number {
  const last = account.futureBookablePeriod && applyPeriod(account.futureBookablePeriod, at, zone);
  return last ? last.getTime() : Number.POSITIVE_INFINITY;
}
