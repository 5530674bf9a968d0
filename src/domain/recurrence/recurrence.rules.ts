import { accepted } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { instantOf, wallOf } from '../../platform/time/period.js';
import type { Zone } from '../../platform/time/zone.js';
import type { Interval } from '../interval.rules.js';
import { type NamedTimes, type Rule, readNamedTimes, readRule, secondsOfDay, wallSecondAt } from './rule-text.rules.js';
import { lastSecond, TooManySteps, visitTimes } from './rule-times.rules.js';

/** How many occurrences one request may ask for (spec, Limits). */
export const mostOccurrences = 731;

const maxTextLength = 20_000;

/** iCalendar values as they were sent. */
export interface Pattern {
  rrule?: string | null;
  rdate?: string | null;
  exdate?: string | null;
}

/** When something recurs, in order; or why it cannot. */
export type Recurring = { keepsFirst: boolean; others: Interval[] } | Refusal;

interface Refusal {
  problem: string;
  /** By attributes of the pattern; without them it is a problem of `rrule`. */
  errors?: FieldErrors;
}

/** The errors of a pattern that is refused: on the attribute that they are about, and on `collectionId` by the contract. */
export function recurrenceProblems({ problem, errors = { rrule: [problem] } }: Refusal): FieldErrors {
  return { collectionId: [problem], ...errors };
}

/**
 * The occurrences of a pattern that begins with `first` (spec, Recurring bookings). They are on the wall clock of
 * `zone`: each has the time of day that the pattern says, whatever the clock changes, and lasts as long by that clock
 * as the first. A time that a change skips moves forward by the gap; one that occurs twice is the first of the two.
 *
 * The first is an occurrence, also where it does not match, and counts as one of COUNT. What `exdate` names is left
 * out: a time, or all of a date. A pattern without an end ends with the last occurrence that is allowed, or the year
 * 2200.
 *
 * Where the first begins before and ends after a clock is set back to the same time, by the wall clock not after it
 * began, all last as long as it does in truth.
 */
export function occurrencesOf(pattern: Pattern, first: Interval, zone: Zone): Recurring {
  const [rrule = '', rdate = '', exdate = ''] = [pattern.rrule, pattern.rdate, pattern.exdate].map(
    (text) => text?.trim() ?? '',
  );
  const tooLong = Object.entries({ rrule, rdate, exdate }).filter(([, text]) => text.length > maxTextLength);
  if (tooLong.length > 0) {
    const problem = `is too long (maximum is ${maxTextLength} characters)`;
    return { problem, errors: Object.fromEntries(tooLong.map(([part]) => [part, [problem]])) };
  }
  if (rrule === '' && rdate === '') return { problem: 'needs an rrule or an rdate' };
  const rule = rrule === '' ? null : readRule(rrule, zone);
  const added = readNamedTimes(rdate, zone);
  const removed = readNamedTimes(exdate, zone);
  if (rule === undefined) return { problem: 'has an invalid rrule', errors: { rrule: ['is invalid', accepted.rule] } };
  if (!added) return { problem: 'has an invalid rdate', errors: { rdate: ['is invalid', accepted.ruleDates] } };
  if (!removed) return { problem: 'has an invalid exdate', errors: { exdate: ['is invalid', accepted.ruleDates] } };

  const start = wallSecondAt(first.from, zone);
  const isKept = keptBy(removed);
  const matching = rule ? timesOf(rule, start, isKept) : [];
  if (!Array.isArray(matching)) return matching;
  const named = [...added.seconds, ...added.days.map((day) => day * secondsOfDay + timeOfDay(start))];
  const times = [...new Set([start, ...matching, ...named])].filter(isKept).toSorted((a, b) => a - b);
  const isEndless = rule !== null && rule.count === undefined && rule.until === undefined;
  if (times.length > mostOccurrences && !isEndless) return { problem: tooMany };
  if (times.length === 0) return { problem: 'has no occurrences' };
  const allowed = times.slice(0, mostOccurrences);
  return (allowed.at(-1) ?? 0) > lastSecond ? { problem: tooLate } : onClock(allowed, start, first, zone);
}

const tooMany = `has too many occurrences (maximum is ${mostOccurrences})`;
const tooLate = 'must end by the year 2200';

function timeOfDay(time: number): number {
  return time - Math.floor(time / secondsOfDay) * secondsOfDay;
}

function keptBy(removed: NamedTimes): (time: number) => boolean {
  const days = new Set(removed.days);
  const seconds = new Set(removed.seconds);
  return (time) => !seconds.has(time) && !days.has(Math.floor(time / secondsOfDay));
}

/** The times of the rule that are kept: of one that ends all, or why not; of an endless one as many as are allowed. */
function timesOf(rule: Rule, first: number, isKept: (time: number) => boolean): number[] | { problem: string } {
  const { count = Number.POSITIVE_INFINITY, until } = rule;
  const isEndless = rule.count === undefined && until === undefined;
  const enough = isEndless ? mostOccurrences : mostOccurrences + 1;
  const kept: number[] = [];
  let counted = 1;
  let matches = count === 1;
  const visit = (time: number): boolean => {
    if (until !== undefined && time > until) return false;
    if (time < first) return true;
    matches = true;
    if (time > first) counted += 1;
    if (counted > count) return false;
    if (isKept(time)) kept.push(time);
    return counted < count && kept.length < enough;
  };
  try {
    const isEnded = count === 1 || visitTimes(rule, first, visit);
    if (!matches) return { problem: 'has no occurrences' };
    return isEnded || isEndless || (until !== undefined && until <= lastSecond) ? kept : { problem: tooLate };
  } catch (error) {
    if (error instanceof TooManySteps) return { problem: 'has too few occurrences for what it goes through' };
    throw error;
  }
}

/** The instants of times on the wall clock; the first stays as it was given. */
function onClock(times: readonly number[], start: number, first: Interval, zone: Zone): Recurring {
  const millisecond = wallOf(first.from, zone) - start * 1000;
  const length = wallOf(first.to, zone) - wallOf(first.from, zone);
  const endOf = (from: number): number =>
    length > 0 ? instantOf(wallOf(from, zone) + length, zone) : from + first.to - first.from;
  const later = times.filter((time) => time !== start).map((time) => instantOf(time * 1000 + millisecond, zone));
  const starts = [...new Set(later)].filter((from) => from !== first.from).toSorted((a, b) => a - b);
  return { keepsFirst: times.includes(start), others: starts.map((from) => ({ from, to: endOf(from) })) };
}
