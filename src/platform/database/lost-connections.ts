import { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { connectionError, silenceMilliseconds } from './connection.js';

/**
 * Releases connections that end inside a transaction. The ORM's query builder releases only those that it could commit
 * or roll back (kysely issue 1990), so each loss would make the pool one connection smaller.
 */
export function releaseLostConnections(pool: Pool): void {
  const taken = takenFrom(pool);
  pool.on('connect', (client) => {
    client.once('end', () => {
      // After the owner had the chance to release it.
      setImmediate(() => taken.has(client) && client.release(true));
    });
  });
}

/**
 * Closes connections in use that are without any traffic for `silence` milliseconds, so that the pool can open others
 * when the database is back. Idle connections may be silent.
 */
export function closeSilentConnections(pool: Pool, silence = silenceMilliseconds): void {
  const taken = takenFrom(pool);
  pool.on('connect', (client) => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(silence).on('timeout', () => {
      if (taken.has(client)) stream.destroy(connectionError('ETIMEDOUT', 'the database does not answer'));
      // A timeout that has passed is not started again by later traffic.
      else stream.setTimeout(silence);
    });
  });
}

/** Returns the connections of a pool that are in use. */
function takenFrom(pool: Pool): WeakSet<PoolClient> {
  const taken = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_error, client) => taken.delete(client));
  return taken;
}
