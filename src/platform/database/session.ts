import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { accountBusy } from '../errors.js';
import { type AccountUsage, FairQueue, noAccount, QueueRefusal, type Release } from '../fairness.js';
import { connectionLimits } from './connection.js';
import { forgetPreparedStatements, prepareStatement, type StatementKind } from './preparing-client.js';
import {
  type DatabaseRefusal,
  errorOfRefusal,
  isOutage,
  isPoolTimeout,
  isRepeatableRequest,
  toUnavailable,
} from './unavailable.js';

/**
 * The maximum of attempts at a transaction, or at a statement outside of one. It fails when it loses a race, or when
 * a migration changes a table after its statement was prepared.
 */
export const maxAttempts = 5;

/**
 * Sends statements: each on any connection of the pool, or all on the connection of one transaction. It uses the driver
 * directly. Kysely, by which the ORM sends its own, waits in a transaction for each statement before it sends the next.
 */
export interface Session {
  /**
   * Sends one statement with bound parameters (`$1`, `$2`, …). `PreparingClient` makes PostgreSQL parse it once per
   * connection. The ORM sends the values in the text: the README has the figures of both.
   *
   * @throws the ORM's exceptions, such as `UniqueConstraintViolationException`
   */
  execute<Result extends object>(sql: string, parameters?: readonly unknown[], kind?: StatementKind): Promise<Result[]>;

  /**
   * Runs `work` in a transaction, which is committed when `work` returns and rolled back when it throws. Within a
   * transaction, it is a savepoint.
   */
  transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
}

/** A statement that PostgreSQL has executed or refused. */
export interface EndedStatement {
  /** The prepared text, without the values of parameters. */
  sql: string;
  /** When it was handed to the connection, by `performance.now()`. Statements of one tick are executed one after the other. */
  startedAt: number;
  /** Rows that were returned or changed. Null if it failed. */
  rows: number | null;
  error?: unknown;
}

/** Called after each statement. Must be fast, and must not throw: a statement that has succeeded would count as failed. */
export type StatementObserver = (statement: EndedStatement) => void;

/** A connection for the short reads of one account in one turn of the event loop. */
interface SharedConnection {
  taken: Promise<TakenConnection>;
  /** The reads that have not ended. */
  reads: number;
}

/**
 * Sends statements on the connections of the ORM's pool.
 *
 * Statements of the kind `shared` that one account sends in one turn of the event loop share a connection, and so a
 * message: with 16 requests for one booking at a time, each on a connection of its own, writing to the sockets of
 * PostgreSQL took a quarter of Node's CPU time. An error of one is that of those after it in the message: each that fails is
 * repeated on a connection of its own.
 */
export class PoolSession implements Session {
  /** The reason why no statement is sent. Transactions that have begun can end. */
  refusal: DatabaseRefusal | undefined;
  /** Called after each statement; undefined if nobody observes them. */
  observer: StatementObserver | undefined;
  /** By account, while reads may join. */
  readonly #shared = new Map<number, SharedConnection>();

  constructor(
    private readonly orm: MikroORM,
    readonly turns: ConnectionTurns,
  ) {}

  /** Returns a session that takes its turns among accounts as that account, and is counted as its use of the database. */
  ofAccount(accountId: number): Session {
    return new SessionOfAccount(this, accountId);
  }

  execute<Result extends object>(
    sql: string,
    parameters?: readonly unknown[],
    kind?: StatementKind,
  ): Promise<Result[]> {
    return this.executeFor<Result>(undefined, sql, parameters, kind);
  }

  transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.transactionFor(undefined, work);
  }

  /** @param accountId undefined for a statement that concerns no account, or several */
  async executeFor<Result extends object>(
    accountId: number | undefined,
    sql: string,
    parameters: readonly unknown[] = [],
    kind: StatementKind = 'constant',
  ): Promise<Result[]> {
    let isSent = false;
    const send = (client: PoolClient) => {
      isSent = true;
      return this.send<Result>(client, sql, parameters);
    };
    for (let attempt = 1; ; attempt += 1) {
      const isShared = kind === 'shared' && accountId !== undefined && attempt === 1 && isRepeatableRequest();
      prepareStatement(sql, kind);
      try {
        const { rows } = isShared
          ? await this.#onSharedConnection(accountId, send)
          : await this.#onAnyConnection(accountId, send);
        return rows;
      } catch (error) {
        const isStale = isStalePlan(error);
        if (isStale) forgetPreparedStatements();
        // The error may be that of another read in the message.
        const isRepeated = isStale || (isShared && isSent && !isOutage(error));
        if (!isRepeated || attempt === maxAttempts) throw error;
      }
    }
  }

  /** @param accountId as of `executeFor` */
  transactionFor<Result>(accountId: number | undefined, work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#onAnyConnection(accountId, (client) => new TransactionSession(this, client, 0).run(work));
  }

  async #onAnyConnection<Result>(
    accountId: number | undefined,
    work: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    this.#requireUse();
    const { client, release } = await this.turns.take(accountId);
    try {
      return await work(client);
    } finally {
      release();
    }
  }

  /** Called only for requests that have written nothing: the error of one that gets no connection is that of all. */
  async #onSharedConnection<Result>(accountId: number, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    this.#requireUse();
    const shared = this.#shared.get(accountId) ?? this.#share(accountId);
    shared.reads += 1;
    const { client, release } = await shared.taken;
    try {
      return await work(client);
    } finally {
      shared.reads -= 1;
      if (shared.reads === 0) release();
    }
  }

  /** Takes a connection when the requests that have arrived in this turn have sent their reads. */
  #share(accountId: number): SharedConnection {
    const take = (): Promise<TakenConnection> => {
      this.#shared.delete(accountId);
      return this.turns.take(accountId);
    };
    const shared = { taken: nextTurn().then(take), reads: 0 };
    this.#shared.set(accountId, shared);
    return shared;
  }

  /** @throws DatabaseUnavailableError while no statement is sent */
  #requireUse(): void {
    const refusal = this.refusal && errorOfRefusal(this.refusal);
    if (refusal) throw refusal;
  }

  async send<Result extends object>(
    client: PoolClient,
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Pick<QueryResult<Result>, 'command' | 'rows'>> {
    this.orm.config.getLogger().logQuery({ query: sql });
    const { observer } = this;
    const startedAt = observer ? performance.now() : 0;
    try {
      const result = await client.query<Result>(sql, [...parameters]);
      observer?.({ sql, startedAt, rows: result.rowCount });
      return result;
    } catch (error) {
      observer?.({ sql, startedAt, rows: null, error });
      const converter = this.orm.em.getPlatform().getExceptionConverter();
      throw error instanceof Error ? converter.convertException(error) : error;
    }
  }
}

class SessionOfAccount implements Session {
  constructor(
    private readonly pool: PoolSession,
    private readonly accountId: number,
  ) {}

  execute<Result extends object>(
    sql: string,
    parameters?: readonly unknown[],
    kind?: StatementKind,
  ): Promise<Result[]> {
    return this.pool.executeFor<Result>(this.accountId, sql, parameters, kind);
  }

  transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.pool.transactionFor(this.accountId, work);
  }
}

/** The commands that begin and end a transaction or a savepoint. */
interface Commands {
  begin: string;
  commit: string;
  rollback: string;
}

const transactionCommands: Commands = { begin: 'begin', commit: 'commit', rollback: 'rollback' };

const savepointCommands = (depth: number): Commands => ({
  begin: `savepoint trx${depth}`,
  commit: `release savepoint trx${depth}`,
  rollback: `rollback to savepoint trx${depth}`,
});

/** Sends statements on the connection of one transaction. */
class TransactionSession implements Session {
  /** The reason why no statement is sent any more. The connection may then serve another transaction. */
  #ending: string | undefined;
  /** The error of the first statement that failed. */
  #failure: unknown;

  /** @param depth the number of savepoints around this one; 0 for the transaction itself */
  constructor(
    private readonly pool: PoolSession,
    private readonly client: PoolClient,
    private readonly depth: number,
  ) {}

  /** Sends the commands around `work`. */
  async run<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const { begin, commit, rollback } = this.depth === 0 ? transactionCommands : savepointCommands(this.depth);
    await this.pool.send(this.client, begin);
    try {
      const result = await work(this);
      this.#ending = commit;
      const { command } = await this.pool.send(this.client, commit);
      // PostgreSQL's response to the commit of a transaction in which a statement has failed.
      if (command === 'ROLLBACK') throw this.#failure;
      return result;
    } catch (error) {
      this.#ending = rollback;
      // The rollback fails, too, if the connection was lost: the first error says why.
      await this.pool.send(this.client, rollback).catch(() => {});
      throw error;
    }
  }

  /** A stale plan has aborted the transaction, and `AccountDatabase.transaction` repeats it. */
  async execute<Result extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
    kind: StatementKind = 'constant',
  ): Promise<Result[]> {
    this.#requireOpen();
    prepareStatement(sql, kind);
    try {
      const { rows } = await this.pool.send<Result>(this.client, sql, parameters);
      return rows;
    } catch (error) {
      this.#failure ??= error;
      if (isStalePlan(error)) forgetPreparedStatements();
      throw error;
    }
  }

  async transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    return new TransactionSession(this.pool, this.client, this.depth + 1).run(work);
  }

  #requireOpen(): void {
    if (this.#ending !== undefined) throw new Error(`the transaction has ended by ${this.#ending}`);
  }
}

/** SQLSTATE of `cached plan must not change result type`, and of all other features that are not supported. */
const featureNotSupported = '0A000';

/**
 * Whether a prepared statement failed because the schema, and so the types of its columns, changed after it was
 * prepared.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === featureNotSupported &&
    error.message.includes('cached plan must not change result type')
  );
}

/**
 * Connections that one account never takes: its transactions may all wait for one lock until their timeout, and give no
 * connection back. One account is as fast with 10 of 12 connections as with all of them, see `defaultPoolSize`.
 */
const leftToOthers = 2;

interface OpenedPool {
  pool: Pool;
  queue: FairQueue;
  /** The connections that one account may take. */
  ofAccount: number;
}

interface TakenConnection {
  client: PoolClient;
  release: Release;
}

/**
 * Gives the connections of a pool to accounts in turn: a free connection goes to the account that has the fewest. The
 * queue of `pg.Pool` is first come, first served, so the statements of 32 costly requests of one account, each on up to
 * five connections, would all be sent before the next statement of any other account.
 *
 * Rejected: an equal share for each account. Most connections would idle while one account is alone, the usual case.
 */
export class ConnectionTurns {
  #opened: OpenedPool | undefined;

  /** @param usage counts the time for which each account has connections */
  constructor(
    private readonly orm: MikroORM,
    private readonly usage?: AccountUsage,
  ) {}

  /** The number of callers that wait for a connection, and not yet at the pool. */
  get waiting(): number {
    return this.#opened?.queue.waiting ?? 0;
  }

  /**
   * @throws RateLimitError in a request, if others of its account have all connections that one account may take
   * @throws DatabaseUnavailableError if there is no connection in time for another reason
   */
  async take(accountId = noAccount): Promise<TakenConnection> {
    const opened = this.#opened ?? (await this.#open());
    const { pool, queue } = opened;
    let leave: Release = () => {};
    try {
      leave = await queue.enter(accountId);
      const client = await pool.connect();
      const takenAt = performance.now();
      const release = (): void => {
        client.release();
        leave();
        if (accountId !== noAccount) {
          this.usage?.add(accountId, 'databaseSeconds', (performance.now() - takenAt) / 1_000);
        }
      };
      return { client, release };
    } catch (error) {
      const refusal = this.#refusalOf(error, opened, accountId);
      leave();
      throw refusal;
    }
  }

  async #open(): Promise<OpenedPool> {
    const pool: Pool = await this.orm.em.getDriver().getConnection().getNativeClient();
    const { max } = pool.options;
    const ofAccount = Math.max(1, max - leftToOthers);
    const patience = connectionLimits.connectionTimeoutMillis;
    const queue = new FairQueue({ permits: max, perAccount: () => ofAccount, patience });
    this.#opened ??= { pool, queue, ofAccount };
    return this.#opened;
  }

  /** Converts the failure to get a connection. Called before its caller leaves the queue. */
  #refusalOf(error: unknown, { queue, ofAccount }: OpenedPool, accountId: number): unknown {
    const hasWaited = error instanceof QueueRefusal;
    if (!hasWaited && !isPoolTimeout(error)) return error;
    const running = queue.counts().running.get(accountId) ?? 0;
    // A caller at the pool is one of those that run, and has nothing to wait for if it is the only one.
    const hasAll = accountId !== noAccount && running >= ofAccount && (hasWaited || running > 1);
    if (!hasAll || !isRepeatableRequest()) return hasWaited ? toUnavailable(error) : error;
    this.usage?.add(accountId, 'refusedRequests');
    return accountBusy();
  }
}
