import { languageOf } from '../../platform/language.js';
import { isDate } from './dates.js';
import { currentSession } from './session.js';

/**
 * Formats in the language of the page, and in the zone and currency of the account. A plain date such as `2026-03-03` is the same day in every zone, so
 * those of instants refuse it. The server sends date-times on the wall clock of the account with
 * its offset, such as `2026-03-03T10:00:00+01:00`.
 */
export interface Formats {
  /** BCP 47: English as in Britain, because accounts use the 24-hour clock. */
  language: string;
  /** `10:00` */
  time(instant: string | Date): string;
  /** Formats the local time of a date of the calendar, which is the wall clock of the account: `10:00`. */
  localTime(date: Date): string;
  /** Formats the time of a wall-clock time such as `2026-03-03T10:00`: `10:00`. */
  clock(wallTime: string): string;
  /** `Tue 3 Mar` */
  day(instant: string | Date): string;
  /** `Tuesday 3 March 2026` */
  longDay(instant: string | Date): string;
  /** `3 Mar 2026, 10:00` */
  dateTime(instant: string | Date): string;
  /** Formats a plain date: `3 Mar 2026`. */
  date(date: string): string;
  /** Formats a plain date: `3 Mar`. */
  shortDate(date: string): string;
  /** Formats a plain date: `Tue, 3 Mar 2026`. */
  weekdayDate(date: string): string;
  /** Formats a plain date: `Tuesday 3 March 2026`. */
  longDate(date: string): string;
  /** Formats the month of a plain date: `March 2026`. */
  month(date: string): string;
  /** An amount in the currency of the account, such as the `"115.0"` that the server sends. */
  money(amount: string | number): string;
  number(value: number): string;
  /** Formats a share from 0 to 1. */
  percent(share: number): string;
}

const cache = new Map<string, Formats>();

/** The language of the page as a locale: that of the account, which may name a country, if it has the same language. */
function pageLocale(locale: string): string {
  const page = typeof document === 'undefined' ? '' : document.documentElement.lang;
  return page === '' || languageOf(locale) === page ? locale : page;
}

/** Returns the formats for the user and the account that are signed in. */
export function formats(): Formats {
  const { locale: ofAccount, timeZone, currency, currencyDecimals } = currentSession().account;
  const locale = pageLocale(ofAccount);
  const key = [locale, timeZone, currency].join(' ');
  const cached = cache.get(key) ?? createFormats(locale, timeZone, currency, currencyDecimals);
  cache.set(key, cached);
  return cached;
}

export function createFormats(
  locale: string,
  timeZone: string,
  currency: string | null,
  currencyDecimals: number,
): Formats {
  const language = locale === 'en' ? 'en-GB' : locale;
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone });
    return (instant: string | Date): string => {
      if (typeof instant === 'string' && isDate(instant)) throw new RangeError(`${instant} is a date and no instant`);
      return format.format(new Date(instant));
    };
  };
  const plainDates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return (date: string): string => {
      if (!isDate(date)) throw new RangeError(`${date} is no date`);
      return format.format(new Date(`${date}T00:00:00Z`));
    };
  };
  const localTime = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const numbers = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(language, options);
    return (value: string | number): string => format.format(Number(value));
  };
  return {
    language,
    time: dates({ hour: '2-digit', minute: '2-digit' }),
    localTime: (date) => localTime.format(date),
    clock: (wallTime) => clock.format(new Date(`${wallTime}Z`)),
    day: dates({ weekday: 'short', day: 'numeric', month: 'short' }),
    longDay: dates(long),
    dateTime: dates({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
    date: plainDates({ day: 'numeric', month: 'short', year: 'numeric' }),
    shortDate: plainDates({ day: 'numeric', month: 'short' }),
    weekdayDate: plainDates({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
    longDate: plainDates(long),
    month: plainDates({ month: 'long', year: 'numeric' }),
    money: numbers({
      ...(currency !== null && { style: 'currency', currency }),
      minimumFractionDigits: currencyDecimals,
      maximumFractionDigits: 4,
    }),
    number: numbers({}),
    percent: numbers({ style: 'percent', maximumFractionDigits: 1 }),
  };
}

/** The wall-clock time `2026-03-03T10:00:00` of an instant that the server sent. */
export function wallTime(instant: string): string {
  return instant.slice(0, 19);
}

/** The wall-clock time in the account's zone at an instant, such as now. */
export function wallTimeAt(instant: Date, timeZone: string = currentSession().account.timeZone): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    },
    hourCycle: 'h23',
  });
  return format.format(instant).replace(' ', 'T');
}

/** The names of the weekdays from Monday, in the language of the page, such as `Monday` or `Mon`. */
export function weekdays(style: 'long' | 'short'): readonly string[] {
  const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang;
  const format = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const name = format.format(Date.UTC(2024, 0, day));
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  });
}

export { inWords, messageKindText, withinSentence } from './words.js';
