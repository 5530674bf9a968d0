import { addDays } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';

/** Bookable times that the entries of an account wait for. Null if there are none. */
export interface Upcoming {
  /** The first start after the end of the bookable period, in epoch milliseconds. */
  start: number | null;
  /** When the booking of an event first starts. */
  eventOpensAt: Date | null;
}

/** The bookable period of an account. */
export interface Reach {
  zone: Zone;
  /** Returns the last start, in epoch milliseconds, that can be booked at an instant. */
  endAt(instant: Date): number;
}

/** In milliseconds. Most times start at a quarter of an hour, so checks at these find them as they become bookable. */
const quarter = 900_000;
/**
 * The days after today within which a check is planned exactly. A text such as `next friday` has to be applied to each
 * day, and a check that finds nothing plans the next.
 */
const plannedDays = 7;

/** Returns when something may next become bookable by the passing of time, always after `now`. Null if nothing will. */
export function nextCheckAt(now: Date, { start, eventOpensAt }: Upcoming, reach: Reach): Date | null {
  const times = [eventOpensAt, start === null ? null : timeOfReaching(start, now, reach)];
  const [first] = times.filter((time) => time !== null).sort((a, b) => a.getTime() - b.getTime());
  return first ?? null;
}

/**
 * Returns the first quarter of an hour after `now` at which the bookable period includes a start, or the end of the last
 * planned day. Looks at the end of each day first: within a day the period only gets longer, but from one to the next it
 * may get shorter, because both 28 and 29 January plus a month are 28 February.
 */
function timeOfReaching(start: number, now: Date, { zone, endAt }: Reach): Date {
  const today = zone.dateAt(now.getTime());
  const startOf = (days: number): number => zone.startOfDay(addDays(today, days));
  const firstQuarter = (Math.floor(now.getTime() / quarter) + 1) * quarter;
  for (let days = 0; days <= plannedDays; days += 1) {
    const endOfDay = startOf(days + 1);
    if (endAt(new Date(endOfDay - 1)) < start) continue;
    for (let time = Math.max(firstQuarter, startOf(days)); time < endOfDay; time += quarter) {
      if (endAt(new Date(time)) >= start) return new Date(time);
    }
    return new Date(endOfDay);
  }
  return new Date(startOf(plannedDays + 1));
}
