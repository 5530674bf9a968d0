import { invalid } from '../platform/errors.js';
import type { ArgumentValues } from '../platform/list-cost.js';
import { daysBetween, type PlainDate } from '../platform/time/plain-date.js';

/** The most days between the two ends of a range, unless the request has a lower limit. */
const defaultMaxDays = 366;

/** As of instants: outside of them there is nothing to be asked about. */
const earliest = '1900-01-01';
const latest = '2200-12-31';

/** Whether a date is in the years 1900 to 2200. */
export function isWithinReach(date: PlainDate): boolean {
  return date >= earliest && date <= latest;
}

/** Dates from one to another, both included. */
export interface DateRange {
  from: PlainDate;
  to: PlainDate;
}

/**
 * The dates that a request asks for: both ends are today unless given, and the end is never before a beginning that
 * is given alone (spec, Resources).
 *
 * @throws DomainError INVALID on `from` outside the years 1900 to 2200, on `to` when it is before `from`, or more than
 * `maxDays` days after it
 */
export function dateRange(
  from: PlainDate | null | undefined,
  to: PlainDate | null | undefined,
  today: PlainDate,
  maxDays = defaultMaxDays,
): DateRange {
  const first = from ?? today;
  const last = to ?? (first > today ? first : today);
  if (!isWithinReach(first)) throw invalid({ from: ['is invalid'] });
  if (last < first) throw invalid({ to: ['must be after from'] });
  if (daysBetween(first, last) > maxDays) throw invalid({ to: [`must be within ${maxDays} days of from`] });
  return { from: first, to: last };
}

/** How many dates the arguments `from` and `to` name, for the cost of a field; the most when today is one end. */
export function countDates({ from, to }: ArgumentValues): number {
  if (typeof to !== 'string') return 1;
  return typeof from === 'string' ? Math.min(defaultMaxDays, Math.max(1, daysBetween(from, to) + 1)) : defaultMaxDays;
}
