import { LRUCache } from 'lru-cache';
import { lazyPackage } from '../../platform/lazy-package.js';
import { addDays, datesBetween, type PlainDate } from '../../platform/time/plain-date.js';
import type { RequestContext } from '../context.js';
import { closedDayOn } from './closed-days.rules.js';

const holidayCalendars = lazyPackage<typeof import('date-holidays').default>('date-holidays');
const hour = 3_600_000;
/** By country and year. Anybody can ask for times of any year, and reading the holidays of one takes 10 to 100 ms. */
const calendars = new LRUCache<string, ReadonlySet<PlainDate>>({ max: 1_000 });

/** Returns the dates on which the account is closed: its closed days, and public holidays if it closes on them. */
export function closedDates(
  { account }: Pick<RequestContext, 'account'>,
  dates: readonly PlainDate[],
): ReadonlySet<PlainDate> {
  const { closedDays, closedForHolidays, countryCode } = account;
  const isClosed = (date: PlainDate): boolean =>
    closedDayOn(date, closedDays) !== undefined ||
    (closedForHolidays && holidaysOf(countryCode, Number(date.slice(0, 4))).has(date));
  return new Set(closedDays.length > 0 || closedForHolidays ? dates.filter(isClosed) : []);
}

/** Returns the public holidays of a country (ISO 3166-1 alpha-2) in a year; none if the country has no calendar. */
function holidaysOf(countryCode: string, year: number): ReadonlySet<PlainDate> {
  const key = `${countryCode}-${year}`;
  let dates = calendars.get(key);
  if (!dates) {
    const holidays = publicHolidays(countryCode, year, 'en');
    dates = new Set(holidays.flatMap(({ date, days }) => datesBetween(date, addDays(date, days - 1))));
    calendars.set(key, dates);
  }
  return dates;
}

/**
 * Returns the public holidays of a country by date. `days` is 0 for half a day. The tolerance of an hour counts a day that
 * summer time shortens as a whole one.
 */
export function publicHolidays(
  countryCode: string,
  year: number,
  locale: string,
): { name: string; date: PlainDate; days: number }[] {
  const Holidays = holidayCalendars();
  return new Holidays(countryCode)
    .getHolidays(year, locale)
    .filter(({ type }) => type === 'public')
    .map(({ name, date, start, end }) => ({
      name,
      date: date.slice(0, 10),
      days: Math.floor(((+end - +start) / hour + 1) / 24),
    }));
}
