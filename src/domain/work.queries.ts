import type { AccountDatabase } from '../platform/database/account-database.js';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import type { Database } from '../platform/database/database.js';
import { isWritableAccount } from '../platform/database/writable-account.js';
import type { Clock } from '../platform/time/clock.js';
import type { RequestContext } from './context.js';
import { selectAccountsWithWork, selectWork, type Work, type WorkTimes, workKinds } from './work.rules.js';

/** SQL: selects the work of some kinds in the account `account.id`, with the kind. */
function unionOf(kinds: typeof workKinds, timesOf: (isOnServerClock: boolean) => WorkTimes): string {
  return kinds
    .map(([kind, rule]) => [kind, selectWork(rule, timesOf(rule.isOnServerClock ?? false))])
    .map(([kind, finder]) => `select '${kind}' as kind, id, due_at as "dueAt" from (${finder}) as found`)
    .join(' union all ');
}

const isOfAccountClock = ([, { isOnServerClock }]: (typeof workKinds)[number]): boolean => !isOnServerClock;
const isTimed = ([, { at }]: (typeof workKinds)[number]): boolean => at !== undefined;

/** In milliseconds. Work that was due longer ago counts as stuck, and gets a job again. */
const stuckAfter = 30_000;

/** `$1` is the time before which stuck work was due, `$2` the present time, both on the server's clock. */
const stuckWork = workKinds
  .map(([kind, rule]) => {
    const clock = rule.isOnServerClock ? 'server_clock' : 'clock';
    const times: WorkTimes = { condition: (column) => `${column} < ${clock}.before`, now: () => `${clock}.now` };
    return `select '${kind}' as kind, account.id as "accountId", found.id, found.due_at as "dueAt"
      from (${selectAccountsWithWork(rule)}) as candidate
      cross join lateral (
        select id, clock_offset, clock_target, clock_advanced_at from account
        where account.id = candidate.id and ${isWritableAccount} limit 1
      ) account
      cross join (select $1::timestamptz as before, $2::timestamptz as now) server_clock
      cross join lateral (select server_clock.before + clock_offset * interval '1 second' as before,
        server_clock.now + clock_offset * interval '1 second' as now) clock
      cross join lateral (${selectWork(rule, times)}) found`;
  })
  .join(' union all ');

/**
 * Finds the stuck work of all accounts that are neither paused nor moved. Looks only at accounts with open work, and only for
 * the kinds that they have.
 *
 * @param after in milliseconds
 */
export async function findStuckWork({ session }: Database, clock: Clock, after = stuckAfter): Promise<Work[]> {
  const now = clock.now();
  return session.execute<Work>(stuckWork, [new Date(now.getTime() - after), now]);
}

const timedWork = unionOf(
  workKinds.filter((kind) => isTimed(kind) && isOfAccountClock(kind)),
  () => ({ condition: (column) => `${column} > $2 and ${column} <= $3`, now: (column) => column }),
);

/** Finds the work that is due at an instant of the account's clock after `from`, up to `to`, in order. */
export async function findTimedWork(
  db: Pick<AccountDatabase | AccountTransaction, 'query'>,
  from: Date,
  to: Date,
  limit: number,
): Promise<Work[]> {
  return db.query<Work>(
    `select account.id as "accountId", timed.* from (select $1::integer as id) account cross join lateral (${timedWork}) timed
     order by "dueAt", kind, id limit $4`,
    [from, to, limit],
  );
}

/** Without deliveries, which are made in real time, and without the advance of the clock, which does not wait for itself. */
const dueWork = unionOf(workKinds.filter(isOfAccountClock), () => ({
  condition: (column) => `${column} <= $2::timestamptz`,
  now: () => '$2::timestamptz',
}));

/** Finds the work of an account that can be done at `now` of its clock, in the order in which it was due. */
export async function findDueWork({ db, clock }: RequestContext, limit: number): Promise<Work[]> {
  return db.query<Work>(
    `select account.id as "accountId", due.* from (select $1::integer as id) account cross join lateral (${dueWork}) due
     order by "dueAt", kind, id limit $3`,
    [clock.now(), limit],
  );
}
