import type { Interval } from '../../../platform/time/interval.js';
import { union } from '../../../platform/time/interval.js';
import { addDays, type PlainDate } from '../../../platform/time/plain-date.js';
import type { Zone } from '../../../platform/time/zone.js';
import { type DayBooking, datesOfHours, openTimesReader } from '../../availability/open-times.rules.js';
import type { HoursSource } from '../../resource/opening-hours.rules.js';

/**
 * Returns the first part of a time in which a resource is closed by its hours, or the first date without hours for a booking
 * of whole days. All of the time if it is within the hours, and only begins or ends at another time than such a booking must.
 */
export function closedByHours(time: Interval, zone: Zone, hours: HoursSource, dayBooking: DayBooking): Interval {
  const dates = datesOfHours(time, zone);
  const openOn = (date: PlainDate) => openTimesReader(date, { zone, dayBooking, closedDates: new Set() })(hours);
  if (dayBooking !== 'NONE') {
    const closed = dates.slice(1).find((date) => openOn(date).length === 0);
    return closed === undefined ? time : wholeDays(zone, closed, closed);
  }
  let { from } = time;
  for (const open of union(dates.flatMap(openOn))) {
    if (open.to <= from) continue;
    if (open.from > from) return { from, to: Math.min(open.from, time.to) };
    from = open.to;
  }
  return from < time.to ? { from, to: time.to } : time;
}

/**
 * Returns the first of the closed dates on which a time is, with those that follow it: whole days, also outside of the time.
 *
 * @param closedDates those among the dates of `datesOfHours`, at least one
 */
export function closedDays(time: Interval, zone: Zone, closedDates: ReadonlySet<PlainDate>): Interval {
  const [dateBefore = '', ...dates] = datesOfHours(time, zone);
  // The time may be in the night of the date before.
  const first = dates.find((date) => closedDates.has(date)) ?? dateBefore;
  let last = first;
  while (closedDates.has(addDays(last, 1))) last = addDays(last, 1);
  return wholeDays(zone, first, last);
}

function wholeDays(zone: Zone, first: PlainDate, last: PlainDate): Interval {
  return { from: zone.startOfDay(first), to: zone.startOfDay(addDays(last, 1)) };
}
