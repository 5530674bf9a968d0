import { LRUCache } from 'lru-cache';
import { type Language, languageOf, type Wording } from '../language.js';
import { epochDayOf, type PlainDate } from './plain-date.js';
import type { Zone } from './zone.js';

const msPerDay = 86_400_000;
const msPerMinute = 60_000;
/** Dates cached per locale: more than one request lists. */
const maxDates = 1_000;

/** The BCP 47 tag of a language, or of a language and a country. */
export type Locale = Language | `${Language}-${string}`;

/** The locales by language and country: at most one for each, because accounts have a country of ISO 3166-1. */
const locales = new Map<string, Locale>();

/**
 * Returns the locale in which people in a country read a language. Forms differ by country: `3 March` and `March 3` in
 * English, `1.450` and `1'450` in German. A country without forms of its own has those of the language, and in English
 * those of Britain, not of the United States.
 *
 * @param countryCode ISO 3166-1 alpha-2
 */
export function localeOf(wording: Wording, countryCode: string): Locale {
  const language = languageOf(wording);
  const tag: Locale = `${language}-${countryCode}`;
  const locale = locales.get(tag) ?? knownLocale(language, tag);
  locales.set(tag, locale);
  return locale;
}

function knownLocale(language: Language, tag: Locale): Locale {
  if (new Intl.DateTimeFormat(tag).resolvedOptions().locale === tag) return tag;
  return language === 'en' ? 'en-GB' : language;
}

/**
 * Replaces the no-break and thin spaces that `Intl` writes in dates and amounts by plain ones. In an SMS they would halve
 * its length, some mail programs show them as boxes, and a page keeps an amount in one line by its styles.
 */
export function withPlainSpaces(text: string): string {
  return text.replaceAll(/\p{Zs}/gu, ' ');
}

/**
 * Caches the two halves of a formatted date-time, of which one depends only on the date and one only on the time of day.
 * Joining them takes a twentieth of the time of formatting each instant with `Intl.DateTimeFormat`.
 */
class CachedFormat {
  readonly #format: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #dates = new Map<PlainDate, string>();
  readonly #times: (string | undefined)[] = new Array(1440).fill(undefined);

  constructor(locale: Locale) {
    this.#format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
    this.#day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  }

  /** Formats the weekday and date alone. */
  formatDay(date: PlainDate): string {
    return withPlainSpaces(this.#day.format(epochDayOf(date) * msPerDay));
  }

  /** Formats the weekday and date, with the text between date and time. */
  formatDate(date: PlainDate): string {
    const known = this.#dates.get(date);
    if (known !== undefined) return known;
    if (this.#dates.size >= maxDates) this.#dates.clear();
    const [text] = this.#halves(epochDayOf(date) * msPerDay);
    this.#dates.set(date, text);
    return text;
  }

  formatTime(minuteOfDay: number): string {
    const text = this.#times[minuteOfDay] ?? this.#halves(minuteOfDay * msPerMinute)[1];
    this.#times[minuteOfDay] = text;
    return text;
  }

  #halves(wallTime: number): [date: string, time: string] {
    const parts = this.#format.formatToParts(wallTime);
    const hour = parts.findIndex(({ type }) => type === 'hour');
    const join = (some: typeof parts): string => withPlainSpaces(some.map(({ value }) => value).join(''));
    return [join(parts.slice(0, hour)), join(parts.slice(hour))];
  }
}

/** At most 100: a process sees the locales of its accounts' countries. */
const formats = new LRUCache<Locale, CachedFormat>({ max: 100, memoMethod: (locale) => new CachedFormat(locale) });

/**
 * Formats an instant with weekday, date and time in a zone: `Monday, 23 November 2026 at 09:00` in `en-NO`. Messages, pages
 * and Liquid all write an instant so.
 */
export function formatLocalized(epochMs: number, locale: Locale, zone: Zone): string {
  const format = formats.memo(locale);
  return format.formatDate(zone.dateAt(epochMs)) + format.formatTime(zone.minuteOfDayAt(epochMs));
}

/** Formats a date with its weekday: `Monday, 23 November 2026` in `en-NO`. */
export function formatLocalizedDate(date: PlainDate, locale: Locale): string {
  return formats.memo(locale).formatDay(date);
}

/** The names of zones by locale, zone and offset: at most 1,000, because creating a format takes a millisecond. */
const zoneNames = new LRUCache<string, string>({ max: 1_000 });

/**
 * Returns the name of a zone at an instant, which says whether summer time applies: `CEST`, or where the language has no short
 * one `Central European Summer Time`. A zone without a name has its offset: `GMT+05:45`.
 */
export function zoneName(epochMs: number, locale: Locale, zone: Zone): string {
  const key = `${locale} ${zone.name} ${zone.offsetAt(epochMs)}`;
  const name = zoneNames.get(key) ?? nameAt(epochMs, locale, zone);
  zoneNames.set(key, name);
  return name;
}

function nameAt(epochMs: number, locale: Locale, { name: timeZone }: Zone): string {
  const named = (timeZoneName: 'short' | 'long'): string | undefined =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
      .formatToParts(epochMs)
      .find(({ type }) => type === 'timeZoneName')?.value;
  const short = named('short');
  // A short name with digits is an offset.
  return (short && !/\d/.test(short) ? short : named('long')) ?? timeZone;
}

/**
 * The names of the weekdays by language, Monday first. Kept, because V8 does not count the memory of a format of `Intl`
 * that is outside its heap: with one for each name, a web process grew by 60 MB while it computed figures by weekday.
 */
const weekdayNames = new Map<string, readonly string[]>();

/**
 * Returns the name of a weekday.
 *
 * @param weekday 0 for Monday to 6 for Sunday
 * @param locale such as `nb`; English for one without a language
 */
export function weekdayName(weekday: number, locale: string): string {
  const language = languageOf(locale);
  const names = weekdayNames.get(language) ?? namesOfWeekdays(language);
  weekdayNames.set(language, names);
  return names[weekday] ?? '';
}

function namesOfWeekdays(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  // 1970-01-05 was a Monday.
  return Array.from({ length: 7 }, (_, weekday) => format.format((4 + weekday) * msPerDay));
}
