import type { Pool, PoolClient } from 'pg';

/**
 * Releases connections that end inside a transaction. The ORM's query builder releases only those that it could commit
 * or roll back (kysely issue 1990), so each loss would make the pool one connection smaller.
 */
export function releaseLostConnections(pool: Pool): void {
  const taken = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_error, client) => taken.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      // After the owner had the chance to release it.
      setImmediate(() => taken.has(client) && client.release(true));
    });
  });
}
