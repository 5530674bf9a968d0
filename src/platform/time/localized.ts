import { languageOf } from '../language.js';
import { epochDayOf, type PlainDate } from './plain-date.js';
import type { Zone } from './zone.js';

const msPerDay = 86_400_000;
const msPerMinute = 60_000;
/** Dates cached per locale: more than one request lists. */
const maxDates = 1_000;

/**
 * Caches the two halves of a formatted date-time, of which one depends only on the date and one only on the time of day.
 * Joining them takes a twentieth of the time of formatting each instant with `Intl.DateTimeFormat`.
 */
class CachedFormat {
  readonly #format: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #dates = new Map<PlainDate, string>();
  readonly #times: (string | undefined)[] = new Array(1440).fill(undefined);

  constructor(locale: string) {
    this.#format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
    this.#day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  }

  /** Formats the weekday and date alone. */
  formatDay(date: PlainDate): string {
    return this.#day.format(epochDayOf(date) * msPerDay).replace(/\p{Zs}/gu, ' ');
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
    // Intl uses no-break spaces, which plain-text messages and old clients show as boxes.
    const join = (some: typeof parts): string => some.map(({ value }) => value.replace(/\p{Zs}/gu, ' ')).join('');
    return [join(parts.slice(0, hour)), join(parts.slice(hour))];
  }
}

const formats = new Map<string, CachedFormat>();

/**
 * Formats an instant with weekday, date and time in a zone: `Monday, November 23, 2026 at 9:00 AM` (spec, Slots).
 * @param locale such as `nb`; English for one without a language
 */
export function formatLocalized(epochMs: number, locale: string, zone: Zone): string {
  const format = formatOf(languageOf(locale));
  return format.formatDate(zone.dateAt(epochMs)) + format.formatTime(zone.minuteOfDayAt(epochMs));
}

/** Formats a date with its weekday: `Monday, November 23, 2026`. */
export function formatLocalizedDate(date: PlainDate, locale: string): string {
  return formatOf(languageOf(locale)).formatDay(date);
}

function formatOf(locale: string): CachedFormat {
  let format = formats.get(locale);
  if (!format) {
    format = new CachedFormat(locale);
    formats.set(locale, format);
  }
  return format;
}

/** The names of zones by language, zone and offset: at most 1,000, because creating a format takes a millisecond. */
const zoneNames = new Map<string, string>();
const maxZoneNames = 1_000;

/**
 * Returns the name of a zone at an instant, which says whether summer time applies: `Central European Summer Time`. A zone
 * without a name has its offset: `GMT+05:45`.
 *
 * @param locale such as `nb`; English for one without a language
 */
export function zoneName(epochMs: number, locale: string, zone: Zone): string {
  const language = languageOf(locale);
  const key = `${language} ${zone.name} ${zone.offsetAt(epochMs)}`;
  const name = zoneNames.get(key) ?? nameAt(epochMs, language, zone);
  if (zoneNames.size >= maxZoneNames) zoneNames.clear();
  zoneNames.set(key, name);
  return name;
}

function nameAt(epochMs: number, language: string, { name: timeZone }: Zone): string {
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'long' });
  return format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
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
