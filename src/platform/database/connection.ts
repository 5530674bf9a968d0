import { Socket } from 'node:net';
import type pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { PreparingClient, SessionlessClient } from './preparing-client.js';

const connectMilliseconds = 5_000;
const statementMilliseconds = 8_000;
/** A connection in use without any traffic for this long is lost. Longer than `statementMilliseconds`. */
const silenceMilliseconds = 10_000;

/**
 * A request after a pause is as fast as others only if its connection is still open: a new connection plans all
 * statements anew. With the driver's default of 10 seconds, a rarely used server would open a connection for most
 * requests.
 */
const idleMilliseconds = 600_000;

/** After this time without traffic, TCP sends a probe every second. Ten unanswered probes end the connection. */
const keepAliveMilliseconds = 30_000;

/** The timeouts of a session in milliseconds, by PostgreSQL's names. */
export const sessionTimeouts = {
  statement_timeout: statementMilliseconds,
  idle_in_transaction_session_timeout: silenceMilliseconds,
};

/**
 * Make PostgreSQL plan a statement once, in the same way for each account and whatever statistics it has.
 *
 * - Parallel workers take 40 ms to start, longer than most statements run, and concurrent requests would start more
 *   workers than there are cores.
 * - A prepared statement has one plan for all accounts, which is right for the largest: 0125-plans-of-accounts. PostgreSQL
 *   would compare its cost with that of plans for the values of a request, and plan for small accounts each time: 1 to 2 ms.
 * - Each index of a table with accounts begins with the account, so none is slower than reading the rows of all accounts.
 * - Where PostgreSQL is built with a compiler, it compiles what it takes for expensive. Up to version 17, that is each
 *   statement that has to read a table from the start to the end nevertheless. A compilation takes 0.1 s.
 * - PostgreSQL assumes a disk that takes four times as long for pages in the order of an index, and sorts a list instead.
 */
const plannerSettings = {
  max_parallel_workers_per_gather: 0,
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  random_page_cost: 1.1,
  jit: 'off',
};

/** The settings of a session, by PostgreSQL's names. */
export const sessionSettings = { ...sessionTimeouts, ...plannerSettings };

/** The planner settings as an option of the startup message. The driver has own options only for the timeouts. */
const startupOptions = Object.entries(plannerSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** Options for every pool. They limit the wait for an unavailable database, and the idle time of a connection. */
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
 *   startup parameters, so `limitRole` sets them.
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
 * Closes connections in use that have no traffic for `silence` milliseconds, so that the pool can open others when the
 * database is available again. Idle connections stay open.
 */
export function closeSilentConnections(pool: Pool, silence = silenceMilliseconds): void {
  const taken = takenFrom(pool);
  pool.on('connect', (client) => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(silence).on('timeout', () => {
      if (taken.has(client)) stream.destroy(connectionError('ETIMEDOUT', 'the database does not answer'));
      // Later traffic does not restart a timeout that has passed.
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
