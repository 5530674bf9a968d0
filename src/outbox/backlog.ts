import type { Database } from '../platform/database/database.js';
import { accountsWithPosition, isToBeRelayed } from './relay-position.js';

export interface RelayLag {
  /** Changes that it has not handed on yet. */
  changes: number;
  /** How long the oldest of them has waited. */
  seconds: number;
}

/** Counting ends here: that a relay is far behind can be known without how far. */
export const mostCounted = 10_000;

/** How far the relay of a consumer is behind the log, all accounts together; undefined when the database does not say. */
export async function readRelayLag(database: Database, consumer: string): Promise<RelayLag | undefined> {
  const query = database.orm.em.fork().execute<RelayLag[]>(
    `select count(*)::integer as changes,
       coalesce(greatest(extract(epoch from now() - min(waiting.created_at)), 0), 0)::float8 as seconds
     from (
       select behind.created_at from ${accountsWithPosition}
       cross join lateral (
         select change.created_at from change where ${isToBeRelayed}
         order by change.era, change.transaction_id, change.id limit ?
       ) behind
       limit ?
     ) waiting`,
    [consumer, mostCounted, mostCounted],
  );
  return query.then(
    ([lag]) => lag,
    () => undefined,
  );
}
