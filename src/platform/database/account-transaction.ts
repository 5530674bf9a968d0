import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import type { AccountRecord } from './account-record.entity.js';
import type { Lock } from './locks.js';
import type { StatementKind } from './preparing-client.js';
import { type Row, type RowOptions, selectRows } from './rows.js';
import { type RowKey, selectByKeys } from './rows-by-key.js';
import { execute } from './statements.js';

/** An account's rows within one transaction. Take every lock before the first write: see `outbox/change-log.ts`. */
export class AccountTransaction {
  /** Old values of records that it has written and has not yet recorded a change of: see `outbox/old-values.ts`. */
  readonly unrecorded = new Map<object, Record<string, unknown>>();
  /** The rows that `load` has read. */
  readonly loaded: { entity: EntityClass<AccountRecord>; row: Row<AccountRecord> }[] = [];
  readonly #loader: DataLoader<RowKey, Row<AccountRecord> | undefined>;

  constructor(
    readonly em: EntityManager,
    readonly accountId: number,
    /** Types of the objects whose changes are recorded in it. */
    readonly changed: Set<string> = new Set(),
  ) {
    const select = (keys: readonly RowKey[]) => selectByKeys(em, accountId, keys);
    this.#loader = new DataLoader(select, { cache: false });
  }

  /**
   * Waits for each lock, in one order for all, and holds them until the transaction ends. It is a statement of its own,
   * because a statement reads what was committed when it began: with the locks, it would read what was before the wait.
   */
  async lock(...locks: Lock[]): Promise<void> {
    if (locks.length === 0) return;
    const ordered = [...locks].sort(([a, aId], [b, bId]) => (a < b ? -1 : a > b ? 1 : aId - bId));
    await this.query('select lock_record(kind, $1, id) from unnest($2::text[], $3::integer[]) as lock (kind, id)', [
      ordered.map(([kind]) => kind),
      ordered.map(([, id]) => id),
    ]);
  }

  /** The same for what has no number: by a text of one's own. */
  async lockText(text: string): Promise<void> {
    await this.query('select pg_advisory_xact_lock(hashtextextended($2, $1))', [text]);
  }

  /** An id for a row that is about to be written. */
  async nextId<Entity extends object>(entity: EntityClass<Entity>): Promise<number> {
    const [id] = await this.nextIds(entity, 1);
    if (id === undefined) throw new Error(`no sequence for ${entity.name}`);
    return id;
  }

  /** Ids, rising, for so many rows that are about to be written. */
  async nextIds<Entity extends object>(entity: EntityClass<Entity>, count: number): Promise<number[]> {
    const rows = await execute<{ id: number }>(
      this.em,
      `select nextval(pg_get_serial_sequence($1, 'id'))::integer as id from generate_series(1, $2)`,
      [this.em.getMetadata(entity).tableName, count],
    );
    return rows.map(({ id }) => id);
  }

  /** A new row, not yet written: it gets its id when its change is recorded. */
  create<Entity extends AccountRecord>(entity: new () => Entity, at: Date): Entity {
    const record = new entity();
    record.accountId = this.accountId;
    record.createdAt = at;
    record.updatedAt = at;
    return record;
  }

  find<Entity extends AccountRecord>(entity: EntityClass<Entity>, id: number): Promise<Entity | null> {
    return this.em.findOne<Entity>(entity, { id } as FilterQuery<Entity>);
  }

  /**
   * The row of that id as it is now, or undefined; all those asked for in the same tick are read by one statement. After
   * the commit, `AccountDatabase.load` has the row, too: load only what the transaction does not write.
   */
  async load<Entity extends AccountRecord>(entity: EntityClass<Entity>, id: number): Promise<Row<Entity> | undefined> {
    const row = await this.#loader.load({ entity, id });
    if (row) this.loaded.push({ entity, row });
    return row as Row<Entity> | undefined;
  }

  rows<Entity extends AccountRecord>(
    entity: EntityClass<Entity>,
    where: FilterQuery<Entity>,
    options?: RowOptions<Entity>,
  ): Promise<Row<Entity>[]> {
    return selectRows(this.em, entity, where, options);
  }

  /** Sends an SQL statement about this account's rows. `$1` is the id of the account, `parameters` are `$2`, `$3`, …. */
  query<Result extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
    kind: StatementKind = 'constant',
  ): Promise<Result[]> {
    return execute<Result>(this.em, sql, [this.accountId, ...parameters], kind);
  }
}
