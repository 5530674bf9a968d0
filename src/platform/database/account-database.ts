import { setTimeout as pass } from 'node:timers/promises';
import { DeadlockException, type EntityClass, type FilterQuery, type Transaction } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { notFound } from '../errors.js';
import { Semaphore } from '../semaphore.js';
import type { AccountRecord } from './account-record.entity.js';
import { AccountTransaction } from './account-transaction.js';
import { constraintProblem } from './constraints.js';
import type { StatementKind } from './preparing-client.js';
import { type Join, selectRelated } from './related-rows.js';
import { countRows, type Row, type RowOptions, selectById, selectRows } from './rows.js';
import { execute, isStalePlan } from './statements.js';

/**
 * Called after each commit of a transaction.
 *
 * @param changed the types of the objects whose changes the transaction recorded
 */
export type AfterCommit = (accountId: number, changed: ReadonlySet<string>) => void;

/** Of a transaction that loses races. */
export const mostTries = 5;
/** Before it is tried again, in milliseconds: of a length of its own, so that those who met do not meet again. */
const longestPause = 25;

/**
 * Connections of the pool that one request uses at the same time for its reads; further reads wait for their turn. A
 * GraphQL document may ask for 30 lists at once, and without this bound would take the whole pool from all accounts.
 */
export const mostConnections = 5;

/**
 * The one way to an account's rows. Made for one request, or one job: what it loads by id is kept for as long.
 */
export class AccountDatabase {
  /** Sends statements, in the transaction if this is part of one. It has no filters and keeps no entities. */
  readonly #statements: EntityManager;
  #filtered: EntityManager | undefined;
  readonly #afterCommit: AfterCommit;
  readonly #loaders = new Map<EntityClass<AccountRecord>, DataLoader<number, Row<AccountRecord> | undefined>>();
  /** Whether all that it does is part of one transaction. */
  readonly #isPart: boolean;
  /** A transaction has one connection, which takes one query at a time. */
  readonly #connections: Semaphore;

  /**
   * @param manager a fork: the global one would pick up a transaction that is under way
   * @param isPart of the transaction of `manager`
   */
  constructor(
    manager: EntityManager,
    readonly accountId: number,
    afterCommit: AfterCommit,
    isPart = false,
  ) {
    this.#afterCommit = afterCommit;
    this.#isPart = isPart;
    this.#connections = new Semaphore(isPart ? 1 : mostConnections);
    this.#statements = manager;
  }

  /** For queries of the ORM. Made when there is one: a fork takes 5 µs, and most requests need none. */
  get #em(): EntityManager {
    if (this.#filtered) return this.#filtered;
    this.#filtered = this.#fork(this.#statements);
    this.#filtered.setFilterParams('account', { id: this.accountId });
    return this.#filtered;
  }

  /** Said, not asked: a job that is begun from within a transaction would inherit that, and outlive it. */
  #fork(manager: EntityManager): EntityManager {
    return manager.fork({ keepTransactionContext: this.#isPart });
  }

  rows<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    where: FilterQuery<Entity>,
    options?: RowOptions<Entity>,
  ): Promise<Row<Entity>[]> {
    return this.#connections.run(() => selectRows(this.#em, entity, where, options));
  }

  /** The account itself, as it is now. @throws DomainError NOT_FOUND when there is none */
  async own<Entity extends { id: number }>(entity: EntityClass<Entity>): Promise<Row<Entity>> {
    const where = { id: this.accountId } as FilterQuery<Entity>;
    const [row] = await this.#connections.run(() => selectRows(this.#em, entity, where));
    if (!row) throw notFound();
    return row;
  }

  count<Entity extends AccountRecord>(entity: EntityClass<Entity>, where: FilterQuery<Entity>): Promise<number> {
    return this.#connections.run(() => countRows(this.#em, entity, where));
  }

  /** The row of that id, or undefined; ids asked for in the same tick are read by one query. */
  load<Entity extends AccountRecord>(entity: EntityClass<Entity>, id: number): Promise<Row<Entity> | undefined> {
    return this.#loaderOf(entity).load(id) as Promise<Row<Entity> | undefined>;
  }

  /** The row of that id, with the records of the joins. */
  loadWith<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    id: number,
    joins: readonly Join[],
  ): Promise<Row<Entity> | undefined> {
    return this.#connections.run(() => selectRelated(this.#statements, this.accountId, entity, id, joins));
  }

  #keep(entity: EntityClass<AccountRecord>, row: Row<AccountRecord>): void {
    this.#loaderOf(entity).clear(row.id).prime(row.id, row);
  }

  #loaderOf(entity: EntityClass<AccountRecord>): DataLoader<number, Row<AccountRecord> | undefined> {
    let loader = this.#loaders.get(entity);
    if (!loader) {
      loader = new DataLoader(async (ids: readonly number[]) => {
        const rows = await this.#connections.run(() => selectById(this.#statements, this.accountId, entity, ids));
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.map((key) => byId.get(key));
      });
      this.#loaders.set(entity, loader);
    }
    return loader;
  }

  /** Reads anew what is loaded by id from now on. */
  forget(): void {
    this.#loaders.clear();
  }

  /** Sends an SQL statement about this account's rows. `$1` is the id of the account, `parameters` are `$2`, `$3`, …. */
  query<Result extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
    kind: StatementKind = 'constant',
  ): Promise<Result[]> {
    return this.#connections.run(() => execute<Result>(this.#statements, sql, [this.accountId, ...parameters], kind));
  }

  /**
   * Runs `work` in one transaction that is written when it returns and undone when it throws. One that lost a race, a
   * deadlock unless said, is tried again: so `work` must be free of other effects.
   */
  async transaction<Result>(
    work: (tx: AccountTransaction) => Promise<Result>,
    tries = mostTries,
    isRace: (error: unknown) => boolean = isDeadlock,
  ): Promise<Result> {
    try {
      const { tx, result } = await this.#try(work);
      this.#afterCommit(this.accountId, tx.changed);
      this.forget();
      for (const { entity, row } of tx.loaded) this.#keep(entity, row);
      return result;
    } catch (error) {
      this.forget();
      if ((isRace(error) || isStalePlan(error)) && tries > 1) {
        await pass(Math.random() * longestPause);
        return this.transaction(work, tries - 1, isRace);
      }
      throw constraintProblem(error) ?? error;
    }
  }

  /** By the connection: `em.transactional` would fork the manager once more, and merge what it has read into this one. */
  async #try<Result>(
    work: (tx: AccountTransaction) => Promise<Result>,
  ): Promise<{ tx: AccountTransaction; result: Result }> {
    const em = this.#fork(this.#em);
    em.setFilterParams('account', { id: this.accountId });
    const tx = new AccountTransaction(em, this.accountId);
    const run = async (transaction: Transaction): Promise<{ tx: AccountTransaction; result: Result }> => {
      em.setTransactionContext(transaction);
      const result = await work(tx);
      await em.flush();
      return { tx, result };
    };
    return em.getConnection().transactional(run, { ctx: em.getTransactionContext() });
  }

  /**
   * Runs `work` in one transaction, of which each of its own becomes a part: undone alone when it fails, written with
   * all the others. What `work` throws undoes them all.
   */
  atomically<Result>(work: (db: AccountDatabase, tx: AccountTransaction) => Promise<Result>): Promise<Result> {
    return this.transaction((tx) => {
      const addChanged: AfterCommit = (_, changed) => {
        for (const type of changed) tx.changed.add(type);
      };
      return work(new AccountDatabase(tx.em, this.accountId, addChanged, true), tx);
    });
  }
}

/** Two transactions that wait for each other: one was undone and may be tried again. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof DeadlockException;
}
