import { epochDayOf, type PlainDate } from './plain-date.js';
import type { Zone } from './zone.js';

const LOCALES = new Set(['en', 'sv', 'nb']);

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Texts of so many dates are kept for each locale: more than one request lists. */
const MOST_DATES = 1_000;

/**
 * The two halves of a text, which depend on the date and on the time of day alone. Joining them takes a twentieth of the
 * time of `Intl.DateTimeFormat`, which formatted all of it for each instant before.
 */
class Wording {
  readonly #format: Intl.DateTimeFormat;
  readonly #dates = new Map<PlainDate, string>();
  readonly #times: (string | undefined)[] = new Array(1440).fill(undefined);

  constructor(locale: string) {
    this.#format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
  }

  /** Weekday and date, with what joins them to the time. */
  ofDate(date: PlainDate): string {
    const known = this.#dates.get(date);
    if (known !== undefined) return known;
    if (this.#dates.size >= MOST_DATES) this.#dates.clear();
    const [text] = this.#halves(epochDayOf(date) * DAY);
    this.#dates.set(date, text);
    return text;
  }

  ofTime(minuteOfDay: number): string {
    const text = this.#times[minuteOfDay] ?? this.#halves(minuteOfDay * MINUTE)[1];
    this.#times[minuteOfDay] = text;
    return text;
  }

  #halves(wallTime: number): [date: string, time: string] {
    const parts = this.#format.formatToParts(wallTime);
    const hour = parts.findIndex(({ type }) => type === 'hour');
    // Intl joins with no-break spaces that plain-text messages and old clients show as boxes.
    const join = (some: typeof parts): string => some.map(({ value }) => value.replace(/\p{Zs}/gu, ' ')).join('');
    return [join(parts.slice(0, hour)), join(parts.slice(hour))];
  }
}

const wordings = new Map<string, Wording>();

/**
 * Weekday, date and time in words, on the zone's wall clock: `Monday, November 23, 2026 at 9:00 AM` (spec, Slots).
 * @param locale en, sv or nb; any other is written in English.
 */
export function formatLocalized(epochMs: number, locale: string, zone: Zone): string {
  const wording = wordingOf(LOCALES.has(locale) ? locale : 'en');
  return wording.ofDate(zone.dateAt(epochMs)) + wording.ofTime(zone.minuteOfDayAt(epochMs));
}

function wordingOf(locale: string): Wording {
  let wording = wordings.get(locale);
  if (!wording) {
    wording = new Wording(locale);
    wordings.set(locale, wording);
  }
  return wording;
}
