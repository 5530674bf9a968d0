import { Socket } from 'node:net';
import type pg from 'pg';
import { PreparingClient, SessionlessClient } from './preparing-client.js';

const connectMilliseconds = 5_000;
const statementMilliseconds = 8_000;
/** A database that lives says so earlier: each statement has ended by then. */
const silenceMilliseconds = 10_000;

/** The timeouts of a session, in milliseconds, by the names of PostgreSQL. */
export const sessionTimeouts = {
  statement_timeout: statementMilliseconds,
  idle_in_transaction_session_timeout: silenceMilliseconds,
};

/**
 * A statement has no parallel workers: they take longer to start (40 ms) than most statements take, and all requests
 * together would want more of them than there are cores.
 */
const plannerSettings = { max_parallel_workers_per_gather: 0 };

/** The settings of a session, by the names of PostgreSQL. */
export const sessionSettings = { ...sessionTimeouts, ...plannerSettings };

/** The driver has names of its own for the timeouts alone. */
const startupOptions = Object.entries(plannerSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/**
 * For every pool: nobody waits long for a database that is away, nor it for a process that is. A connection that has
 * fallen silent is closed, so that its place in the pool is free when the database is back.
 */
export const connectionLimits = {
  keepAlive: true,
  connectionTimeoutMillis: connectMilliseconds,
  stream: (): Socket => {
    const socket = new Socket();
    socket.once('end', () => socket.destroy(connectionError('ECONNRESET', 'the database has closed the connection')));
    return socket.setTimeout(silenceMilliseconds, () =>
      socket.destroy(connectionError('ETIMEDOUT', 'the database has fallen silent')),
    );
  },
};

/** With a code, which the driver's own error of a connection that ends does not have. */
function connectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/**
 * Options of a pool for the statements of requests and jobs.
 *
 * @param isPooled whether a pooler such as PgBouncer is between, in transaction mode. It refuses timeouts as startup
 *   parameters: `limitRole` sets them there.
 */
export function poolOptions(isPooled: boolean): pg.PoolConfig {
  return {
    ...connectionLimits,
    ...(isPooled
      ? { Client: SessionlessClient }
      : { Client: PreparingClient, ...sessionTimeouts, options: startupOptions }),
  };
}
