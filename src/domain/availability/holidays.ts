import Holidays from 'date-holidays';
import { addDays, datesBetween, type PlainDate } from '../../platform/time/plain-date.js';
import type { RequestContext } from '../context.js';

const hour = 3_600_000;
const calendars = new Map<string, ReadonlySet<PlainDate>>();

/** Those of the dates on which the account is closed for a holiday of its country (spec, Account). */
export function closedDates({ account }: RequestContext, dates: readonly PlainDate[]): ReadonlySet<PlainDate> {
  if (!account.closedForHolidays) return new Set();
  return new Set(dates.filter((date) => holidaysOf(account.countryCode, Number(date.slice(0, 4))).has(date)));
}

/** Public holidays of a country (ISO 3166-1 alpha-2) in a year; none for a country without a calendar. */
function holidaysOf(countryCode: string, year: number): ReadonlySet<PlainDate> {
  const key = `${countryCode}-${year}`;
  let dates = calendars.get(key);
  if (!dates) {
    const holidays = new Holidays(countryCode).getHolidays(year).filter(({ type }) => type === 'public');
    dates = new Set(holidays.flatMap(({ date, start, end }) => wholeDates(date.slice(0, 10), +end - +start)));
    calendars.set(key, dates);
  }
  return dates;
}

/** Some last for days, some for half a day, which closes none. A day on which summer time begins is an hour short. */
function wholeDates(first: PlainDate, duration: number): PlainDate[] {
  return datesBetween(first, addDays(first, Math.floor((duration / hour + 1) / 24) - 1));
}
