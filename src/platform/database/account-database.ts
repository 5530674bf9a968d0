import { setTimeout as pass } from 'node:timers/promises';
import { DeadlockException, type EntityClass, type FilterQuery } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import { Encryption } from '../encryption.js';
import { notFound } from '../errors.js';
import { Semaphore } from '../fairness.js';
import type { AccountRecord } from './account-record.entity.js';
import { AccountTransaction, type LockOrder } from './account-transaction.js';
import type { ConstraintErrors } from './constraints.js';
import type { ParentLink } from './parent-link.js';
import type { StatementKind } from './preparing-client.js';
import type { Join } from './related-rows.js';
import type { Replicas } from './replicas.js';
import {
  type ChildRow,
  type ChildRowOptions,
  countChildRows,
  countRows,
  type RowOptions,
  RowSource,
  selectById,
  selectChildRows,
  selectRelated,
  selectRows,
} from './rows.js';
import { isStalePlan, maxAttempts, type Session } from './session.js';

/**
 * Called after each commit of a transaction. Must be fast, and must not throw: the caller of the transaction would get the
 * error, although the transaction is committed, and might repeat it.
 *
 * @param changed the types of the objects whose changes the transaction recorded
 */
export type AfterCommit = (accountId: number, changed: ReadonlySet<string>) => void;

/** The parts of the domain that every account's database uses. */
export interface DomainRules {
  lockOrder: LockOrder;
  constraintErrors: ConstraintErrors;
}

export interface TransactionRetryOptions {
  /**
   * Whether a transaction that failed with this error may succeed when it is repeated. Deadlocks by default. Called after the
   * rollback. If it throws, the caller of the transaction gets that error.
   */
  isRetryable?: (error: unknown) => boolean;
  /** The number of times that the transaction is run at most. 5 by default. */
  attempts?: number;
}

/**
 * Milliseconds. Each pause before a retry has a random length below this, so that two transactions do not conflict
 * again.
 */
const maxPause = 25;

/**
 * The number of connections that one request uses at the same time for its reads. Further reads wait. A GraphQL
 * document may contain 30 lists, which without this limit would take all connections of the pool from the other
 * accounts.
 */
export const maxConnections = 5;

/** Queries of an account: on its database, or in a transaction of it. */
export type AccountQueries = Pick<AccountDatabase, 'query'>;

/**
 * Reads and writes the rows of one account. Created for one request or one job, and caches rows by id for that long.
 *
 * Every statement names the account: as `$1`, or by the filter of the entity manager.
 * test/guards/tenant-isolation.test.ts proves it for every route. Row-level security as a second line was measured and
 * rejected. A pooled connection needs the account set inside each transaction, `set_config('app.account_id', …, true)`,
 * so a single read becomes a transaction of four round trips, or three with `begin` and `set_config` in one message:
 * one booking with relations took 0.64 ms instead of 0.36 ms (fastest tenth of 3,000). The policy alone, with the
 * setting kept in the session, which PgBouncer in transaction mode does not allow, made a page of 750 bookings with two
 * joins 10 to 12 % slower: each join checks it again.
 */
export class AccountDatabase {
  readonly #loaders = new Map<EntityClass<AccountRecord>, DataLoader<number, AccountRecord | undefined>>();
  readonly #connections: Semaphore;
  /** Answers the reads outside of transactions: `source`, or the same rows of a replica. */
  #reads: RowSource;

  /** @param replicas undefined if there are none, and within a transaction */
  constructor(
    private readonly source: RowSource,
    private readonly rules: DomainRules,
    private readonly afterCommit: AfterCommit,
    connections = maxConnections,
    private readonly replicas?: Replicas,
    private readonly encryption = new Encryption(),
  ) {
    this.#connections = new Semaphore(connections);
    this.#reads = source;
  }

  get hasReplica(): boolean {
    return this.replicas !== undefined;
  }

  /**
   * Lets a replica answer the reads from now on, until the first transaction. They contain everything that was committed
   * before the first of them. Has no effect if there is no replica.
   */
  readFromReplica(): void {
    if (!this.replicas) return;
    const { manager, session, accountId } = this.source;
    this.#reads = new RowSource(manager, this.replicas.session(session, accountId), accountId);
  }

  /** Whether it belongs to a transaction, which must not wait for anything but the database. */
  get isInTransaction(): boolean {
    return false;
  }

  get accountId(): number {
    return this.source.accountId;
  }

  /** Returns the value to store of a secret of this account. @param column such as `payment_settings.secret_key` */
  seal(column: string, text: string): string {
    return this.encryption.seal(this.accountId, column, text);
  }

  /** Returns the secret of which that value is stored in the column. @throws EncryptionError */
  open(column: string, stored: string): string {
    return this.encryption.open(this.accountId, column, stored);
  }

  rows<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    where: FilterQuery<Entity>,
    options?: RowOptions<Entity>,
  ): Promise<Entity[]> {
    return this.#connections.run(() => selectRows(this.#reads, entity, where, options));
  }

  /** Reads the account itself, without a cache. @throws DomainError NOT_FOUND if it does not exist */
  async own<Entity extends { id: number }>(entity: EntityClass<Entity>): Promise<Entity> {
    const where = { id: this.accountId } as FilterQuery<Entity>;
    const [row] = await this.#connections.run(() => selectRows(this.#reads, entity, where));
    if (!row) throw notFound();
    return row;
  }

  count<Entity extends AccountRecord>(entity: EntityClass<Entity>, where: FilterQuery<Entity>): Promise<number> {
    return this.#connections.run(() => countRows(this.#reads, entity, where));
  }

  /** Returns the rows of the lists of several parents, by one statement. */
  childRows<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    link: ParentLink,
    parentIds: readonly number[],
    where: FilterQuery<Entity>,
    options: ChildRowOptions<Entity>,
  ): Promise<ChildRow<Entity>[]> {
    return this.#connections.run(() => selectChildRows(this.#reads, entity, link, parentIds, where, options));
  }

  /** Returns the lengths of the lists of several parents, by one statement. */
  countChildRows<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    link: ParentLink,
    parentIds: readonly number[],
    where: FilterQuery<Entity>,
  ): Promise<{ ofParent: number; count: number }[]> {
    return this.#connections.run(() => countChildRows(this.#reads, entity, link, parentIds, where));
  }

  /** Returns the row of that id, or undefined. Calls in the same tick are answered by one statement for each entity. */
  load<Entity extends AccountRecord>(entity: EntityClass<Entity>, id: number): Promise<Entity | undefined> {
    return this.#loaderOf(entity).load(id) as Promise<Entity | undefined>;
  }

  /** Like `load`. @throws DomainError NOT_FOUND if the account has no row of that id */
  async get<Entity extends AccountRecord>(entity: EntityClass<Entity>, id: number): Promise<Entity> {
    const row = await this.load(entity, id);
    if (!row) throw notFound();
    return row;
  }

  /** Returns the row of that id with the rows of the joins, or undefined. */
  loadWith<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    id: number,
    joins: readonly Join[],
  ): Promise<Entity | undefined> {
    return this.#connections.run(() => selectRelated(this.#reads, entity, id, joins));
  }

  #cache(record: AccountRecord): void {
    const entity = record.constructor as EntityClass<AccountRecord>;
    this.#loaderOf(entity).clear(record.id).prime(record.id, record);
  }

  #loaderOf(entity: EntityClass<AccountRecord>): DataLoader<number, AccountRecord | undefined> {
    let loader = this.#loaders.get(entity);
    if (!loader) {
      loader = new DataLoader(async (ids: readonly number[]) => {
        const rows = await this.#connections.run(() => selectById(this.#reads, entity, ids));
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => byId.get(id));
      });
      this.#loaders.set(entity, loader);
    }
    return loader;
  }

  /** Empties the cache of `load`. */
  forget(): void {
    this.#loaders.clear();
  }

  /**
   * Sends an SQL statement about this account's rows. `$1` is the id of the account, `parameters` are `$2`, `$3`, ….
   */
  query<Result extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
    kind: StatementKind = 'constant',
  ): Promise<Result[]> {
    return this.#connections.run(() => this.#reads.session.execute<Result>(sql, [this.accountId, ...parameters], kind));
  }

  /**
   * Sends an SQL statement that reads many of this account's rows, as `query` does, with settings of PostgreSQL for it
   * alone, by name. PostgreSQL plans it for its values each time. Takes a transaction, that is three short statements.
   */
  queryWith<Result extends object>(
    settings: Readonly<Record<string, string>>,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Result[]> {
    const read = (session: Session): Promise<Result[]> => {
      const set = session.execute(setLocal, [Object.keys(settings), Object.values(settings)]);
      const rows = session.execute<Result>(sql, [this.accountId, ...parameters], 'unprepared');
      return Promise.all([rows, set]).then(([result]) => result);
    };
    return this.#connections.run(() => this.#reads.session.transaction(read));
  }

  /**
   * Runs `work` in one transaction, which is committed when `work` returns and rolled back when it throws. `work` may
   * run several times, so it must have no other effects.
   */
  async transaction<Result>(
    work: (tx: AccountTransaction) => Promise<Result>,
    { isRetryable = isDeadlock, attempts = maxAttempts }: TransactionRetryOptions = {},
  ): Promise<Result> {
    this.#reads = this.source;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { tx, result } = await this.#attempt(work);
        this.afterCommit(this.accountId, tx.changed);
        this.forget();
        for (const record of tx.loaded) this.#cache(record);
        return result;
      } catch (error) {
        this.forget();
        if (attempt >= attempts || !(isRetryable(error) || isStalePlan(error))) {
          throw this.rules.constraintErrors.find(error) ?? error;
        }
      }
      await pass(Math.random() * maxPause);
    }
  }

  async #attempt<Result>(
    work: (tx: AccountTransaction) => Promise<Result>,
  ): Promise<{ tx: AccountTransaction; result: Result }> {
    const { manager, session, accountId } = this.source;
    const ended = await session.transaction(async (within) => {
      const tx = new AccountTransaction(new RowSource(manager, within, accountId), this.rules.lockOrder);
      try {
        const result = await work(tx);
        await tx.flush();
        return { tx, result };
      } catch (error) {
        // A write that nobody has waited for may be the cause: PostgreSQL refuses all statements after it.
        await tx.settle();
        throw error;
      }
    });
    await ended.tx.settle();
    return ended;
  }

  /**
   * Runs `work` in one transaction. An error of `work` rolls back everything that it has written through `db` or `tx`.
   */
  atomically<Result>(work: (db: AccountDatabase, tx: AccountTransaction) => Promise<Result>): Promise<Result> {
    return this.transaction((tx) => work(new TransactionalAccountDatabase(tx, this.rules, this.encryption), tx));
  }
}

/** Changes settings until the end of the transaction. */
const setLocal = 'select set_config(name, value, true) from unnest($1::text[], $2::text[]) as setting (name, value)';

/**
 * The database of an account inside a transaction: each of its own transactions is a savepoint, which can be rolled
 * back alone and is committed with the others. It has one connection, which sends one statement at a time.
 */
class TransactionalAccountDatabase extends AccountDatabase {
  override get isInTransaction(): boolean {
    return true;
  }

  constructor({ source, changed }: AccountTransaction, rules: DomainRules, encryption: Encryption) {
    const addChanged: AfterCommit = (_, types) => {
      for (const type of types) changed.add(type);
    };
    super(source, rules, addChanged, 1, undefined, encryption);
  }
}

/** Whether PostgreSQL rolled the transaction back because of a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof DeadlockException;
}
