import type { Pool, PoolClient } from 'pg';

/**
 * Gives the pool back the place of a connection that ended within a transaction. The ORM's query builder gives back
 * only what it could commit or roll back (kysely, issue 1990), so each loss would leave the pool one smaller.
 */
export function releaseLostConnections(pool: Pool): void {
  const taken = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_error, client) => taken.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      // After whoever gives it back himself.
      setImmediate(() => taken.has(client) && client.release(true));
    });
  });
}
