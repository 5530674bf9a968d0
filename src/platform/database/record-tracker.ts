import { isDeepStrictEqual } from 'node:util';
import type { EntityClass, EntityProperty } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Values of the columns of a row, by attribute. */
export type Values = Record<string, unknown>;

/** The attributes of every row that a transaction writes. */
export interface WritableRecord {
  id: number;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Stores the rows that a transaction has read or written, to find out which attributes of its records differ from
 * them. Values must be replaced, not changed in place: only references to them are kept.
 */
export class RecordTracker {
  readonly #em: EntityManager;
  readonly #rows = new Map<WritableRecord, Values>();
  readonly #records = new Map<string, WritableRecord>();

  constructor(em: EntityManager) {
    this.#em = em;
  }

  /** Every record that has a row. */
  get records(): Iterable<WritableRecord> {
    return this.#rows.keys();
  }

  /** Whether the transaction has read or written the row of a record. A new record has none. */
  hasRow(record: WritableRecord): boolean {
    return this.#rows.has(record);
  }

  /**
   * Stores a record that was read. If the transaction already has a record of that row, returns that record, with the
   * values that were read now unless it has changes that are not written yet.
   */
  addRead<Entity extends WritableRecord>(record: Entity): Entity {
    const known = this.#records.get(keyOf(record)) as Entity | undefined;
    if (!known) {
      this.setRow(record);
      return record;
    }
    if (known !== record && Object.keys(this.changes(known)).length === 0) {
      Object.assign(known, record);
      this.setRow(known);
    }
    return known;
  }

  /** Stores the present values of a record as those of its row. */
  setRow(record: WritableRecord): void {
    const values: Values = {};
    for (const property of this.#properties(record)) {
      if (isColumn(property)) values[property.name] = Reflect.get(record, property.name);
    }
    this.#rows.set(record, values);
    this.#records.set(keyOf(record), record);
  }

  /** Gives values that were written the form in which the database stores them, unless they have been replaced since. */
  setStored(record: WritableRecord, stored: Values): void {
    const row = this.#rows.get(record);
    if (!row) return;
    for (const property of this.#properties(record)) {
      const { name } = property;
      if (!(name in stored) || !isSame(property, row[name], stored[name])) continue;
      if (Reflect.get(record, name) === row[name]) Reflect.set(record, name, stored[name]);
      row[name] = stored[name];
    }
  }

  /** Stops tracking a record whose row was deleted. */
  deleteRow(record: WritableRecord): void {
    this.#rows.delete(record);
    this.#records.delete(keyOf(record));
  }

  /** Returns the attributes of a record that differ from its row, with the values of the row. Empty for a new record. */
  changes(record: WritableRecord): Values {
    const row = this.#rows.get(record);
    const old: Values = {};
    if (!row) return old;
    for (const property of this.#properties(record)) {
      if (!isColumn(property)) continue;
      const [before, now] = [row[property.name], Reflect.get(record, property.name)];
      if (before !== now && !isSame(property, before, now)) old[property.name] = before;
    }
    return old;
  }

  /**
   * Sets when a record was last changed: the time of its creation for a new one, else `at`. Nothing else sets
   * `updatedAt`.
   */
  stamp(record: WritableRecord, at: Date): void {
    record.updatedAt = this.hasRow(record) ? at : record.createdAt;
  }

  #properties(record: object): EntityProperty[] {
    return this.#em.getMetadata(record.constructor as EntityClass<object>).props;
  }
}

/** Whether a property is a column outside of the key. */
function isColumn({ primary, persist }: EntityProperty): boolean {
  return !primary && persist !== false;
}

/** Compares as the column does: instants by time, decimals by number, JSON and arrays by content. */
function isSame({ customType }: EntityProperty, before: unknown, now: unknown): boolean {
  if (before === null || before === undefined || now === null || now === undefined) {
    return (before ?? null) === (now ?? null);
  }
  if (typeof before === 'object' || typeof now === 'object') return isDeepStrictEqual(before, now);
  return customType?.compareValues?.(before, now) ?? before === now;
}

function keyOf(record: WritableRecord): string {
  return `${record.constructor.name}:${record.id}`;
}
