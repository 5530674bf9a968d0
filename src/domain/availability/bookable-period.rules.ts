import type { Interval } from '../../platform/time/interval.js';
import { applyPeriod } from '../../platform/time/period.js';
import type { RequestContext } from '../context.js';

/** The period in which public bookings may start: from now, limited by the account's two settings (spec, Account). */
export interface BookablePeriod extends Interval {
  readonly now: number;
}

/** Returns the current period. Without the settings it starts now and has no end. */
export function bookablePeriod(context: RequestContext): BookablePeriod {
  const { account, zone, clock } = context;
  const now = clock.now();
  const first = account.firstBookablePeriod && applyPeriod(account.firstBookablePeriod, now, zone);
  return {
    now: now.getTime(),
    from: Math.max(now.getTime(), first ? first.getTime() : 0),
    to: endOfBookablePeriod(context, now),
  };
}

/** Returns the last start, in epoch milliseconds, that can be booked at an instant. Infinite without the setting. */
export function endOfBookablePeriod({ account, zone }: Pick<RequestContext, 'account' | 'zone'>, at: Date): number {
  const last = account.futureBookablePeriod && applyPeriod(account.futureBookablePeriod, at, zone);
  return last ? last.getTime() : Number.POSITIVE_INFINITY;
}
