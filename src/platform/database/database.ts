import { setTimeout as pass } from 'node:timers/promises';
import type { EntityClass, EntityManager, EntityMetadata, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { type Cell, type CellSettings, openCell } from '../cells/cell.js';
import { Encryption } from '../encryption.js';
import { AccountUsage } from '../fairness.js';
import { AccountDatabase, type AfterCommit, type DomainRules } from './account-database.js';
import { AccountTransaction, type Lockable, LockOrder } from './account-transaction.js';
import { type ApplicationRole, grantToApplication, readApplicationRole } from './application-role.js';
import { connectionLimits, sessionSettings, sessionTimeouts } from './connection.js';
import { ConstraintErrors, type ConstraintMessages } from './constraints.js';
import { applyFunctions } from './functions.js';
import {
  type MigrationProgress,
  type MigrationState,
  NewerDatabaseError,
  readMigrationState,
  requireKnown,
} from './migration-state.js';
import type { OlderPolicy } from './migrator.js';
import { countsOf, createOrm, openPool, openReplicaPool, ormOptions } from './orm.js';
import { type PoolCounts, type ReplicaOptions, Replicas } from './replicas.js';
import { RowSource } from './rows.js';
import { ConnectionTurns, maxAttempts, PoolSession, type Session, type StatementObserver } from './session.js';
import { isConflict, type Refusal } from './unavailable.js';
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

/** How to migrate. A command does without all of it. */
export interface MigrateOptions extends Pick<OlderPolicy, 'older' | 'reportWait' | 'signal'> {
  /** Called when another process migrates (undefined), and when a migration begins. */
  report(progress: MigrationProgress | undefined): void;
}

const unattended: MigrateOptions = { older: 'refuse', reportWait: () => {}, report: () => {} };

function unreadinessOf({ missing, isReadOnly }: MigrationState): string | undefined {
  if (missing.length > 0) return `the database lacks migrations: ${missing.join(', ')}`;
  return isReadOnly ? 'the database is read-only' : undefined;
}

/**
 * Notifies the processes of the database of a migration.
 *
 * @param migration the number of a migration beside which older processes must stop their work; 0 after any
 */
async function notifyMigration(session: Session, migration: number): Promise<void> {
  await session.execute(`select pg_notify('migration', $1)`, [String(migration)]);
}

const migrationLock = 7_463_001;
const roleLock = 7_463_003;
const readinessPatience = 2_000;

/** The database of all accounts, with a pool of connections. */
export class Database {
  /** Shared by all accounts: it only compiles conditions. */
  readonly #manager: EntityManager;
  #cell: Cell | undefined;
  readonly #session: PoolSession;
  /** Why this process stops its work, although it could use the database. */
  #leaving: Refusal | undefined;
  readonly #refusalListeners = new Set<(isRefused: boolean) => void>();
  readonly #commitListeners = new Set<AfterCommit>();
  readonly #rules: DomainRules;
  /** Undefined if there are none. */
  replicas: Replicas | undefined;
  /** What accounts use of this process. */
  readonly usage = new AccountUsage();
  /** Encrypts secrets of accounts. Without a key until one is set. */
  encryption: Encryption;

  private constructor(
    readonly orm: MikroORM,
    readonly url: string,
    /** The address without a pooler, for LISTEN and migrations, which need a session. Equals `url` if there is none. */
    readonly directUrl: string,
    /** The address by which migrations run, as the role that owns the tables. Equals `directUrl` if one role does all. */
    private readonly migrationUrl: string,
    private readonly model: DatabaseModel,
    private readonly pool: () => Pool | undefined,
  ) {
    this.#manager = orm.em.fork();
    this.#session = new PoolSession(orm, new ConnectionTurns(orm, this.usage));
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

  /** Makes `AccountDatabase.readFromReplica` read from replicas of this database, at these addresses without a pooler. */
  useReplicas(urls: readonly string[], options: ReplicaOptions): Replicas {
    const pools = new Map(
      urls.map((url) => [
        new URL(url).host,
        openReplicaPool(url, this.model.entities, this.usage, this.#session.observer),
      ]),
    );
    this.replicas = new Replicas(pools, options);
    return this.replicas;
  }

  /** Calls `observer` after each statement, also of replicas that are used from then on. */
  observeStatements(observer: StatementObserver): void {
    this.#session.observer = observer;
  }

  /** Sends statements that concern no account, or several. */
  get session(): Session {
    return this.#session;
  }

  /** Whether connections go through a pooler in transaction mode, where no session outlives its transaction. */
  get isPooled(): boolean {
    return this.directUrl !== this.url;
  }

  /**
   * Applies the migrations that are missing, then the functions whose texts differ, in one transaction. If another role owns
   * the tables, that role does so, and grants the role of the application what it needs. Several processes may call it at
   * the same time.
   *
   * @throws NewerDatabaseError, OlderProcessesError
   */
  async migrate(options = unattended): Promise<void> {
    if (this.#hasMigrationRole) await this.#grantIfLacking();
    const { missing, outdated } = await this.#migrationState(this.orm.em.fork());
    if (missing.length === 0 && outdated.length === 0) return;
    options.report(undefined);
    // Before it waits for a process that waits itself.
    if (options.older === 'refuse') {
      await this.orm.em.fork().transactional((em) => this.#awaitOlder(em, missing, options));
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const apply = (em: EntityManager, orm: MikroORM) => this.#applyMissing(em, orm, options);
        return await this.exclusively(migrationLock, apply, this.migrationUrl);
      } catch (error) {
        // Migrations and the statements of processes that go on may lock tables in another order.
        if (attempt === maxAttempts || !isConflict(error)) throw error;
      }
    }
  }

  async #applyMissing(em: EntityManager, orm: MikroORM, options: MigrateOptions): Promise<void> {
    const { missing, outdated } = await this.#migrationState(em);
    if (missing.length > 0) await this.#awaitOlder(em, missing, options);
    // As `write_to_accounts`, which may be missing.
    await em.execute(`select pg_advisory_xact_lock_shared(7463005, 0), set_config('booking.writes_to', 'all', true)`);
    if (missing.length > 0) {
      const { applyMigrations } = await import('./migrator.js');
      await applyMigrations(orm, em, missing, options.report);
    }
    await applyFunctions(em, outdated);
    if (this.#hasMigrationRole) await grantToApplication(em, (await this.readRole()).name);
    if (missing.length > 0) await em.execute(`select pg_notify('migration', '0')`);
  }

  get #hasMigrationRole(): boolean {
    return this.migrationUrl !== this.directUrl;
  }

  /** Lets the role of the application use tables that were there before it. */
  async #grantIfLacking(): Promise<void> {
    const { name, lacksGrants } = await this.readRole();
    if (lacksGrants) {
      await this.exclusively(migrationLock, (em) => grantToApplication(em, name), this.migrationUrl);
    }
  }

  /** Reads what the role of requests and jobs may do. */
  readRole(): Promise<ApplicationRole> {
    return readApplicationRole(this.session);
  }

  async #awaitOlder(em: EntityManager, missing: readonly string[], options: MigrateOptions): Promise<void> {
    const { awaitOlderProcesses } = await import('./migrator.js');
    const requestLeave = (migration: number) => notifyMigration(this.session, migration);
    await awaitOlderProcesses(em, missing, { ...options, requestLeave });
  }

  async #migrationState(em: EntityManager): Promise<MigrationState> {
    const state = await readMigrationState(em);
    requireKnown(state);
    return state;
  }

  /**
   * Makes the session settings the defaults of the role in this database, except those that the operator has set: a pooler
   * does not pass them on. `set local` in each transaction was rejected, because it would leave out statements outside of
   * one. Sessions that the pooler has open keep their settings until it closes them.
   */
  async limitRole(): Promise<void> {
    const unset = await this.session.execute<{ name: keyof typeof sessionSettings }>(
      'select name from pg_settings where name = any ($1::text[]) and setting = boot_val',
      [Object.keys(sessionSettings)],
    );
    if (unset.length === 0) return;
    const settings = unset.map(
      ({ name }) =>
        `execute format('alter role current_user in database %I set ${name} = ${sessionSettings[name]}', current_database());`,
    );
    await this.session.transaction(async (session) => {
      await session.execute('select pg_advisory_xact_lock($1)', [roleLock]);
      await session.execute(`do $$ begin ${settings.join(' ')} end $$`);
    });
  }

  /**
   * Compares the database with this program. Sends no statements of requests and jobs from then on, if a newer version has
   * migrated it in a way that this one cannot run beside.
   */
  async checkVersion(): Promise<MigrationState> {
    const state = await readMigrationState(this.orm.em.fork());
    const reason = state.unknown.length > 0 ? new NewerDatabaseError(state.unknown) : undefined;
    this.#refuse(reason && { reason, isOfRequestsOnly: false });
    return state;
  }

  /** Sends no statements of requests, even if the database could be used, until it is called without a reason. */
  leave(reason: Error | undefined): void {
    this.#leaving = reason && { reason, isOfRequestsOnly: true };
    if (reason) this.#refuse(undefined);
  }

  /** Whether no statements of requests and jobs are sent. */
  get isRefused(): boolean {
    return this.#session.refusal !== undefined;
  }

  /** Calls `listener` when statements are refused, and when they are sent again, until the returned function is called. */
  onRefusal(listener: (isRefused: boolean) => void): () => void {
    this.#refusalListeners.add(listener);
    return () => this.#refusalListeners.delete(listener);
  }

  #refuse(refusal: Refusal | undefined): void {
    const wasRefused = this.isRefused;
    this.#session.refusal = refusal ?? this.#leaving;
    if (this.isRefused !== wasRefused) for (const listener of this.#refusalListeners) listener(this.isRefused);
  }

  /** Returns why requests cannot be served, or undefined if they can. Waits at most 2 seconds for the database. */
  async findUnreadiness(): Promise<string | undefined> {
    const noAnswer = 'the database does not answer';
    try {
      const state = await Promise.race([this.checkVersion(), pass(readinessPatience, undefined, { ref: false })]);
      return state ? (this.#session.refusal?.reason.message ?? unreadinessOf(state)) : noAnswer;
    } catch {
      return noAnswer;
    }
  }

  /**
   * Runs `work` in one transaction under an advisory lock. Uses connections of its own, without a pooler and without
   * the pool's timeouts, because both the wait for the lock and `work` may take long.
   */
  async exclusively<Result>(
    lock: number,
    work: (em: EntityManager, orm: MikroORM) => Promise<Result>,
    url = this.directUrl,
  ): Promise<Result> {
    const { connectionTimeoutMillis } = connectionLimits;
    const { migratorOptions } = await import('./migrator.js');
    const options = ormOptions(url, this.model.entities, 2, { connectionTimeoutMillis });
    const orm = createOrm({ ...options, ...migratorOptions });
    try {
      return await orm.em.fork().transactional(async (em) => {
        // The role may have timeouts of its own: see `limitRole`.
        for (const name of Object.keys(sessionTimeouts)) await em.execute(`set local ${name} = 0`);
        await em.execute('select pg_advisory_xact_lock(?)', [lock]);
        return work(em, orm);
      });
    } finally {
      await orm.close(true);
    }
  }

  account(id: number): AccountDatabase {
    const source = new RowSource(this.#manager, this.#session.ofAccount(id), id);
    return new AccountDatabase(source, this.#rules, this.reportCommit, undefined, this.replicas, this.encryption);
  }

  /** The cell of this process; undefined if the server has no cells. */
  get cell(): Cell | undefined {
    return this.#cell;
  }

  /** The columns with encrypted values, such as `payment_settings.secret_key`. */
  get sealedColumns(): ReadonlySet<string> {
    return this.model.sealedColumns;
  }

  /** Opens the cell that the database is, if it is one. @throws Error for the operator if `CELL` has another name */
  async openCell(settings: CellSettings): Promise<void> {
    this.#cell = await openCell(this.session, settings);
  }

  /** Refuses a request for an account of another cell. Without cells, no statement is sent. @throws DomainError MISDIRECTED */
  async requireHere(accountId: number): Promise<void> {
    await this.#cell?.requireHere(accountId);
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
