import { Socket } from 'node:net';
import type pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { PreparingClient, SessionlessClient } from './preparing-client.js';

const connectMilliseconds = 5_000;
const statementMilliseconds = 8_000;
/** Longer than `statementMilliseconds`: a connection in use without any traffic for this long is lost. */
const silenceMilliseconds = 10_000;

/**
 * A request after a pause is as fast as others only if its connection is still open: a new one plans all statements anew.
 * With the driver's default of 10 seconds, a rarely used server would open one for most requests.
 */
const idleMilliseconds = 600_000;

/** After this time without traffic, TCP asks the database every second. Ten questions without an answer end the connection. */
const keepAliveMilliseconds = 30_000;

/** The timeouts of a session in milliseconds, by PostgreSQL's names. */
export const sessionTimeouts = {
  statement_timeout: statementMilliseconds,
  idle_in_transaction_session_timeout: silenceMilliseconds,
};

/**
 * No parallel workers: they take 40 ms to start, longer than most statements run, and concurrent requests would want
 * more of them than there are cores.
 */
const plannerSettings = { max_parallel_workers_per_gather: 0 };

/** The settings of a session, by PostgreSQL's names. */
export const sessionSettings = { ...sessionTimeouts, ...plannerSettings };

/** Passed as an option of the startup message: the driver has options of its own only for the timeouts. */
const startupOptions = Object.entries(plannerSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** Options for every pool. They bound the wait for a database that is unavailable, and how long a connection may be idle. */
export const connectionLimits = {
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMilliseconds,
  idleTimeoutMillis: idleMilliseconds,
  connectionTimeoutMillis: connectMilliseconds,
  stream: (): Socket => {
    const socket = new Socket();
    return socket.once('end', () =>
      socket.destroy(connectionError('ECONNRESET', 'the database has closed the connection')),
    );
  },
};

/** Creates an error with a code. The driver's own error for a closed connection has none. */
function connectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/**
 * Returns the options of the pool for the statements of requests and jobs.
 *
 * @param isPooled whether connections go through a pooler such as PgBouncer in transaction mode. It refuses timeouts as
 *   startup parameters, so `Database.limitRole` sets them.
 */
export function poolOptions(isPooled: boolean): pg.PoolConfig {
  return {
    ...connectionLimits,
    ...(isPooled
      ? { Client: SessionlessClient }
      : { Client: PreparingClient, ...sessionTimeouts, options: startupOptions }),
  };
}

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
