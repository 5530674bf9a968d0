import type { AccountDatabase } from '../platform/database/account-database.js';
import type { Database } from '../platform/database/database.js';
import type { Session } from '../platform/database/session.js';
import { readonlyAt } from '../platform/database/writable-account.js';
import { ownHorizon } from './log-reader.js';

/** The name under which the relay of jobs stores its cursor in the change log. */
export const relayConsumer = 'jobs';

/**
 * SQL: accounts with the cursor of a relay in the log of each. The cursor is a lateral subquery with a limit, because
 * PostgreSQL would otherwise read the cursors of all accounts to join them.
 *
 * @param accounts a from item with one column, the id
 * @param consumer the placeholder of the consumer
 */
const withRelayCursor = (accounts: string, consumer: string): string => `${accounts} as account (id)
  left join lateral (
    select era, transaction_id, change_id from relay_position
    where account_id = account.id and consumer = ${consumer} limit 1
  ) relay_position on true`;

/** SQL: the rows of `change` after the cursor of `account`, in the order of the log. */
const unrelayed = `from change where change.account_id = account.id and (change.era, change.transaction_id, change.id) >
    (coalesce(relay_position.era, 1), coalesce(relay_position.transaction_id, '0'), coalesce(relay_position.change_id, 0))
  order by change.account_id, change.era, change.transaction_id, change.id`;

/** In milliseconds. How often the logs of all accounts are looked at. */
const sweepInterval = 60 * 60 * 1_000;

/** The accounts that a look at the log has found behind. */
interface Look {
  /** The ids of the accounts with changes that were not relayed. Those that another cell has are left out. */
  behind: readonly number[];
  /** Those of them that are not paused. */
  active: readonly number[];
  /** Every change of a smaller transaction id was relayed, or is of an account in `behind`. */
  horizon: string;
}

interface LastLook extends Partial<Look> {
  /** When the logs of all accounts were looked at, in milliseconds of a monotonic clock. */
  sweptAt: number;
}

const nothingSeen = (): LastLook => ({ sweptAt: 0 });

/**
 * Finds the accounts with changes that a relay has not handled. The first call looks at the log of every account; each
 * further call only at those that were behind at the call before, and at those that have recorded a change since.
 *
 * No change is skipped. After each call, a change that is not relayed has a transaction id of at least `horizon`, or its
 * account is in `behind`:
 * - One statement reads horizon and changes, in one snapshot. The transaction of a change below the horizon was not running
 *   then, so the change was visible, or was never committed.
 * - A visible change that is not relayed later was not relayed at that time, because the cursor of a relay only advances. By
 *   the statement about the call before, its account was looked at, and is in `behind` now.
 *
 * So each process keeps this by itself: any number of consumers and processes may look, whoever relays the changes. An
 * account whose relay fails stays in `behind`, without holding the horizon back. It costs one look-up a call.
 *
 * The statement holds for the transactions of one server. The relay calls `forget` when the connection for notices was
 * lost, as at each restart and failover. Rows that are loaded with the transaction ids of another server, by a restore
 * or by logical replication, are found by the next notice of their account, which the end of its pause sends, too, or by the
 * look at the logs of all accounts every hour. So are the changes of an account that another cell has, if it comes back.
 *
 * The index `change_transaction` makes a look cost what was recorded since the last one. Rejected: a column or table of
 * accounts with new changes, which each transaction would write, too; BRIN, which does not support `xid8`, and whose end,
 * all that was recorded since the last vacuum, would be read each time.
 */
export class AccountsBehind {
  readonly #consumer: string;
  #last = nothingSeen();

  constructor(consumer: string) {
    this.#consumer = consumer;
  }

  /** Makes the next call look at the logs of all accounts. */
  forget(): void {
    this.#last = nothingSeen();
  }

  /** Do not call it within a transaction: `ownHorizon` says why. */
  async find(session: Session): Promise<Look> {
    const last = this.#last;
    const now = performance.now();
    const isSweep = last.horizon === undefined || now - last.sweptAt > sweepInterval;
    const parameters = isSweep ? [this.#consumer] : [this.#consumer, last.behind, last.horizon];
    const [look] = await session.execute<Look>(isSweep ? lookAtAll : lookAtRecent, parameters);
    if (!look) throw new Error('the database did not return the accounts behind');
    // Not if `forget` was called meanwhile.
    if (this.#last === last) this.#last = { ...look, sweptAt: isSweep ? now : last.sweptAt };
    return look;
  }
}

const lookAt = (accounts: string): string => `with behind as materialized (
    select account.id, (
      select coalesce(paused_at, ${readonlyAt}) from account own where own.id = account.id) as paused_at
    from ${withRelayCursor(accounts, '$1')} where (select true ${unrelayed} limit 1)
      and (select moved_to is null from account own where own.id = account.id))
  select array(select id from behind) as behind, array(select id from behind where paused_at is null) as active,
    ${ownHorizon}::text as horizon`;

const lookAtAll = lookAt('(select id from account)');

/** The upper bound excludes no row. PostgreSQL chooses the index for a range, and not for a lower bound of unknown value. */
const lookAtRecent = lookAt(`(
    select unnest($2::integer[]) union select account_id from change
    where transaction_id >= $3::xid8 and transaction_id < pg_snapshot_xmax(pg_current_snapshot()))`);

interface RelayBacklog {
  /** Changes that the relay has not handled yet, at most `maxCounted`. */
  changes: number;
  /** Age of the oldest of them. */
  seconds: number;
}

/** Rows are counted up to this number. Counting a long backlog takes long, and its exact length does not matter. */
export const maxCounted = 10_000;

/** SQL: counts the changes of accounts that are not relayed. `now` is the present time. */
const countIn = (accounts: string, consumer: string, now: string): string => `select count(*)::integer as changes,
    coalesce(greatest(extract(epoch from ${now} - min(waiting.created_at)), 0), 0)::float8 as seconds
  from (
    select behind.created_at from ${withRelayCursor(accounts, consumer)}
    cross join lateral (select change.created_at ${unrelayed} limit ${maxCounted}) behind
    limit ${maxCounted}
  ) waiting`;

const backlogOfAll = countIn('unnest($2::integer[])', '$1', 'now()');
const backlogOfAccount = countIn('(select $1::integer)', '$2', '$3::timestamptz');

/** Returns the backlog of the relay of jobs in all accounts; undefined if the database does not answer. */
export async function readRelayBacklog(
  { session }: Database,
  accountsBehind: AccountsBehind,
): Promise<RelayBacklog | undefined> {
  try {
    const { behind } = await accountsBehind.find(session);
    if (behind.length === 0) return { changes: 0, seconds: 0 };
    const [backlog] = await session.execute<RelayBacklog>(backlogOfAll, [relayConsumer, behind]);
    return backlog;
  } catch {
    return undefined;
  }
}

/** Returns the backlog of the relay of jobs in one account. */
export async function readAccountBacklog(db: AccountDatabase, now: Date): Promise<RelayBacklog> {
  const [backlog] = await db.query<RelayBacklog>(backlogOfAccount, [relayConsumer, now]);
  return backlog ?? { changes: 0, seconds: 0 };
}
