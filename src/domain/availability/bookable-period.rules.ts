import { applyPeriod } from '../../platform/time/period.js';
import type { RequestContext } from '../context.js';
import type { Interval } from '../interval.rules.js';

/** The period in which public bookings may start: from now, limited by the account's two settings (spec, Account). */
export interface BookablePeriod extends Interval {
  readonly now: number;
}

/** Returns the current period. Without the settings it starts now and has no end. */
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
