import rrule from 'rrule';
import { dateOfEpochDay, epochDayOf, weekdayOf } from '../time/plain-date.js';
import { maxNth, type Rule, type RuleDay, secondsOfDay, type WallSecond } from './rule-text.js';

const { RRule, Weekday } = rrule;

const day = secondsOfDay * 1000;
const lastDay = epochDayOf('2200-12-31');

/** The last second that can be stored, as for all instants. */
export const lastSecond: WallSecond = (lastDay + 1) * secondsOfDay - 1;

/**
 * The library searches for occurrences up to the year 9999, and cannot be stopped while it finds none. The calendar
 * repeats every 400 years, including weekdays, so dates are shifted to the last centuries before 9999.
 */
const centuriesShift = 19 * 146_097;

/**
 * Within a century the calendar repeats every 28 years, so the dates of a short span are shifted to the last of them before
 * 9999: a rule that never matches then takes 1 to 10 ms instead of 40 to 160.
 */
const cycle = 28;
const lastShiftedYear = 9998;

/** The times that a caller of `visitTimes` needs. Both ends are included. */
export interface WallSpan {
  from: WallSecond;
  to: WallSecond;
  /** The maximum number of times or steps that are checked; 250,000 by default. */
  maxSteps?: number;
}

/** Returns the days by which the dates of a span are shifted for the library. */
function shiftOf(start: number, end: number): number {
  const [year, endYear] = [start, end].map((epochDay) => Number(dateOfEpochDay(epochDay).slice(0, 4)));
  const isInOneCentury = year !== undefined && endYear !== undefined && year >= 1902 && endYear <= 2097;
  if (!isInOneCentury || endYear - year > cycle) return centuriesShift;
  const firstOf = (of: number): number => epochDayOf(`${of}-01-01`);
  const weekday = weekdayOf(`${year}-01-01`);
  let shifted = lastShiftedYear - (endYear - year);
  while (shifted % 4 !== year % 4 || weekdayOf(`${shifted}-01-01`) !== weekday) shifted -= 1;
  return firstOf(shifted) - firstOf(year);
}

/** The maximum number of times or steps that are checked for one rule. They take up to 0.2 s. */
const maxSteps = 250_000;

/** Thrown for a rule that matches too few of the times that it checks. */
export class TooManySteps extends Error {}

/**
 * Calls `visit` with the times of a rule in order, from the day of the first occurrence to the year 2200, until it returns
 * false. Parts that the rule omits are taken from the first occurrence.
 *
 * The work is bounded for every rule, because the library only finds dates, and at most those of 500 years.
 * With a span, it starts at the last period of the rule before the span, so a daily rule that began 20 years ago takes
 * 0.3 ms for a year instead of 3 to 70.
 *
 * rrule-temporal 2.2.7 passed the examples of RFC 5545 and was rejected as a replacement of this file, because of these failures:
 * - It ignored weekdays without a number beside weekdays with one (`BYDAY=WE,3TU`), in 7 of the 373 rules of the
 *   differential test's first seed, and dropped BYMONTHDAY beside BYWEEKNO and BYMONTH or beside BYYEARDAY and BYDAY.
 * - `maxIterations` and `maxCandidateEvaluations` did not bound it: `FREQ=WEEKLY;BYSETPOS=366` with every hour, minute
 *   and second took longer than 6 s. `INTERVAL=999999999` threw `Out-of-bounds date`.
 * - The 500 rules of that seed took 123 s instead of 10 s.
 *
 * @param span times outside it may be left out. `visit` returns false after the end.
 * @returns whether `visit` has returned false
 * @throws TooManySteps
 */
export function visitTimes(
  rule: Rule,
  first: WallSecond,
  visit: (time: WallSecond) => boolean,
  span?: WallSpan,
): boolean {
  const firstDay = Math.floor(first / secondsOfDay);
  const timesIn = isOfDays(rule) ? timesInDays(rule, first) : timesInSteps(rule, first);
  const limit = span?.maxSteps ?? maxSteps;
  let steps = 0;
  return visitPeriods(rule, firstDay, span, (days) => {
    for (const time of timesIn(days)) {
      steps += 1;
      if (steps > limit) throw new TooManySteps();
      if (time !== undefined && !visit(time)) return false;
    }
    return true;
  });
}

/** Yields the times within the days of a period in order, and undefined for each step without one. */
type TimesIn = (days: readonly number[]) => Iterable<WallSecond | undefined>;

function isOfDays({ frequency }: Rule): boolean {
  return ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'].includes(frequency);
}

/** Calls `visit` with the matching days of each period, from which BYSETPOS selects, as days since 1970-01-01. */
function visitPeriods(
  rule: Rule,
  firstDay: number,
  span: WallSpan | undefined,
  visit: (days: number[]) => boolean,
): boolean {
  const start = startOfPeriod(rule, firstDay);
  const searched = span ? lastPeriodBefore(rule, start, Math.floor(span.from / secondsOfDay)) : start;
  const shift = span ? shiftOf(searched, Math.floor(span.to / secondsOfDay)) : centuriesShift;
  let days: number[] = [];
  let period = start;
  let isEnded = false;
  const end = (): boolean => {
    isEnded ||= days.length > 0 && !visit(days);
    days = [];
    return isEnded;
  };
  libraryRule(rule, firstDay, searched + shift).all((date) => {
    const found = date.getTime() / day - shift;
    const periodOfFound = startOfPeriod(rule, found);
    if (found > lastDay || (periodOfFound !== period && end())) return false;
    if (isInTurn(rule, start, periodOfFound)) days.push(found);
    period = periodOfFound;
    return true;
  });
  return end();
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
  return epochDayOf(
    `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`,
  );
}

/** Returns the months since the year 0. */
function monthOf(epochDay: number): number {
  const date = dateOfEpochDay(epochDay);
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** Creates a rule of the library with the days of `rule`, without its times and count. @param start shifted */
function libraryRule(rule: Rule, firstDay: number, start: number) {
  const { frequency, interval, weekStart, BYWEEKNO, BYYEARDAY } = rule;
  const { byMonth, byMonthDay, byDay } = daysFromFirst(rule, firstDay);
  const isMonthly = frequency === 'MONTHLY';
  return new RRule(
    {
      freq: isMonthly ? RRule.MONTHLY : RRule.YEARLY,
      interval: isMonthly || frequency === 'YEARLY' ? interval : 1,
      dtstart: new Date(start * day),
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

/** If one weekday has an nth, the library requires it of all: every Monday becomes the first, second and so on. */
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
function timesInDays({ BYHOUR, BYMINUTE, BYSECOND, BYSETPOS }: Rule, first: WallSecond): TimesIn {
  const firstDay = Math.floor(first / secondsOfDay);
  const { hour, minute, second } = clockAt(first);
  const times = orThat(BYHOUR, hour).flatMap((h) =>
    orThat(BYMINUTE, minute).flatMap((m) => orThat(BYSECOND, second).map((s) => h * 3600 + m * 60 + s)),
  );
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
function timesInSteps(rule: Rule, first: WallSecond): TimesIn {
  const unit = rule.frequency === 'HOURLY' ? 3600 : rule.frequency === 'MINUTELY' ? 60 : 1;
  const length = unit * rule.interval;
  const start = Math.floor(first / unit) * unit;
  return function* ([found = 0]) {
    const midnight = found * secondsOfDay;
    let step = start + Math.max(0, Math.ceil((midnight - start) / length)) * length;
    for (; step < midnight + secondsOfDay; step += length) {
      const times = timesInStep(rule, step, unit, first);
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
