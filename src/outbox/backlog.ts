import type { AccountDatabase } from '../platform/database/account-database.js';
import type { Database } from '../platform/database/database.js';

/** The name under which the relay of jobs stores its cursor in the change log. */
export const relayConsumer = 'jobs';

/**
 * SQL: every account with a relay's cursor in the account's log.
 *
 * @param consumer the placeholder of the consumer
 */
export const accountsWithRelayCursor = (consumer: string): string => `account
  left join relay_position on relay_position.account_id = account.id and relay_position.consumer = ${consumer}`;

/** SQL: whether a change, joined with an account and its cursor, comes after the cursor. */
export const isUnrelayed = `change.account_id = account.id and (change.era, change.transaction_id, change.id) >
  (coalesce(relay_position.era, 1), coalesce(relay_position.transaction_id, '0'), coalesce(relay_position.change_id, 0))`;

interface RelayBacklog {
  /** Changes that the relay has not handled yet, at most `maxCounted`. */
  changes: number;
  /** Age of the oldest of them. */
  seconds: number;
}

/** Rows are counted up to this number. Counting a long backlog takes long, and its exact length does not matter. */
export const maxCounted = 10_000;

/** Returns the backlog of the relay of jobs, all accounts together; undefined if the database does not answer. */
export async function readRelayBacklog(database: Database): Promise<RelayBacklog | undefined> {
  const query = database.session.execute<RelayBacklog>(
    `select count(*)::integer as changes,
       coalesce(greatest(extract(epoch from now() - min(waiting.created_at)), 0), 0)::float8 as seconds
     from (
       select behind.created_at from ${accountsWithRelayCursor('$1')}
       cross join lateral (
         select change.created_at from change where ${isUnrelayed}
         order by change.era, change.transaction_id, change.id limit $2
       ) behind
       limit $2
     ) waiting`,
    [relayConsumer, maxCounted],
  );
  return query.then(
    ([backlog]) => backlog,
    () => undefined,
  );
}

const accountStatement = `select count(*)::integer as changes,
    coalesce(greatest(extract(epoch from $3::timestamptz - min(created_at)), 0), 0)::float8 as seconds
  from (
    select change.created_at from ${accountsWithRelayCursor('$2')} cross join change
    where account.id = $1 and ${isUnrelayed}
    order by change.era, change.transaction_id, change.id limit ${maxCounted}) as waiting`;

/** Returns the backlog of the relay of jobs in one account. */
export async function readAccountBacklog(db: AccountDatabase, now: Date): Promise<RelayBacklog> {
  const [backlog] = await db.query<RelayBacklog>(accountStatement, [relayConsumer, now]);
  return backlog ?? { changes: 0, seconds: 0 };
}
