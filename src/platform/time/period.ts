import { DateTime } from 'luxon';
import { lazyPackage } from '../lazy-package.js';
import { type Zone, zoneOf } from './zone.js';

const chrono = lazyPackage<typeof import('chrono-node/en')>('chrono-node/en');

/** The direction of a period that names none, such as `10 days`. */
export type Direction = 'forward' | 'backward';

const msPerSecond = 1000;
const msPerMinute = 60 * msPerSecond;
const msPerHour = 60 * msPerMinute;

const maxLength = 100;
const maxReach = 10 * 366 * 24 * msPerHour;

const oneToTwelve = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const counts = new Map([
  ['half an', 0.5],
  ['half a', 0.5],
  ['an', 1],
  ['a', 1],
  ...oneToTwelve.map((word, index): [string, number] => [word, index + 1]),
]);
/** In milliseconds. Longer units depend on the calendar. */
const exactUnits = new Map([
  ['hour', msPerHour],
  ['hr', msPerHour],
  ['h', msPerHour],
  ['minute', msPerMinute],
  ['min', msPerMinute],
  ['second', msPerSecond],
  ['sec', msPerSecond],
]);
const unitPattern = ['year', 'quarter', 'month', 'week', 'day', ...exactUnits.keys()].join('|');
const quantityPattern = `(?:(\\d+(?:\\.\\d+)?) ?|(${[...counts.keys()].join('|')}) )(${unitPattern})s?\\b`;
const quantitiesPattern = new RegExp(quantityPattern, 'g');
const durationPattern = new RegExp(
  `^(?:(?:in|within|after) )?${quantityPattern}(?:(?:,| and|, and)? ${quantityPattern})*(?: (?:ago|before|earlier|after|later|from now))?$`,
);
const backwardPattern = /(?:ago|before|earlier)$/;
const forwardPattern = /^(?:in|within|after) |(?:after|later|from now)$/;

const utcZone = zoneOf('UTC');

/** The first and last minute of seven days. */
const weekOfBases = Array.from({ length: 7 }, (_, day) => day * 24 * msPerHour).flatMap((midnight) => [
  new Date(midnight),
  new Date(midnight + 24 * msPerHour - msPerMinute),
]);

/**
 * Whether the text is a period: `in 2 months`, `10 days`, `3 hours ago`, `tomorrow at 12:00`. A date with a year is not:
 * it is more than 10 years from the base used here, 1970.
 */
export function isPeriod(text: string): boolean {
  return applyPeriod(text, new Date(0), utcZone) !== undefined;
}

/**
 * Returns the direction of a period: `3 hours ago` is backward, `now` is forward.
 * @param direction as for `applyPeriod`
 * @returns undefined if it depends on the base, as for `at 9:00`, or if the text is not a period
 */
export function directionOf(text: string, direction: Direction): Direction | undefined {
  const [first, ...others] = weekOfBases.map((base) => {
    const point = applyPeriod(text, base, utcZone, direction);
    return point && (point < base ? 'backward' : 'forward');
  });
  return others.every((other) => other === first) ? first : undefined;
}

/**
 * Applies a period in English to a base (spec, Account). Days and longer units keep the wall-clock time of the zone; hours
 * and shorter units are exact.
 * @param direction of a duration with neither `in` nor `ago`, such as `10 days`
 * @returns undefined if the text is not a period, is longer than 100 characters or leads further than 10 years
 */
export function applyPeriod(text: string, base: Date, zone: Zone, direction: Direction = 'forward'): Date | undefined {
  if (text.length > maxLength) return undefined;
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const baseMs = base.getTime();
  const epochMs = isDuration(words)
    ? afterDuration(words, baseMs, zone, direction)
    : calendarPoint(words, baseMs, zone, direction);
  return isSupportedDate(epochMs, baseMs) ? new Date(epochMs) : undefined;
}

function isDuration(words: string): boolean {
  return durationPattern.test(words) && !(backwardPattern.test(words) && forwardPattern.test(words));
}

function afterDuration(words: string, base: number, zone: Zone, direction: Direction): number {
  const backward = backwardPattern.test(words) || (direction === 'backward' && !forwardPattern.test(words));
  const calendar: Record<string, number> = {};
  let exact = 0;
  for (const [, digits, word = '', unit = ''] of words.matchAll(quantitiesPattern)) {
    const count = (backward ? -1 : 1) * (counts.get(word) ?? Number(digits));
    const unitMs = exactUnits.get(unit);
    if (unitMs === undefined) {
      calendar[unit] = (calendar[unit] ?? 0) + count;
    } else {
      exact += count * unitMs;
    }
  }
  if (Object.keys(calendar).length === 0) return base + exact;
  const wall = wallOf(base, zone);
  const moved = DateTime.fromMillis(wall, { zone: 'utc' }).plus(calendar).toMillis();
  return isSupportedDate(moved, wall) ? instantOf(moved, zone) + exact : Number.NaN;
}

/** Returns NaN if the words are not a point in time. */
function calendarPoint(words: string, base: number, zone: Zone, direction: Direction): number {
  if (words === 'now') return base;
  const wall = wallOf(base, zone);
  const reference = { instant: new Date(wall), timezone: 0 };
  const [found] = chrono().parse(words, reference, { forwardDate: direction === 'forward' });
  if (found?.text !== words || found.end || found.start.isCertain('timezoneOffset')) return Number.NaN;
  const point = found.date().getTime();
  return isSupportedDate(point, wall) ? instantOf(point, zone) : Number.NaN;
}

/** Returns the wall-clock time of the zone as if it were utcZone, for Chrono and luxon, which then need no zone. */
export function wallOf(epochMs: number, zone: Pick<Zone, 'offsetAt'>): number {
  return epochMs + zone.offsetAt(epochMs) * msPerMinute;
}

/** The inverse of `wallOf`. See `Zone.toEpoch` for clock changes. */
export function instantOf(wall: number, zone: Pick<Zone, 'toEpoch'>): number {
  const withinMinute = wall - Math.floor(wall / msPerMinute) * msPerMinute;
  return zone.toEpoch(utcZone.dateAt(wall), utcZone.minuteOfDayAt(wall)) + withinMinute;
}

function isSupportedDate(epochMs: number, base: number): boolean {
  return Math.abs(epochMs - base) <= maxReach;
}
