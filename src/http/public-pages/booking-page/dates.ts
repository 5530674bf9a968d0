import { datesBetween, endOfMonth, type PlainDate, weekdayOf } from '../../../platform/time/plain-date.js';
import type { Zone } from '../../../platform/time/zone.js';

/** A month `YYYY-MM` on the account's wall clock. */
export type Month = string;

const msPerDay = 86_400_000;

/** Returns the date of an instant as the API writes it, in the account's zone. */
export const dayOf = (instant: string): PlainDate => instant.slice(0, 10);

/** The dates of the account's zone. Instants are text as the API writes them. */
export interface ZoneDates {
  /** Whether a date begins at the instant: at midnight, or later if a clock change skips midnight. */
  isStartOfDay(instant: string): boolean;
  /** Returns the last date of a time that ends at that instant: at the start of a date, the date before. */
  lastDayOf(end: string): PlainDate;
  /** Returns the number of dates that a time touches. */
  countDays(from: string, to: string): number;
}

export function datesIn(zone: Zone): ZoneDates {
  const isStartOfDay = (instant: string): boolean => {
    const time = Date.parse(instant);
    return zone.dateAt(time) !== zone.dateAt(time - 1);
  };
  const lastDayOf = (end: string): PlainDate => (isStartOfDay(end) ? addDays(dayOf(end), -1) : dayOf(end));
  return {
    isStartOfDay,
    lastDayOf,
    countDays: (from, to) => (Date.parse(lastDayOf(to)) - Date.parse(dayOf(from))) / msPerDay + 1,
  };
}

export const monthOf = (day: PlainDate): Month => day.slice(0, 7);

const firstOfMonth = (month: Month): PlainDate => `${month}-01`;

/** Adds days. `addDays` of `plain-date.ts` throws after the year 9999, which a form can contain. */
export function addDays(day: PlainDate, days: number): PlainDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * msPerDay).toISOString().slice(0, 10);
}

/** @returns undefined before year 1 and after year 9999 */
export function addMonths(month: Month, months: number): Month | undefined {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  const year = Math.floor(count / 12);
  if (year < 1 || year > 9999) return undefined;
  return `${String(year).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** False for the last month of year 9999, whose end is no instant that the API accepts. */
export const hasNextMonth = (month: Month): boolean => addMonths(month, 1) !== undefined;

/** The days that a calendar shows: a week or a month. */
export interface ShownDays {
  unit: 'week' | 'month';
  from: PlainDate;
  to: PlainDate;
}

/** The days after today that the current month shows at least, if need be of the next month. */
const daysAhead = 14;

/** Returns the week or month with that date. The current month ends with a whole week, if it ends soon. */
export function daysAround(
  date: PlainDate,
  unit: ShownDays['unit'],
  { today, firstWeekday }: { today: PlainDate; firstWeekday: number },
): ShownDays {
  const weekOf = (day: PlainDate): ShownDays => {
    const from = addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
    return { unit, from, to: addDays(from, 6) };
  };
  if (unit === 'week') return weekOf(date);
  const from = firstOfMonth(monthOf(date));
  const last = endOfMonth(date);
  const ahead = addDays(today, daysAhead);
  return { unit, from, to: today < from || today > last || ahead <= last ? last : weekOf(ahead).to };
}

/** Returns the weeks of the days, each with seven dates. Dates of other days are undefined. */
export function weeksOf({ from, to }: ShownDays, firstWeekday: number): (PlainDate | undefined)[][] {
  const before = (weekdayOf(from) - firstWeekday + 7) % 7;
  const dates = datesBetween(from, to);
  return Array.from({ length: Math.ceil((before + dates.length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => dates[week * 7 + index - before]),
  );
}

/** The seconds that are left, for a countdown of the script: its clock may differ from that of the account, `now`. */
export function secondsUntil(instant: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now) / 1_000));
}
