import { Field, InputType } from 'type-graphql';
import { invalid } from '../../platform/errors.js';
import type { ArgumentValues } from '../../platform/list-cost.js';
import { Instant } from '../../platform/scalars.js';
import { daysBetween, type PlainDate } from '../../platform/time/plain-date.js';

/**
 * A half-open period: `from` is included, `to` is not, and either may be absent. A booking or event that ends at `from`
 * does not overlap it.
 */
@InputType({ description: 'Filters by overlap with a period. `from` is included, `to` is not; either may be absent.' })
export class During {
  @Field(() => Instant, { nullable: true, description: 'Returns items that end after this instant.' })
  from?: Date | null;
  @Field(() => Instant, { nullable: true, description: 'Returns items that begin before this instant.' })
  to?: Date | null;
}

@InputType({ description: 'A period with both ends. `from` is included, `to` is not.' })
export class Period {
  @Field(() => Instant, { description: 'The first instant of the period.' })
  from!: Date;
  @Field(() => Instant, { description: 'The end of the period, after `from`.' })
  to!: Date;
}

/** @throws DomainError INVALID on `to` if it is not after `from` */
export function validPeriod(during: During | null | undefined): During {
  const { from, to } = during ?? {};
  if (from && to && to <= from) throw invalid({ to: ['must be after from'] });
  return { from, to };
}

/** The default maximum of days between the two ends of a range. */
const defaultMaxDays = 366;

/** The same limits as those of instants. */
const earliest = '1900-01-01';
const latest = '2200-12-31';

/** Whether a date lies in the years 1900 to 2200. */
export function isSupportedDate(date: PlainDate): boolean {
  return date >= earliest && date <= latest;
}

/** A range of dates that includes both ends. */
export interface DateRange {
  from: PlainDate;
  to: PlainDate;
}

/**
 * Resolves the range of a request: `from` defaults to today, `to` to the later of today and `from` (spec, Resources).
 *
 * @throws DomainError INVALID on `from` outside the years 1900 to 2200, on `to` if it is before `from` or more than
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
  if (!isSupportedDate(first)) throw invalid({ from: ['is invalid'] });
  if (last < first) throw invalid({ to: ['must be after from'] });
  if (daysBetween(first, last) > maxDays) throw invalid({ to: [`must be within ${maxDays} days of from`] });
  return { from: first, to: last };
}

/**
 * Counts the dates between the arguments `from` and `to`, for the cost of a field. Assumes the longest range if one end
 * defaults to today.
 */
export function countDates({ from, to }: ArgumentValues): number {
  if (typeof to !== 'string') return 1;
  return typeof from === 'string' ? Math.min(defaultMaxDays, Math.max(1, daysBetween(from, to) + 1)) : defaultMaxDays;
}
