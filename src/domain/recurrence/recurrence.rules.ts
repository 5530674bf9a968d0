import { accepted } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import {
  type DateList,
  parseDateList,
  parseRule,
  type Rule,
  secondsOfDay,
  wallSecondAt,
} from '../../platform/recurrence-rule/rule-text.js';
import { lastSecond, ruleTimes } from '../../platform/recurrence-rule/rule-times.js';
import { LimitError, StepBudget } from '../../platform/step-budget.js';
import type { Interval } from '../../platform/time/interval.js';
import { instantOf, wallOf } from '../../platform/time/period.js';
import type { Zone } from '../../platform/time/zone.js';
import { type Divided, runInTurns } from '../../platform/turns.js';

/** The maximum number of occurrences of a pattern (spec, Limits). */
const maxOccurrences = 731;

const maxTextLength = 20_000;

/** iCalendar values from the request. */
export interface Pattern {
  rrule?: string | null;
  rdate?: string | null;
  exdate?: string | null;
}

/** The occurrences of a pattern, in order, or why the pattern is invalid. `keepsFirst` is false if `exdate` excludes it. */
type Expansion = { keepsFirst: boolean; others: Interval[] } | InvalidPattern;

interface InvalidPattern {
  problem: string;
  /** Errors by attribute of the pattern. By default the problem is an error of `rrule`. */
  errors?: FieldErrors;
}

/** Returns the errors of an invalid pattern by attribute, and on `collectionId`, as the contract requires. */
export function toFieldErrors({ problem, errors = { rrule: [problem] } }: InvalidPattern): FieldErrors {
  return { collectionId: [problem], ...errors };
}

/**
 * Expands a pattern that starts with `first` (spec, Recurring bookings). Occurrences follow the wall clock of `zone`:
 * each has the pattern's time of day across clock changes, and the wall-clock duration of the first. A time that a
 * clock change skips moves forward by the gap. If a time occurs twice, the first is used.
 *
 * The first occurrence counts towards COUNT, even if it does not match the rule. `exdate` excludes times or whole
 * dates. A pattern without an end stops at the maximum number of occurrences, or in the year 2200.
 *
 * If a clock change makes the first occurrence end no later than it starts by the wall clock, all occurrences have its
 * elapsed duration instead.
 */
export function expandPattern(pattern: Pattern, first: Interval, zone: Zone): Promise<Expansion> {
  const budget = new StepBudget(maxSteps);
  return runInTurns(expand(pattern, first, zone, budget), budget);
}

/** Steps of a pattern: about 0.3 s. An hourly rule that finds one time a day has them in 40 years. */
const maxSteps = 3_000_000;

function* expand(pattern: Pattern, first: Interval, zone: Zone, budget: StepBudget): Divided<Expansion> {
  const [rrule = '', rdate = '', exdate = ''] = [pattern.rrule, pattern.rdate, pattern.exdate].map(
    (text) => text?.trim() ?? '',
  );
  const tooLong = Object.entries({ rrule, rdate, exdate }).filter(([, text]) => text.length > maxTextLength);
  if (tooLong.length > 0) {
    const problem = `is too long (maximum is ${maxTextLength} characters)`;
    return { problem, errors: Object.fromEntries(tooLong.map(([part]) => [part, [problem]])) };
  }
  if (rrule === '' && rdate === '') return { problem: 'needs an rrule or an rdate' };
  const rule = rrule === '' ? null : parseRule(rrule, zone);
  const added = parseDateList(rdate, zone);
  const removed = parseDateList(exdate, zone);
  if (rule === undefined) return { problem: 'has an invalid rrule', errors: { rrule: ['is invalid', accepted.rule] } };
  if (!added) return { problem: 'has an invalid rdate', errors: { rdate: ['is invalid', accepted.ruleDates] } };
  if (!removed) return { problem: 'has an invalid exdate', errors: { exdate: ['is invalid', accepted.ruleDates] } };

  const start = wallSecondAt(first.from, zone);
  const isKept = keptBy(removed);
  const matching = rule ? yield* timesOf(rule, start, isKept, budget) : [];
  if (!Array.isArray(matching)) return matching;
  const named = [...added.seconds, ...added.days.map((day) => day * secondsOfDay + timeOfDay(start))];
  const times = [...new Set([start, ...matching, ...named])].filter(isKept).toSorted((a, b) => a - b);
  const isEndless = rule !== null && rule.count === undefined && rule.until === undefined;
  if (times.length > maxOccurrences && !isEndless) return { problem: tooMany };
  if (times.length === 0) return { problem: 'has no occurrences' };
  const allowed = times.slice(0, maxOccurrences);
  return (allowed.at(-1) ?? 0) > lastSecond ? { problem: tooLate } : onClock(allowed, start, first, zone);
}

const tooMany = `has too many occurrences (maximum is ${maxOccurrences})`;
const tooLate = 'must end by the year 2200';

function timeOfDay(time: number): number {
  return time - Math.floor(time / secondsOfDay) * secondsOfDay;
}

function keptBy(removed: DateList): (time: number) => boolean {
  const days = new Set(removed.days);
  const seconds = new Set(removed.seconds);
  return (time) => !seconds.has(time) && !days.has(Math.floor(time / secondsOfDay));
}

/** Returns the times of a rule that are not excluded, or why the rule is invalid. Stops an endless rule at the maximum. */
function* timesOf(
  rule: Rule,
  first: number,
  isKept: (time: number) => boolean,
  budget: StepBudget,
): Divided<number[] | { problem: string }> {
  const { count = Number.POSITIVE_INFINITY, until } = rule;
  const isEndless = rule.count === undefined && until === undefined;
  const enough = isEndless ? maxOccurrences : maxOccurrences + 1;
  const kept: number[] = [];
  if (count === 1) return kept;
  let counted = 1;
  let matches = false;
  let isEnded = false;
  const add = (time: number): void => {
    isEnded = until !== undefined && time > until;
    if (isEnded || time < first) return;
    matches = true;
    if (time > first) counted += 1;
    if (isKept(time)) kept.push(time);
    isEnded = counted >= count || kept.length >= enough;
  };
  try {
    for (const time of ruleTimes(rule, first, { budget })) {
      if (time === undefined) yield undefined;
      else add(time);
      if (isEnded) break;
    }
  } catch (error) {
    if (error instanceof LimitError) return { problem: 'has too few occurrences for what it goes through' };
    throw error;
  }
  if (!matches) return { problem: 'has no occurrences' };
  return isEnded || isEndless || (until !== undefined && until <= lastSecond) ? kept : { problem: tooLate };
}

/** Converts wall-clock times to instants. The first keeps its own. */
function onClock(times: readonly number[], start: number, first: Interval, zone: Zone): Expansion {
  const millisecond = wallOf(first.from, zone) - start * 1000;
  const length = wallOf(first.to, zone) - wallOf(first.from, zone);
  const endOf = (from: number): number =>
    length > 0 ? instantOf(wallOf(from, zone) + length, zone) : from + first.to - first.from;
  const later = times.filter((time) => time !== start).map((time) => instantOf(time * 1000 + millisecond, zone));
  const starts = [...new Set(later)].filter((from) => from !== first.from).toSorted((a, b) => a - b);
  return { keepsFirst: times.includes(start), others: starts.map((from) => ({ from, to: endOf(from) })) };
}
