import rrule from 'rrule';
import type { StepBudget } from '../step-budget.js';
import { dateOfEpochDay, epochDayOf, weekdayOf } from '../time/plain-date.js';
import { maxNth, type Rule, type RuleDay, secondsOfDay, type WallSecond } from './rule-text.js';

const { RRule, Weekday } = rrule;

const day = secondsOfDay * 1000;
const lastDay = epochDayOf('2200-12-31');

/** The last second that can be stored, as for all instants. */
export const lastSecond: WallSecond = (lastDay + 1) * secondsOfDay - 1;

/** The calendar repeats every 400 years, including weekdays. The library takes a year before 100 for one of the last century. */
const centuriesShift = 19 * 146_097;

/** The times that a caller of `ruleTimes` needs. Both ends are included. */
export interface WallSpan {
  from: WallSecond;
  to: WallSecond;
}

export interface RuleOptions {
  budget: StepBudget;
  /** Times outside it may be left out. By default, all until the year 2200. */
  span?: WallSpan;
  /** The maximum number of steps of this rule. */
  maxSteps?: number;
}

/** Thrown for a rule that matches too few of the times that it checks. */
export class TooManySteps extends Error {}

/** Searching a year or month, each day that the library finds in it, and checking a time. */
const [stepsOfSearch, stepsOfDay, stepsOfTime] = [600, 10, 8];

/**
 * Yields the times of a rule in order, from the day of the first occurrence, and undefined where a turn may end. Parts that
 * the rule omits are taken from the first occurrence.
 *
 * The library only finds dates, in one year or month at a time, because it cannot be stopped while it finds none: that takes
 * it up to 0.5 ms. With a span, the work starts at the last period of the rule before the span.
 *
 * rrule-temporal 2.2.7 passed the examples of RFC 5545 and was rejected as a replacement of this file, because of these failures:
 * - It ignored weekdays without a number beside weekdays with one (`BYDAY=WE,3TU`), in 7 of the 373 rules of the
 *   differential test's first seed, and dropped BYMONTHDAY beside BYWEEKNO and BYMONTH or beside BYYEARDAY and BYDAY.
 * - `maxIterations` and `maxCandidateEvaluations` did not bound it: `FREQ=WEEKLY;BYSETPOS=366` with every hour, minute
 *   and second took longer than 6 s. `INTERVAL=999999999` threw `Out-of-bounds date`.
 * - The 500 rules of that seed took 123 s instead of 10 s.
 *
 * @throws TooManySteps, LimitError
 */
export function* ruleTimes(
  rule: Rule,
  first: WallSecond,
  { budget, span, maxSteps = Number.POSITIVE_INFINITY }: RuleOptions,
): Generator<WallSecond | undefined, void> {
  const timesIn = isOfDays(rule) ? timesInDays(rule, first, budget) : timesInSteps(rule, first, budget);
  const last = budget.taken + maxSteps;
  for (const days of matchingDays(rule, Math.floor(first / secondsOfDay), budget, span)) {
    for (const time of timesIn(days)) {
      const isTurnOver = budget.take(stepsOfTime);
      if (budget.taken > last) throw new TooManySteps();
      if (time !== undefined) yield time;
      if (isTurnOver) yield undefined;
    }
    if (budget.take(0)) yield undefined;
  }
}

/** Yields the times within the days of a period in order, and undefined for each step without one. */
type TimesIn = (days: readonly number[]) => Iterable<WallSecond | undefined>;

function isOfDays({ frequency }: Rule): boolean {
  return ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'].includes(frequency);
}

/**
 * Yields the matching days of each period, from which BYSETPOS selects, as days since 1970-01-01. Yields no days after each
 * year or month that was searched.
 */
function* matchingDays(
  rule: Rule,
  firstDay: number,
  budget: StepBudget,
  span: WallSpan | undefined,
): Generator<readonly number[]> {
  const start = startOfPeriod(rule, firstDay);
  const searched = span ? lastPeriodBefore(rule, start, Math.floor(span.from / secondsOfDay)) : start;
  const end = span ? Math.min(lastDay, Math.floor(span.to / secondsOfDay)) : lastDay;
  const daysFrom = librarySearch(rule, firstDay);
  let days: number[] = [];
  let period = start;
  for (const from of searchesFrom(rule, searched, end)) {
    const found = daysFrom(from).filter((date) => date <= lastDay);
    budget.take(stepsOfSearch + stepsOfDay * found.length);
    for (const date of found) {
      const periodOfFound = startOfPeriod(rule, date);
      if (periodOfFound !== period && days.length > 0) {
        yield days;
        days = [];
      }
      if (isInTurn(rule, start, periodOfFound)) days.push(date);
      period = periodOfFound;
    }
    yield [];
  }
  if (days.length > 0) yield days;
}

/** Yields the days from which the library searches, each to the end of its year, or of its month if the rule is monthly. */
function* searchesFrom({ frequency, interval }: Rule, from: number, end: number): Generator<number> {
  const isMonthly = frequency === 'MONTHLY';
  const months = (isMonthly ? 1 : 12) * (isMonthly || frequency === 'YEARLY' ? interval : 1);
  const first = isMonthly ? monthOf(from) : Math.floor(monthOf(from) / 12) * 12;
  const last = monthOf(end);
  for (let month = first; month <= last; month += months) yield Math.max(from, startOfMonth(month));
}

/** Applies the interval to weeks and days. The library applies it to years and months. */
function isInTurn({ frequency, interval }: Rule, start: number, period: number): boolean {
  if (frequency === 'WEEKLY') return ((period - start) / 7) % interval === 0;
  return frequency !== 'DAILY' || (period - start) % interval === 0;
}

function startOfPeriod({ frequency, weekStart }: Rule, epochDay: number): number {
  if (frequency === 'WEEKLY') return epochDay - ((weekdayOf(dateOfEpochDay(epochDay)) - weekStart + 7) % 7);
  if (frequency === 'MONTHLY') return epochDayOf(`${dateOfEpochDay(epochDay).slice(0, 7)}-01`);
  if (frequency === 'YEARLY') return epochDayOf(`${dateOfEpochDay(epochDay).slice(0, 4)}-01-01`);
  return epochDay;
}

/** Returns the start of the last period in turn that begins by a day; `start`, that of the first, if the day is earlier. */
function lastPeriodBefore(rule: Rule, start: number, epochDay: number): number {
  if (epochDay <= start) return start;
  const { frequency, interval } = rule;
  if (frequency !== 'MONTHLY' && frequency !== 'YEARLY') return startOfPeriod(rule, epochDay);
  const [first, last] = [start, epochDay].map(monthOf);
  const length = frequency === 'MONTHLY' ? interval : 12 * interval;
  const months = (first ?? 0) + Math.floor(((last ?? 0) - (first ?? 0)) / length) * length;
  return startOfMonth(months);
}

/** @param month since the year 0 */
function startOfMonth(month: number): number {
  return epochDayOf(
    `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`,
  );
}

/** Returns the months since the year 0. */
function monthOf(epochDay: number): number {
  const date = dateOfEpochDay(epochDay);
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** Longer than the library searches, which makes it search one year or month only. */
const endlessInterval = 1_000_000;

/** Returns a search for the days of `rule`, without its times and count, from a day to the end of its year or month. */
function librarySearch(rule: Rule, firstDay: number): (from: number) => number[] {
  const { frequency, weekStart, BYWEEKNO, BYYEARDAY } = rule;
  const { byMonth, byMonthDay, byDay } = daysFromFirst(rule, firstDay);
  const search = new RRule(
    {
      freq: frequency === 'MONTHLY' ? RRule.MONTHLY : RRule.YEARLY,
      interval: endlessInterval,
      wkst: weekStart,
      bymonth: unlessEmpty(byMonth),
      byweekno: unlessEmpty(BYWEEKNO),
      byyearday: unlessEmpty(BYYEARDAY),
      bymonthday: unlessEmpty(byMonthDay),
      byweekday: unlessEmpty(libraryDays(rule, byDay)),
      byhour: 0,
      byminute: 0,
      bysecond: 0,
    },
    true,
  );
  return (from) => {
    search.options.dtstart = new Date((from + centuriesShift) * day);
    return search.all().map((date) => date.getTime() / day - centuriesShift);
  };
}

const unlessEmpty = <Item>(items: readonly Item[]): Item[] | null => (items.length > 0 ? [...items] : null);

interface RuleDays {
  byMonth: readonly number[];
  byMonthDay: readonly number[];
  byDay: readonly RuleDay[];
}

/** Returns the rule's days, by default those of the first occurrence (RFC 5545, 3.3.10). */
function daysFromFirst(rule: Rule, firstDay: number): RuleDays {
  const { frequency, BYMONTH: byMonth, BYWEEKNO, BYYEARDAY, BYMONTHDAY: byMonthDay, BYDAY: byDay } = rule;
  const date = dateOfEpochDay(firstDay);
  const given = { byMonth, byMonthDay, byDay };
  if (byDay.length > 0 || byMonthDay.length > 0 || BYYEARDAY.length > 0) return given;
  if (frequency === 'WEEKLY' || BYWEEKNO.length > 0) {
    return { ...given, byDay: [{ weekday: weekdayOf(date), nth: undefined }] };
  }
  const ofFirst = { ...given, byMonthDay: [Number(date.slice(8))] };
  if (frequency === 'MONTHLY') return ofFirst;
  if (frequency === 'YEARLY') return byMonth.length > 0 ? ofFirst : { ...ofFirst, byMonth: [Number(date.slice(5, 7))] };
  return { ...given, byDay: everyWeekday };
}

const everyWeekday: readonly RuleDay[] = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, nth: undefined }));

/** The library requires an nth of all weekdays if one has it: every Monday becomes the first, second and so on. */
function libraryDays(rule: Rule, days: readonly RuleDay[]) {
  const isCounted = days.some(({ nth }) => nth !== undefined);
  const every = Array.from({ length: isCounted ? maxNth(rule) : 0 }, (_, index) => index + 1);
  return days.flatMap(({ weekday, nth }) => {
    if (!isCounted) return [new Weekday(weekday)];
    return (nth === undefined ? every : [nth]).map((n) => new Weekday(weekday, n));
  });
}

function orThat(numbers: readonly number[], ofFirst: number): readonly number[] {
  return numbers.length > 0 ? numbers : [ofFirst];
}

/** Returns the times of rules whose days all have the same times. */
function timesInDays({ BYHOUR, BYMINUTE, BYSECOND, BYSETPOS }: Rule, first: WallSecond, budget: StepBudget): TimesIn {
  const firstDay = Math.floor(first / secondsOfDay);
  const { hour, minute, second } = clockAt(first);
  const times = orThat(BYHOUR, hour).flatMap((h) =>
    orThat(BYMINUTE, minute).flatMap((m) => orThat(BYSECOND, second).map((s) => h * 3600 + m * 60 + s)),
  );
  budget.take(times.length);
  return function* (days) {
    const candidates = BYSETPOS.length > 0 ? days : days.filter((found) => found >= firstDay);
    for (const index of positions(BYSETPOS, candidates.length * times.length)) {
      const found = candidates[Math.floor(index / times.length)] ?? 0;
      yield found * secondsOfDay + (times[index % times.length] ?? 0);
    }
  };
}

/** Yields the indexes that BYSETPOS selects from `count` items; all if it is empty. */
function* positions(picked: readonly number[], count: number): Generator<number> {
  if (picked.length === 0) for (let index = 0; index < count; index += 1) yield index;
  const indexes = picked.map((position) => (position > 0 ? position - 1 : count + position));
  yield* [...new Set(indexes)].filter((index) => index >= 0 && index < count).toSorted((a, b) => a - b);
}

/** Returns the times of hourly, minutely and secondly rules: steps of the interval since the first occurrence. */
function timesInSteps(rule: Rule, first: WallSecond, budget: StepBudget): TimesIn {
  const unit = rule.frequency === 'HOURLY' ? 3600 : rule.frequency === 'MINUTELY' ? 60 : 1;
  const length = unit * rule.interval;
  const start = Math.floor(first / unit) * unit;
  return function* ([found]) {
    if (found === undefined) return;
    const midnight = found * secondsOfDay;
    let step = start + Math.max(0, Math.ceil((midnight - start) / length)) * length;
    for (; step < midnight + secondsOfDay; step += length) {
      const times = timesInStep(rule, step, unit, first);
      budget.take(times.length / 4);
      const picked = [...positions(rule.BYSETPOS, times.length)];
      if (picked.length === 0) yield undefined;
      for (const index of picked) yield times[index];
    }
  };
}

/** Units longer than the step limit it; shorter ones expand it. */
function timesInStep({ BYHOUR, BYMINUTE, BYSECOND }: Rule, step: WallSecond, unit: number, first: WallSecond) {
  const { hour, minute, second } = clockAt(step);
  const ofFirst = clockAt(first);
  const isWithin = (numbers: readonly number[], value: number): boolean =>
    numbers.length === 0 || numbers.includes(value);
  if (!isWithin(BYHOUR, hour)) return [];
  if (unit < 3600 && !isWithin(BYMINUTE, minute)) return [];
  if (unit === 1) return isWithin(BYSECOND, second) ? [step] : [];
  const minutes = unit === 3600 ? orThat(BYMINUTE, ofFirst.minute) : [0];
  return minutes.flatMap((m) => orThat(BYSECOND, ofFirst.second).map((s) => step + m * 60 + s));
}

function clockAt(time: WallSecond): { hour: number; minute: number; second: number } {
  const ofDay = time - Math.floor(time / secondsOfDay) * secondsOfDay;
  return { hour: Math.floor(ofDay / 3600), minute: Math.floor(ofDay / 60) % 60, second: ofDay % 60 };
}
