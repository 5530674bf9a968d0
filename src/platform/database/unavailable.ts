import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

/**
 * `connection`: it could not be opened, or was lost. If a commit was being sent, its outcome is unknown.
 * `outage`: the database refuses the statement, as it would refuse others. It was rolled back.
 * `statement`: the statement itself took too long or too much, alone or beside others. It was rolled back.
 */
type Cause = 'connection' | 'outage' | 'statement';

/**
 * Error codes of Node and SQLSTATEs of PostgreSQL for failures that end without a change of the request. A wrong setting
 * (password, user, database, TLS) and a missing file of an extension have other codes, or none.
 */
export const temporaryErrors: Readonly<Record<string, Cause>> = {
  ECONNREFUSED: 'connection',
  ECONNRESET: 'connection',
  EPIPE: 'connection',
  ETIMEDOUT: 'connection',
  EHOSTDOWN: 'connection',
  EHOSTUNREACH: 'connection',
  ENETDOWN: 'connection',
  ENETUNREACH: 'connection',
  ENOENT: 'connection', // no socket at that path
  ENOTFOUND: 'connection', // container networks resolve the name of a database only while it runs
  EAI_AGAIN: 'connection',
  '08000': 'connection', // connection_exception
  '08001': 'connection',
  '08003': 'connection',
  '08004': 'connection',
  '08006': 'connection',
  '08P01': 'connection', // from PgBouncer while its server is unavailable
  '25006': 'outage', // read_only_sql_transaction, also of a paused account
  '25P03': 'connection', // idle_in_transaction_session_timeout
  '53000': 'outage', // insufficient_resources
  '53100': 'outage', // disk_full
  '53200': 'outage', // out_of_memory
  '53300': 'connection', // too_many_connections
  '53400': 'statement', // configuration_limit_exceeded, such as temp_file_limit
  '55P03': 'statement', // lock_not_available
  '57014': 'statement', // query_canceled: statement_timeout, or an administrator
  '57P01': 'connection', // admin_shutdown
  '57P02': 'connection', // crash_shutdown
  '57P03': 'connection', // cannot_connect_now
  '57P05': 'connection', // idle_session_timeout
  '58000': 'outage', // system_error
  '58030': 'outage', // io_error
};

/**
 * SQLSTATEs of transactions that conflicted with others. They are repeated. The last failure is as temporary as a
 * timeout.
 */
export const conflicts: ReadonlySet<unknown> = new Set(['40001', '40P01']);

function causeOf(error: unknown): Cause | undefined {
  const code = codeOf(error);
  return typeof code === 'string' && Object.hasOwn(temporaryErrors, code) ? temporaryErrors[code] : undefined;
}

/** The ORM's exceptions copy the properties of the driver's errors, but not their class. */
const codes = { connection: 'DATABASE_UNAVAILABLE', outage: 'DATABASE_UNAVAILABLE', statement: 'DATABASE_BUSY' };

/** The statement had no effect: it was not sent, or its transaction was rolled back. It can be retried. */
class DatabaseUnavailableError extends Error {
  readonly code: string;

  constructor(error: unknown, cause: Cause) {
    super(messageOf(error), { cause: error });
    this.name = 'DatabaseUnavailableError';
    this.code = codes[cause];
  }
}

/** Converts the failure to get a connection, unless the request has written. */
export function toUnavailable(error: unknown): unknown {
  return hasWritten() ? error : new DatabaseUnavailableError(error, 'connection');
}

/** Whether all connections of the pool were in use until its timeout. The driver's error has no code. */
export function isPoolTimeout(error: unknown): boolean {
  return messageOf(error) === 'timeout exceeded when trying to connect';
}

/** Like the error of a statement that `require_writable_account` refuses, for work that finds out before. */
export class AccountPausedError extends Error {
  readonly code = codes.outage;

  constructor(accountId: number) {
    super(`account ${accountId} is paused`);
    this.name = 'AccountPausedError';
  }
}

/** Like the error of a statement that `require_writable_cell` refuses, for work that finds out before. */
export class ReadonlyCellError extends Error {
  readonly code = codes.outage;

  constructor(cell: string) {
    super(`cell ${cell} is read-only`);
    this.name = 'ReadonlyCellError';
  }
}

/**
 * Whether an error is that of a paused account, a read-only cell or a new account in a cell that is drained, by itself or of a
 * statement that the database refused. All are planned, such as for a move: nobody needs to act.
 */
export function isPause(error: unknown): boolean {
  return (
    isUnavailable(error) &&
    /\b(?:account \d+ is paused|cell \S+ is (?:read-only|being drained))$/.test(messageOf(error))
  );
}

/** The levels of log lines about failures, most severe first. */
const failureLevels = ['error', 'warn', 'info'] as const;

export type FailureLevel = (typeof failureLevels)[number];

/** Returns the level of a log line about a failure: `info` for a paused account, `warn` while the database is unavailable. */
export function levelOfFailure(error: unknown): FailureLevel {
  if (isPause(error)) return 'info';
  return isUnavailable(error) ? 'warn' : 'error';
}

/** Returns the level of the worst of several failures, `info` without any. */
export function levelOfFailures(errors: readonly unknown[]): FailureLevel {
  const levels = errors.map(levelOfFailure);
  return failureLevels.find((level) => levels.includes(level)) ?? 'info';
}

/** The reason why this process must not use the database. */
export interface DatabaseRefusal {
  reason: Error;
  /** Jobs that run may end. */
  isOfRequestsOnly: boolean;
}

/**
 * Returns the error of a statement that is not sent because of a refusal. Undefined for one that is sent nevertheless: a
 * request that has written ends with its response.
 */
export function errorOfRefusal({ reason, isOfRequestsOnly }: DatabaseRefusal): Error | undefined {
  const isAllowed = requestWrites.getStore() ? hasWritten() : isOfRequestsOnly;
  return isAllowed ? undefined : new DatabaseUnavailableError(reason, 'outage');
}

/** Whether a transaction conflicted with others, and was rolled back. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error));
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Whether the database was unavailable and nothing was written. A retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return isOutage(error) || codeOf(error) === codes.statement || (conflicts.has(codeOf(error)) && !hasWritten());
}

/** Like `isUnavailable`, without errors that the statement itself may cause. Work that fails with it is only late. */
export function isOutage(error: unknown): boolean {
  return codeOf(error) === codes.outage;
}

/** Whether the statement itself took too long or too much. */
export function isTooCostly(error: unknown): boolean {
  return codeOf(error) === codes.statement || causeOf(error) === 'statement';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Whether the current request has committed anything. An error must then not claim that nothing was written. */
const requestWrites = new AsyncLocalStorage<{ hasWritten: boolean }>();

const hasWritten = (): boolean => requestWrites.getStore()?.hasWritten === true;

/**
 * Runs a request. Once it has committed anything, no error is reported as `isUnavailable` any more.
 */
export function trackWrites<Result>(request: () => Result): Result {
  return requestWrites.run({ hasWritten: false }, request);
}

/** Whether a request runs that has committed nothing, so that its client may be told to repeat it. Jobs are none. */
export function isRepeatableRequest(): boolean {
  return requestWrites.getStore()?.hasWritten === false;
}

type Query = (text: unknown, ...rest: unknown[]) => unknown;

/**
 * Converts errors of a pool and its connections, so that `isUnavailable` recognises them. The driver has no class for
 * them, and only this code has the statement that was being sent.
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
      throw hasTimedOut || causeOf(error) ? toUnavailable(error) : error;
    }
  };
  Object.assign(pool, {
    connect: (callback?: Parameters<Pool['connect']>[0]) => (callback ? connect(callback) : tryToConnect()),
  });
  pool.on('connect', (client) => reportLoss(client, () => readOnly.add(client)));
  const readOnly = new WeakSet<PoolClient>();
  // The address leads to another server by now, or will: behind a proxy or a name, a standby was the primary before.
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void client.end().catch(() => {});
  });
}

/** PostgreSQL's functions that refuse writes of a standby or a read-only session. Functions of this database use the code, too. */
const refusals: ReadonlySet<unknown> = new Set(['PreventCommandIfReadOnly', 'PreventCommandDuringRecovery']);

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && refusals.has(error.routine);

/** @param onReadOnly called when the server refuses to write at all */
function reportLoss(client: PoolClient, onReadOnly: () => void): void {
  const query: Query = client.query.bind(client);
  let isLost = false;
  let isInTransaction = false;
  /** Whether the open transaction has written. A commit of nothing, such as of a check, has no effect. */
  let isToCommit = false;
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
      const isCommitted = statement === 'commit' ? isToCommit : statement === 'write' && !isInTransaction;
      if (writes && isCommitted) writes.hasWritten = true;
      if (statement === 'write') isToCommit = isInTransaction;
      if (statement === 'begin') [isInTransaction, isToCommit] = [true, false];
      if (statement === 'commit' || statement === 'rollback') isInTransaction = false;
      return result;
    } catch (error) {
      if (isReadOnly(error)) onReadOnly();
      const cause = wasLost || isLost ? 'connection' : causeOf(error);
      // A commit, or a write outside a transaction, may have taken effect although its response was lost.
      const isOutcomeKnown =
        cause !== 'connection' || wasLost || (statement !== 'commit' && (statement !== 'write' || isInTransaction));
      throw cause && isOutcomeKnown && !hasWritten() ? new DatabaseUnavailableError(error, cause) : error;
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
    case 'with':
      return /\b(?:insert|update|delete)\b/i.test(String(text)) ? 'write' : 'read';
    default:
      return 'write';
  }
}
