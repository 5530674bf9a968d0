import { applyPeriod } from '../../platform/time/period.js';
import type { RequestContext } from '../context.js';
import type { Interval } from '../interval.rules.js';

/** When a public booking may start: not in the past, and within the account's two periods (spec, Account). */
export interface BookablePeriod extends Interval {
  readonly now: number;
}

/** The period as of now; without a setting it begins now, or has no end. */
export function bookablePeriod({ account, zone, clock }: RequestContext): BookablePeriod {
  const now = clock.now();
  const first = account.firstBookablePeriod && applyPeriod(account.firstBookablePeriod, now, zone);
  const last = account.futureBookablePeriod && applyPeriod(account.futureBookablePeriod, now, zone);
  return {
    now: now.getTime(),
    from: Math.max(now.getTime(), first ? first.getTime() : 0),
    to: last ? last.getTime() : Number.POSITIVE_INFINITY,
  };
}
