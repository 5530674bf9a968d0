import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

/**
 * Error codes of Node and SQLSTATEs of PostgreSQL for a connection that could not be opened or was lost. A wrong
 * setting (password, user, database, TLS) has other codes, or none.
 */
const connectionErrors: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT', // no socket at that path
  'ENOTFOUND', // container networks resolve the name of a database only while it runs
  'EAI_AGAIN',
  '08000', // connection_exception
  '08001',
  '08003',
  '08004',
  '08006',
  '08P01', // what PgBouncer answers while its server is away
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
]);

const code = 'DATABASE_UNAVAILABLE';

/**
 * The database was unavailable and the statement had no effect: it was not sent, or its transaction was rolled back. It
 * can be retried.
 */
class DatabaseUnavailableError extends Error {
  /** The ORM's exceptions copy the properties of the driver's errors, but not their class. */
  readonly code = code;

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Whether the database was unavailable and the statement had no effect. */
export function isUnavailable(error: unknown): boolean {
  return codeOf(error) === code;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Whether the current request has committed anything: then an error must not claim that nothing was done. */
const requestWrites = new AsyncLocalStorage<{ hasWritten: boolean }>();

/**
 * Runs a request. Once it has committed anything, the loss of a connection is no longer reported as `isUnavailable`.
 */
export function trackWrites<Result>(request: () => Result): Result {
  return requestWrites.run({ hasWritten: false }, request);
}

type Query = (text: unknown, ...rest: unknown[]) => unknown;

/**
 * Converts errors of a pool and its connections, so that `isUnavailable` recognises them. The driver has no class for
 * them, and only here is it known which statement was being sent.
 *
 * @param patience the pool's timeout for a connection, in milliseconds
 */
export function reportUnavailability(pool: Pool, patience: number): void {
  const connect = pool.connect.bind(pool);
  const tryToConnect = async (): Promise<PoolClient> => {
    const begunAt = performance.now();
    try {
      return await connect();
    } catch (error) {
      // The pool's timeout has no code. The pool is exhausted, or the database does not answer.
      const hasTimedOut = codeOf(error) === undefined && performance.now() - begunAt >= patience - 10;
      throw hasTimedOut || connectionErrors.has(codeOf(error)) ? new DatabaseUnavailableError(error) : error;
    }
  };
  Object.assign(pool, {
    connect: (callback?: Parameters<Pool['connect']>[0]) => (callback ? connect(callback) : tryToConnect()),
  });
  pool.on('connect', reportLoss);
}

function reportLoss(client: PoolClient): void {
  const query: Query = client.query.bind(client);
  let isLost = false;
  let isInTransaction = false;
  client.on('error', () => {
    isLost = true;
  });
  client.once('end', () => {
    isLost = true;
  });
  const watched: Query = async (text, ...rest) => {
    const wasLost = isLost;
    const statement = kindOf(text);
    try {
      const result = await query(text, ...rest);
      const writes = requestWrites.getStore();
      if (writes && (statement === 'commit' || (statement === 'write' && !isInTransaction))) writes.hasWritten = true;
      if (statement === 'begin') isInTransaction = true;
      if (statement === 'commit' || statement === 'rollback') isInTransaction = false;
      return result;
    } catch (error) {
      const isConnectionError = wasLost || isLost || connectionErrors.has(codeOf(error));
      // A commit, or a write outside a transaction, may have taken effect although its response was lost.
      const isOutcomeKnown = wasLost || (statement !== 'commit' && (statement !== 'write' || isInTransaction));
      const hasWritten = requestWrites.getStore()?.hasWritten === true;
      throw isConnectionError && isOutcomeKnown && !hasWritten ? new DatabaseUnavailableError(error) : error;
    }
  };
  const isPromised = (parameters: unknown[]): boolean =>
    typeof parameters[0] === 'string' && typeof parameters.at(-1) !== 'function';
  Object.assign(client, {
    query: (...parameters: [unknown, ...unknown[]]) =>
      isPromised(parameters) ? watched(...parameters) : query(...parameters),
  });
}

type Statement = 'begin' | 'commit' | 'rollback' | 'read' | 'write';

function kindOf(text: unknown): Statement {
  const [, word = ''] = /^\s*(\w+)/.exec(String(text)) ?? [];
  switch (word.toLowerCase()) {
    case 'begin':
    case 'start':
      return 'begin';
    case 'commit':
      return 'commit';
    case 'rollback':
      return /^\s*rollback\s+to\b/i.test(String(text)) ? 'read' : 'rollback';
    case 'select':
    case 'savepoint':
    case 'release':
      return 'read';
    default:
      return 'write';
  }
}
