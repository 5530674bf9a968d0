import { Gauge, type Registry } from 'prom-client';
import type { AccountUsage, UsageMeasure } from '../platform/fairness.js';

/** The accounts that have a label of their own, by measure. The number of time series of a scrape is bounded by it. */
const shownAccounts = 10;

/** Numbers by the id of an account. */
type Amounts = ReadonlyMap<number, number>;

/** The requests of accounts in this process. */
export type RequestCounts = () => { running: Amounts; waiting: Amounts };

/** Returns the amounts of the ten accounts with the most, by label, and the sum of all others as `other`. */
export function busiest(amounts: Amounts): [label: string, amount: number][] {
  const sorted = [...amounts].sort(([firstId, first], [secondId, second]) => second - first || firstId - secondId);
  const other = sorted.slice(shownAccounts).reduce((sum, [, amount]) => sum + amount, 0);
  const shown = sorted.slice(0, shownAccounts).map(([id, amount]): [string, number] => [String(id), amount]);
  return sorted.length > shownAccounts ? [...shown, ['other', other]] : shown;
}

const note = 'By id of the account for the ten with the most, `other` for the rest.';

/**
 * Adds what accounts use of this process. Amounts of the last minute, no counters: an account that enters or leaves the
 * ten would make the counter `other` fall.
 */
export function addAccountMetrics(registry: Registry, usage: AccountUsage): void {
  const lastMinute = (name: string, help: string, measure: UsageMeasure): void => {
    const gauge: Gauge<'account'> = new Gauge({
      name,
      help: `${help} ${note}`,
      labelNames: ['account'],
      registers: [registry],
      collect: () => {
        gauge.reset();
        for (const [account, amount] of busiest(usage.lastMinute(measure))) gauge.set({ account }, amount);
      },
    });
  };
  lastMinute(
    'booking_account_database_seconds',
    'Seconds for which requests and jobs have held connections to the database in the last minute.',
    'databaseSeconds',
  );
  lastMinute(
    'booking_account_refused_requests',
    'Requests of the last minute that the quotas of their account have refused.',
    'refusedRequests',
  );
  lastMinute('booking_account_emails', 'Emails that were sent in the last minute.', 'emails');
  lastMinute('booking_account_sms', 'SMS that were sent in the last minute.', 'sms');
  lastMinute(
    'booking_account_held_messages',
    'Messages that the quota of their account has held in the last minute until another day.',
    'heldMessages',
  );
  lastMinute('booking_account_deliveries', 'Attempts of webhook deliveries in the last minute.', 'deliveries');
}

/** Adds the requests in progress of a web process, and those that wait for their turn. */
export function addRequestMetrics(registry: Registry, counts: RequestCounts): void {
  const gauge: Gauge<'account' | 'state'> = new Gauge({
    name: 'booking_account_requests',
    help: `Requests that are in progress, and that wait for one of their account to end. ${note}`,
    labelNames: ['account', 'state'],
    registers: [registry],
    collect: () => {
      gauge.reset();
      const { running, waiting } = counts();
      for (const [account, amount] of busiest(running)) gauge.set({ account, state: 'in_progress' }, amount);
      for (const [account, amount] of busiest(waiting)) gauge.set({ account, state: 'waiting' }, amount);
    },
  });
}
