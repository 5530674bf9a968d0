import type { EntityClass, EntityMetadata, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import { notFound } from '../errors.js';
import { mapYielding } from '../yielding.js';
import { AccountRecord } from './account-record.entity.js';
import { tableOf } from './entity-table.js';
import type { StatementKind } from './preparing-client.js';
import { changedRecords, RecordTracker, updatesOf, type WritableRecord } from './row-writes.js';
import { countRows, type RowKey, type RowOptions, type RowSource, selectByKeys, selectRows } from './rows.js';

/** Rows of one statement. Reading more would block the event loop for too long. */
const recordsPerRead = 200;

/**
 * Reads and writes the rows of one account in one transaction. Take every lock before the first write: see
 * `outbox/change-log.ts`.
 */
export class AccountTransaction {
  /** The rows of the records that were read or written. */
  readonly tracker: RecordTracker;
  /** The types of the objects whose changes were recorded. */
  readonly changed = new Set<string>();
  /** The records that `load` has returned and the transaction has not changed since, and those that it has inserted. */
  readonly loaded = new Set<AccountRecord>();
  /** The records that `find` has returned since the last lock was taken. */
  readonly #loader: DataLoader<RowKey, AccountRecord | undefined, string>;
  readonly #locked = new Set<string>();
  readonly #unsettled: Promise<unknown>[] = [];

  constructor(
    readonly source: RowSource,
    private readonly lockOrder: LockOrder,
  ) {
    this.#loader = new DataLoader((keys) => this.#read(keys), { cacheKeyFn: ({ entity, id }) => keyOf(entity, id) });
    this.tracker = new RecordTracker(source.manager);
  }

  /**
   * Locks a row until the transaction ends, waiting for other transactions, and then reads it. Returns null if the
   * account has no row of that id.
   *
   * @param others what to lock with it, before or after it as the lock order says
   */
  async findLocked<Entity extends AccountRecord>(
    entity: LockableEntity<Entity>,
    id: number,
    ...others: Lock[]
  ): Promise<Entity | null> {
    const [, record] = await Promise.all([this.lock([entity, id], ...others), this.find(entity, id)]);
    return record;
  }

  /** Like `findLocked`. @throws DomainError NOT_FOUND if the account has no row of that id */
  async getLocked<Entity extends AccountRecord>(
    entity: LockableEntity<Entity>,
    id: number,
    ...others: Lock[]
  ): Promise<Entity> {
    const record = await this.findLocked(entity, id, ...others);
    if (!record) throw notFound();
    return record;
  }

  /** Like `findLocked` for several rows. Returns those that exist, by rising id. */
  async listLocked<Entity extends AccountRecord>(
    entity: LockableEntity<Entity>,
    ids: readonly number[],
    ...others: Lock[]
  ): Promise<Entity[]> {
    const [, records] = await Promise.all([
      this.lock(...ids.map((id): Lock => [entity, id]), ...others),
      this.listByIds(entity, ids),
    ]);
    return records;
  }

  /**
   * Acquires the locks that the transaction does not hold yet, in the lock order, and holds them until it ends. Read
   * the rows by a later statement: a statement sees what was committed when it began, so one that also waited would
   * read old rows. Statements are executed in the order of their calls, so the read may be sent in the same tick.
   */
  async lock(...locks: Lock[]): Promise<void> {
    const missing = locks.filter(([{ lockKind }, id]) => !this.#locked.has(`${lockKind}:${id}`));
    if (missing.length === 0) return;
    for (const [{ lockKind }, id] of missing) this.#locked.add(`${lockKind}:${id}`);
    // Others may write during the wait.
    this.#loader.clearAll();
    const ordered = this.lockOrder.sort(missing);
    await this.query('select lock_record(kind, $1, id) from unnest($2::text[], $3::integer[]) as lock (kind, id)', [
      ordered.map(([{ lockKind }]) => lockKind),
      ordered.map(([, id]) => id),
    ]);
  }

  /**
   * Acquires the locks that `list` returns. Then calls `list` again and acquires the additional locks, because another
   * transaction may have added rows during the first wait. One of `others` must prevent transactions from adding more.
   */
  async lockListed(list: () => Promise<Lock[]>, ...others: Lock[]): Promise<void> {
    await this.lock(...others, ...(await list()));
    await this.lock(...(await list()));
  }

  /** Like `lock`, for an object without a numeric id. */
  async lockText(text: string): Promise<void> {
    await this.query('select pg_advisory_xact_lock(hashtextextended($2, $1))', [text]);
  }

  /** Draws ids for new rows, rising. */
  async nextIds<Entity extends object>(entity: EntityClass<Entity>, count: number): Promise<number[]> {
    const rows = await this.source.session.execute<{ id: number }>(
      `select nextval('${tableOf(this.source.manager.getMetadata(entity)).sequence}')::integer as id from generate_series(1, $1)`,
      [count],
    );
    return rows.map(({ id }) => id);
  }

  /** Sets the ids of new records, so that the transaction need not wait for the statement that writes them. */
  async drawIds<Entity extends AccountRecord>(entity: EntityClass<Entity>, records: readonly Entity[]): Promise<void> {
    if (records.length === 0) return;
    const ids = await this.nextIds(entity, records.length);
    for (const [index, record] of records.entries()) record.id = ids[index] ?? 0;
  }

  /** Creates a record without writing it. It gets its id when its change is recorded. */
  create<Entity extends AccountRecord>(entity: new () => Entity, at: Date): Entity {
    const record = new entity();
    record.accountId = this.accountId;
    record.createdAt = at;
    return record;
  }

  get accountId(): number {
    return this.source.accountId;
  }

  /**
   * Returns the record of that id, or null. Calls in the same tick are answered by one statement, and a record is read
   * once for as long as the transaction takes no other lock.
   */
  async find<Entity extends AccountRecord>(entity: EntityClass<Entity>, id: number): Promise<Entity | null> {
    const record = (await this.#loader.load({ entity, id })) as Entity | undefined;
    return record && this.tracker.hasRow(record) ? record : null;
  }

  /** Like `find`. @throws DomainError NOT_FOUND if the account has no row of that id */
  async get<Entity extends AccountRecord>(entity: EntityClass<Entity>, id: number): Promise<Entity> {
    const record = await this.find(entity, id);
    if (!record) throw notFound();
    return record;
  }

  /**
   * Like `find`. After the commit, `AccountDatabase.load` returns the same record from its cache, unless it was changed.
   * That of an inserted record needs no call.
   */
  async load<Entity extends AccountRecord>(entity: EntityClass<Entity>, id: number): Promise<Entity | undefined> {
    const record = await this.find(entity, id);
    if (record) this.loaded.add(record);
    return record ?? undefined;
  }

  /** Like `find` for several records. Returns those that exist, by rising id. */
  async listByIds<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    ids: readonly number[],
  ): Promise<Entity[]> {
    const rising = [...new Set(ids)].sort((a, b) => a - b);
    const records = await Promise.all(rising.map((id) => this.find(entity, id)));
    return records.filter((record) => record !== null);
  }

  /** Reads one part of the keys after the other. */
  async #read(keys: readonly RowKey[]): Promise<(AccountRecord | undefined)[]> {
    const records: (AccountRecord | undefined)[] = [];
    for (let from = 0; from < keys.length; from += recordsPerRead) {
      const part = keys.slice(from, from + recordsPerRead);
      const rows = await selectByKeys(this.source, part);
      const read = await mapYielding(part, ({ entity }, index) => {
        const row = rows[index];
        return row && this.#toRecord(entity, row);
      });
      records.push(...read);
    }
    return records;
  }

  #toRecord<Entity extends WritableRecord>(entity: EntityClass<Entity>, row: Entity): Entity {
    return this.tracker.addRead(Object.setPrototypeOf(row, entity.prototype));
  }

  async findBy<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    where: FilterQuery<Entity>,
  ): Promise<Entity | null> {
    const [row] = await this.rows(entity, where, { limit: 1 });
    return row ? this.#toRecord(entity, row) : null;
  }

  /** Returns the records that match, by rising id. */
  async list<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    where: FilterQuery<Entity>,
    limit?: number,
  ): Promise<Entity[]> {
    const orderBy = { id: 'asc' } as QueryOrderMap<Entity>;
    const rows = await this.rows(entity, where, { orderBy, ...(limit !== undefined && { limit }) });
    return mapYielding(rows, (row) => this.#toRecord(entity, row));
  }

  /** Returns the account itself. */
  async own<Entity extends WritableRecord>(entity: EntityClass<Entity>): Promise<Entity> {
    const [account] = await selectRows(this.source, entity, { id: this.accountId } as FilterQuery<Entity>);
    if (!account) throw notFound();
    return this.#toRecord(entity, account);
  }

  /**
   * Writes the changed attributes of a record without an entry of the change log. If only hidden columns have changed,
   * `updatedAt` stays.
   */
  async save(record: WritableRecord, at: Date): Promise<void> {
    const { properties } = this.metadataOf(record);
    const changed = Object.keys(this.tracker.changes(record));
    if (changed.some((attribute) => !properties[attribute]?.hidden)) this.tracker.stamp(record, at);
    await this.#update([record]);
  }

  /** Writes every record that was changed since it was read or written. Called before the commit. */
  async flush(): Promise<void> {
    await this.#update(this.tracker.records);
  }

  async #update(records: Iterable<WritableRecord>): Promise<void> {
    const changed = await changedRecords(this.tracker, records);
    if (changed.length === 0) return;
    const updates = updatesOf((record) => this.metadataOf(record), changed, 2);
    const expressions = updates.map(({ expression }) => expression).join(', ');
    await mapYielding(changed, ({ record }) => this.noteUpdated(record));
    this.send(
      `with ${expressions} select`,
      updates.map(({ value }) => value),
      'composed',
    );
  }

  /** Lets the transaction wait for the result of a statement, so that the caller need not. */
  settleBeforeEnd(result: Promise<unknown>): void {
    // `settle` throws its error.
    result.catch(() => {});
    this.#unsettled.push(result);
  }

  /** Waits for the statements of `settleBeforeEnd`. @throws the error of the first that failed */
  async settle(): Promise<void> {
    await Promise.all(this.#unsettled);
  }

  /** Notes that the changes of a record were written to its row. */
  noteUpdated(record: WritableRecord): void {
    this.tracker.setRow(record);
    // The database may have changed the form of values, such as the order of the keys of an object.
    if (record instanceof AccountRecord) this.loaded.delete(record);
  }

  /**
   * Notes that the row of a new record was inserted. The answer does not read it again: the statement returns the values in
   * the form in which the database stores them.
   */
  noteInserted(record: WritableRecord): void {
    this.tracker.setRow(record);
    if (record instanceof AccountRecord) this.loaded.add(record);
  }

  /** Notes that the row of a record was deleted. */
  noteDeleted(record: WritableRecord): void {
    this.tracker.deleteRow(record);
    if (record instanceof AccountRecord) this.loaded.delete(record);
  }

  count<Entity extends AccountRecord>(entity: EntityClass<Entity>, where: FilterQuery<Entity>): Promise<number> {
    return countRows(this.source, entity, where);
  }

  metadataOf(record: object): EntityMetadata {
    return this.source.manager.getMetadata(record.constructor as EntityClass<object>);
  }

  rows<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    where: FilterQuery<Entity>,
    options?: RowOptions<Entity>,
  ): Promise<Entity[]> {
    return selectRows(this.source, entity, where, options);
  }

  /**
   * Sends an SQL statement about this account's rows. `$1` is the id of the account, `parameters` are `$2`, `$3`, ….
   */
  query<Result extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
    kind: StatementKind = 'constant',
  ): Promise<Result[]> {
    return this.source.session.execute<Result>(sql, [this.accountId, ...parameters], kind);
  }

  /** Like `query`, for a statement whose rows nobody needs. Returns at once; the transaction waits before it ends. */
  send(sql: string, parameters?: readonly unknown[], kind?: StatementKind): void {
    this.settleBeforeEnd(this.query(sql, parameters, kind));
  }
}

function keyOf(entity: { name: string }, id: number): string {
  return `${entity.name}:${id}`;
}

/** A kind of object that transactions lock by id. An entity becomes one by a static property `lockKind`. */
export interface Lockable {
  /** The first argument of the SQL function `lock_record`, which triggers call, too. */
  readonly lockKind: string;
}

/** An entity whose rows are locked by id. */
export type LockableEntity<Entity extends AccountRecord> = EntityClass<Entity> & Lockable;

/** One object of the account, to be locked until the transaction ends. */
export type Lock = readonly [kind: Lockable, id: number];

/** The order in which all transactions lock objects of different kinds. Objects of one kind are locked by rising id. */
export class LockOrder {
  readonly #ranks = new Map<string, number>();

  /** @throws Error if two kinds have the same name */
  constructor(kinds: readonly Lockable[]) {
    for (const { lockKind } of kinds) {
      if (this.#ranks.has(lockKind)) throw new Error(`two kinds of objects have the lock kind ${lockKind}`);
      this.#ranks.set(lockKind, this.#ranks.size);
    }
  }

  /** @throws Error for a kind that is not in the order */
  sort(locks: readonly Lock[]): Lock[] {
    return locks.toSorted(([a, aId], [b, bId]) => this.#rankOf(a) - this.#rankOf(b) || aId - bId);
  }

  #rankOf({ lockKind }: Lockable): number {
    const rank = this.#ranks.get(lockKind);
    if (rank === undefined) throw new Error(`the lock kind ${lockKind} has no place in the lock order`);
    return rank;
  }
}
