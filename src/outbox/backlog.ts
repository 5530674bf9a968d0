import type { Database } from '../platform/database/database.js';
import { accountsWithRelayCursor, isUnrelayed } from './relay-cursor.js';

export interface RelayBacklog {
  /** Changes that the relay has not handled yet, at most `maxCounted`. */
  changes: number;
  /** Age of the oldest of them. */
  seconds: number;
}

/** Rows are counted up to this number: a long backlog would take long to count, and its exact length does not matter. */
export const maxCounted = 10_000;

/** Returns the backlog of a consumer's relay, all accounts together; undefined if the database does not answer. */
export async function readRelayBacklog(database: Database, consumer: string): Promise<RelayBacklog | undefined> {
  const query = database.orm.em.fork().execute<RelayBacklog[]>(
    `select count(*)::integer as changes,
       coalesce(greatest(extract(epoch from now() - min(waiting.created_at)), 0), 0)::float8 as seconds
     from (
       select behind.created_at from ${accountsWithRelayCursor}
       cross join lateral (
         select change.created_at from change where ${isUnrelayed}
         order by change.era, change.transaction_id, change.id limit ?
       ) behind
       limit ?
     ) waiting`,
    [consumer, maxCounted, maxCounted],
  );
  return query.then(
    ([backlog]) => backlog,
    () => undefined,
  );
}
