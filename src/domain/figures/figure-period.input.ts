import { Field, InputType } from 'type-graphql';
import { invalid } from '../../platform/errors.js';
import { Instant } from '../../platform/scalars.js';
import type { Zone } from '../../platform/time/zone.js';
import type { Interval } from '../interval.rules.js';
import { wallDaysBetween } from './buckets.rules.js';

/** In days on the wall clock: a leap year. */
const maxDays = 366;

@InputType({
  description:
    'The period of figures: at most 366 days. `from` is included, `to` is not. A date is its first instant: the figures of March are from 2026-03-01 to 2026-04-01.',
})
export class FigurePeriod {
  @Field(() => Instant, { description: 'The first instant of the period.' })
  from!: Date;

  @Field(() => Instant, { description: 'The end of the period, after `from`.' })
  to!: Date;
}

/** @throws DomainError INVALID on `to` if it is not after `from`, or too long after it */
export function validFigurePeriod({ from, to }: FigurePeriod, zone: Zone): Interval {
  const period = { from: from.getTime(), to: to.getTime() };
  if (period.to <= period.from) throw invalid({ to: ['must be after from'] });
  if (wallDaysBetween(period, zone) > maxDays) throw invalid({ to: [`must be within ${maxDays} days of from`] });
  return period;
}
