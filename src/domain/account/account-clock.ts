import type { Clock } from '../../platform/time/clock.js';
import type { Account } from './account.entity.js';

/** Returns the clock of an account: for a sandbox ahead of the server's, for other accounts the server's itself. */
export function clockOf({ clockOffset }: Pick<Account, 'clockOffset'>, serverClock: Clock): Clock {
  if (clockOffset === 0) return serverClock;
  return { now: () => new Date(serverClock.now().getTime() + clockOffset * 1_000) };
}
