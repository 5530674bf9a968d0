import { LRUCache } from 'lru-cache';
import { formatMoney, toAmount, toDecimal } from '../../../domain/money.rules.js';
import type { Language } from '../../../platform/language.js';
import {
  formatLocalized,
  formatLocalizedDate,
  type Locale,
  localeOf,
  withPlainSpaces,
  zoneName,
} from '../../../platform/time/localized.js';
import type { PlainDate } from '../../../platform/time/plain-date.js';
import { zoneOf } from '../../../platform/time/zone.js';
import { addDays, datesIn, dayOf, type ZoneDates } from './dates.js';

/**
 * Formats dates, times and prices as people of a language and country write them. All instants are shown in the account's zone.
 * The formatters of messages write the forms that messages have, too. The others are those of a calendar.
 */
export interface Formats {
  dates: ZoneDates;
  locale: Locale;
  /** The IANA name of the account's zone. */
  zone: string;
  /** The name of the account's zone at an instant: `CEST`. */
  zoneName(instant: string): string;
  /** `Tuesday 3 March 2026` */
  day(day: PlainDate): string;
  /** `March 2026`, or `March – April 2026` for days of two months */
  months(from: PlainDate, to: PlainDate): string;
  /** `2–8 March 2026` */
  dayRange(from: PlainDate, to: PlainDate): string;
  /** `3 March` */
  shortDay(day: PlainDate): string;
  /** `Today`, `Tomorrow`, else `Tue 3 Mar` */
  nearDay(day: PlainDate, today: PlainDate): string;
  /** `Tuesday` */
  weekdayOf(day: PlainDate): string;
  time(instant: string): string;
  /** `Tuesday 3 March 2026, 10:00–11:00`; with both dates if they differ. Of whole days the dates alone. */
  period(from: string, to: string): string;
  /** A period with the name of the zone in parentheses. Whole days have none. */
  zonedPeriod(from: string, to: string): string;
  /** `10:00–11:00` of one day, else the period. */
  timeRange(from: string, to: string): string;
  /** `Tuesday, 3 March 2026 at 10:00` */
  moment(instant: string): string;
  /** Names of the weekdays from the first of a week: short and in full. */
  weekdays: readonly { short: string; long: string }[];
  /** The number of the weekday that begins a week: 0 for Monday, 6 for Sunday. */
  firstWeekday: number;
  /** An amount, or several times it, in the account's currency; as a plain number if it has none. */
  price(amount: string, times?: number): string;
  /** `30%` */
  percent(percentage: string): string;
  /** `1 day`, `3 days` */
  days(days: number): string;
  /** `45 min`, `1 hr, 30 min` */
  minutes(minutes: number): string;
}

interface Place {
  language: Language;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** IANA name. */
  zone: string;
  currency: string | null;
}

/** Countries where a week begins on Sunday, of those whose dates differ in English. */
const sundayFirst = new Set(['US', 'CA', 'AU', 'IN', 'ZA', 'JP', 'IL', 'BR', 'MX']);

/** By place: at most 500, because creating the formats of one takes milliseconds. */
const known = new LRUCache<string, Formats>({ max: 500 });

export function formatsOf(place: Place): Formats {
  const key = JSON.stringify(place);
  const formats = known.get(key) ?? createFormats(place);
  known.set(key, formats);
  return formats;
}

function createFormats({ language, countryCode, zone, currency }: Place): Formats {
  const locale = localeOf(language, countryCode);
  const accountZone = zoneOf(zone);
  const dates = datesIn(accountZone);
  const ofDates = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const ofInstants = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  const rangeOf = (format: Intl.DateTimeFormat, from: Date, to: Date): string =>
    withPlainSpaces(format.formatRange(from, to));
  const month = ofDates({ month: 'long', year: 'numeric' });
  const dayRange = ofDates({ day: 'numeric', month: 'long', year: 'numeric' });
  const shortDay = ofDates({ day: 'numeric', month: 'long' });
  const weekdayName = ofDates({ weekday: 'long' });
  const weekday = ofDates({ weekday: 'short', day: 'numeric', month: 'short' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const time = ofInstants({ timeStyle: 'short' });
  const period = ofInstants({ dateStyle: 'full', timeStyle: 'short' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
  const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const hours = new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'short' });
  const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
  // Not formatRange, which writes `tisdag 03 mars–onsdag 04 mars 2026` in Swedish.
  const daysText = (first: PlainDate, last: PlainDate): string =>
    [...new Set([first, last])].map((date) => formatLocalizedDate(date, locale)).join(' – ');
  const zoneNameAt = (instant: string): string => zoneName(Date.parse(instant), locale, accountZone);
  const isWholeDays = (from: string, to: string): boolean => dates.isStartOfDay(from) && dates.isStartOfDay(to);
  const periodText = (from: string, to: string): string =>
    isWholeDays(from, to) ? daysText(dayOf(from), dates.lastDayOf(to)) : rangeOf(period, new Date(from), new Date(to));
  const firstWeekday = language === 'en' && sundayFirst.has(countryCode) ? 6 : 0;
  return {
    ...{ dates, locale, zone },
    day: (date) => formatLocalizedDate(date, locale),
    months: (from, to) => rangeOf(month, atMidnight(from), atMidnight(to)),
    dayRange: (from, to) => rangeOf(dayRange, atMidnight(from), atMidnight(to)),
    shortDay: (date) => withPlainSpaces(shortDay.format(atMidnight(date))),
    weekdayOf: (date) => {
      const name = weekdayName.format(atMidnight(date));
      return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
    },
    nearDay: (date, today) => {
      const days = [today, addDays(today, 1)].indexOf(date);
      const text = days < 0 ? weekday.format(atMidnight(date)) : relative.format(days, 'day');
      return withPlainSpaces(text.charAt(0).toLocaleUpperCase(locale) + text.slice(1));
    },
    time: (instant) => withPlainSpaces(time.format(new Date(instant))),
    moment: (instant) => formatLocalized(Date.parse(instant), locale, accountZone),
    period: periodText,
    timeRange: (from, to) =>
      dayOf(from) === dayOf(to) ? rangeOf(time, new Date(from), new Date(to)) : periodText(from, to),
    zonedPeriod: (from, to) => `${periodText(from, to)}${isWholeDays(from, to) ? '' : ` (${zoneNameAt(from)})`}`,
    zoneName: zoneNameAt,
    weekdays: weekdaysOf(locale, firstWeekday),
    firstWeekday,
    price: (amount, times = 1) => formatMoney(toDecimal(toAmount(amount) * BigInt(times)), currency, locale),
    percent: (percentage) => withPlainSpaces(percent.format(Number(percentage) / 100)),
    days: (count) => withPlainSpaces(days.format(count)),
    minutes: (total) => {
      const whole = Math.floor(total / 60);
      const rest = total % 60;
      const parts = [whole > 0 ? hours.format(whole) : '', rest > 0 || whole === 0 ? minutes.format(rest) : ''];
      return withPlainSpaces(parts.filter(Boolean).join(' '));
    },
  };
}

const atMidnight = (day: PlainDate): Date => new Date(`${day}T00:00:00Z`);

function weekdaysOf(locale: string, firstWeekday: number): Formats['weekdays'] {
  const short = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, index) => {
    // 5 January 1970 was a Monday.
    const date = new Date(Date.UTC(1970, 0, 5 + firstWeekday + index));
    return { short: short.format(date), long: long.format(date) };
  });
}
