import type { EntityClass, EntityManager, EntityMetadata, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Cell } from '../cells/cell.js';
import { Encryption } from '../encryption.js';
import { AccountUsage } from '../fairness.js';
import { AccountDatabase, type AfterCommit, type DomainRules } from './account-database.js';
import { AccountTransaction, type Lockable, LockOrder } from './account-transaction.js';
import { ConstraintErrors, type ConstraintMessages } from './constraints.js';
import { countsOf, openPool } from './orm.js';
import type { PoolCounts, Replicas } from './replicas.js';
import { RowSource } from './rows.js';
import { ConnectionTurns, PoolSession, type Session, type StatementObserver } from './session.js';
import { VersionRefusal } from './version-refusal.js';
import { isWritableAccount } from './writable-account.js';

/** The entities, lock order and constraint messages that the domain registers with the database. */
export interface DatabaseModel {
  entities: EntityClass<object>[];
  /** All kinds of objects that transactions lock, in the order in which they lock them. */
  lockOrder: readonly Lockable[];
  constraintMessages: ConstraintMessages;
  /** The columns with encrypted values, such as `payment_settings.secret_key`. */
  sealedColumns: ReadonlySet<string>;
}

/** The database of all accounts, with a pool of connections. */
export class Database {
  /** Shared by all accounts: it only compiles conditions. */
  readonly #manager: EntityManager;
  readonly #session: PoolSession;
  readonly #commitListeners = new Set<AfterCommit>();
  readonly #rules: DomainRules;
  /** Whether the version of this process must not use the database. */
  readonly refusal: VersionRefusal;
  /** The cell of this process; undefined if the server has no cells. */
  cell: Cell | undefined;
  /** The replicas from which `AccountDatabase.readFromReplica` reads; undefined if there are none. */
  replicas: Replicas | undefined;
  /** The use of this process by each account. */
  readonly usage = new AccountUsage();
  /** Encrypts secrets of accounts. Without a key until one is set. */
  encryption: Encryption;

  private constructor(
    readonly orm: MikroORM,
    readonly url: string,
    /** The address without a pooler, for LISTEN and migrations, which need a session. Equals `url` if there is none. */
    readonly directUrl: string,
    /** The address by which migrations run, as the role that owns the tables. Equals `directUrl` if one role does all. */
    readonly migrationUrl: string,
    readonly model: DatabaseModel,
    private readonly pool: () => Pool | undefined,
  ) {
    this.#manager = orm.em.fork();
    this.#session = new PoolSession(orm, new ConnectionTurns(orm, this.usage));
    this.refusal = new VersionRefusal(orm, this.#session);
    this.#rules = {
      lockOrder: new LockOrder(model.lockOrder),
      constraintErrors: new ConstraintErrors(model.constraintMessages),
    };
    this.encryption = new Encryption([], model.sealedColumns);
  }

  static async connect(
    url: string,
    model: DatabaseModel,
    poolSize?: number,
    directUrl: string = url,
    migrationUrl: string = directUrl,
  ): Promise<Database> {
    const { orm, pool } = openPool(url, model.entities, poolSize, directUrl !== url);
    return new Database(orm, url, directUrl, migrationUrl, model, pool);
  }

  /** Calls `observer` after each statement, also of replicas that are used from then on. */
  observeStatements(observer: StatementObserver): void {
    this.#session.observer = observer;
  }

  /** Called after each statement; undefined if nobody observes them. */
  get observer(): StatementObserver | undefined {
    return this.#session.observer;
  }

  /** Sends statements that concern no account, or several. */
  get session(): Session {
    return this.#session;
  }

  /** Whether connections go through a pooler in transaction mode, where no session outlives its transaction. */
  get isPooled(): boolean {
    return this.directUrl !== this.url;
  }

  account(id: number): AccountDatabase {
    const source = new RowSource(this.#manager, this.#session.ofAccount(id), id);
    return new AccountDatabase(source, this.#rules, this.reportCommit, undefined, this.replicas, this.encryption);
  }

  /**
   * Returns the ids of the accounts that can be written, that is those that are neither paused nor moved.
   *
   * @param condition SQL: a select of one row, whose value is true for the accounts to return. A job looks for its rows so,
   * because a statement for each account took 5.6 s of CPU time of PostgreSQL for 20,000 idle accounts,
   * and this one takes 0.1.
   */
  async accountIds(condition = 'select true', parameters: readonly unknown[] = []): Promise<number[]> {
    const accounts = await this.session.execute<{ id: number }>(
      `select id from account where ${isWritableAccount} and (${condition})`,
      parameters,
    );
    return accounts.map(({ id }) => id);
  }

  /** The part of a transaction that writes rows of one account. */
  accountTransaction(session: Session, accountId: number): AccountTransaction {
    return new AccountTransaction(new RowSource(this.#manager, session, accountId), this.#rules.lockOrder);
  }

  metadataOf(record: object): EntityMetadata {
    return this.#manager.getMetadata(record.constructor as EntityClass<object>);
  }

  /** Returns the error of the domain for the violation of a constraint, or `error` itself. */
  toDomainError(error: unknown): unknown {
    return this.#rules.constraintErrors.find(error) ?? error;
  }

  /** Calls `listener` after each commit of a transaction of an account, until the returned function is called. */
  onCommit(listener: AfterCommit): () => void {
    this.#commitListeners.add(listener);
    return () => this.#commitListeners.delete(listener);
  }

  /** Calls the listeners of `onCommit`, for transactions that do not use an `AccountDatabase`. */
  reportCommit: AfterCommit = (accountId, changed) => {
    for (const listener of this.#commitListeners) listener(accountId, changed);
  };

  connections(): PoolCounts {
    const counts = countsOf(this.pool());
    return { ...counts, waiting: counts.waiting + this.#session.turns.waiting };
  }

  async close(): Promise<void> {
    await this.cell?.directory.close();
    await Promise.all([this.orm.close(true), this.replicas?.close()]);
  }
}
