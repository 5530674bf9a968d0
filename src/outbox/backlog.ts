import type { AccountDatabase } from '../platform/database/account-database.js';
import type { Database } from '../platform/database/database.js';
import { accountsWithRelayCursor, isUnrelayed, relayConsumer } from './relay-cursor.js';

export interface RelayBacklog {
  /** Changes that the relay has not handled yet, at most `maxCounted`. */
  changes: number;
  /** Age of the oldest of them. */
  seconds: number;
}

/** Rows are counted up to this number: a long backlog would take long to count, and its exact length does not matter. */
export const maxCounted = 10_000;

/** Returns the backlog of the relay of jobs, all accounts together; undefined if the database does not answer. */
export async function readRelayBacklog(database: Database): Promise<RelayBacklog | undefined> {
  const query = database.orm.em.fork().execute<RelayBacklog[]>(
    `select count(*)::integer as changes,
       coalesce(greatest(extract(epoch from now() - min(waiting.created_at)), 0), 0)::float8 as seconds
     from (
       select behind.created_at from ${accountsWithRelayCursor()}
       cross join lateral (
         select change.created_at from change where ${isUnrelayed}
         order by change.era, change.transaction_id, change.id limit ?
       ) behind
       limit ?
     ) waiting`,
    [relayConsumer, maxCounted, maxCounted],
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
