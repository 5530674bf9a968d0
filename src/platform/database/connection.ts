import { Socket } from 'node:net';
import pg from 'pg';

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

/** The most statements that a process prepares by name. Lists with many filters differ in their text. */
const maxPreparedStatements = 500;

const statementNames = new Map<string, string>();

/** PostgreSQL parses a statement with parameters once per connection, and may keep its plan. */
class PreparingClient extends pg.Client {
  override query = ((query: unknown, ...rest: unknown[]) => {
    const [values] = rest;
    const name = typeof query === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(query) : undefined;
    const parameters = name === undefined ? [query, ...rest] : [{ name, text: query, values }, ...rest.slice(1)];
    return Reflect.apply(pg.Client.prototype.query, this, parameters);
  }) as pg.Client['query'];
}

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= maxPreparedStatements) return known;
  const name = `statement_${++statements}`;
  statementNames.set(text, name);
  return name;
}

let statements = 0;

/** Gives statements new names, so that each connection prepares them again. Called after the schema has changed. */
export function forgetPreparedStatements(): void {
  statementNames.clear();
}

/** Through a pooler, each transaction may run on another session: a statement prepared by name would not be there. */
class SessionlessClient extends pg.Client {
  override query = ((query: unknown, ...rest: unknown[]) =>
    Reflect.apply(pg.Client.prototype.query, this, [withoutName(query), ...rest])) as pg.Client['query'];
}

function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
  return isNamed ? { ...query, name: undefined } : query;
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
    ...(isPooled ? { Client: SessionlessClient } : { Client: PreparingClient, ...sessionTimeouts }),
  };
}
