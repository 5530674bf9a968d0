import type { Database } from './database.js';
import { isWritableAccount } from './writable-account.js';

/** SQL types of columns, by name. */
type ColumnTypes = Readonly<Record<string, string>>;

/** A table that keeps the last rows of each account, or of each record of it. */
interface NewestRows {
  table: string;
  /** The columns besides `account_id`, `created_at` and `updated_at`. */
  columns: ColumnTypes;
  /** The column with the record. An index has `account_id`, this column and `id`. Without it, rows are kept by account. */
  of?: string;
  /** The rows that are kept of each. */
  most: number;
}

/**
 * Adds rows of several accounts, without those of paused ones, and deletes what is older than the last of each.
 * `offset 0` finds the oldest once for each. As a condition of the rows it was found for each row, which took 510 ms for
 * one with 1,100 rows.
 */
export async function writeNewestRows(
  database: Database,
  { table, columns, of, most }: NewestRows,
  rows: readonly BoundedRow[],
): Promise<void> {
  const names = Object.keys(columns).join(', ');
  const owner = of === undefined ? ['account_id'] : ['account_id', of];
  const isOf = (one: string, other: string): string =>
    owner.map((column) => `${one}.${column} = ${other}.${column}`).join(' and ');
  const owners = new Map(
    rows.map((row) => [String(owner.map((column) => row[column])), owner.map((column) => [column, row[column]])]),
  );
  await database.session.transaction(async (session) => {
    await session.execute('select write_to_accounts()');
    await session.execute(
      `insert into ${table} (account_id, created_at, updated_at, ${names})
       select account_id, noted.created_at, noted.created_at, ${names}
       from jsonb_to_recordset($1::jsonb) as noted (account_id integer, created_at timestamptz, ${declare(columns)})
       join account on account.id = account_id and ${isWritableAccount}
       order by account_id`,
      [JSON.stringify(rows)],
    );
    await session.execute(
      `delete from ${table} using (
         select ${owner.join(', ')}, (
           select last.id from ${table} last where ${isOf('last', 'written')}
           order by ${owner.map((column) => `last.${column} desc`).join(', ')}, last.id desc offset $2 limit 1) as id
         from jsonb_to_recordset($1::jsonb) as written (${owner.map((column) => `${column} integer`).join(', ')})
         offset 0) as oldest
       where ${isOf(table, 'oldest')} and ${table}.id <= oldest.id`,
      [JSON.stringify([...owners.values()].map((entries) => Object.fromEntries(entries))), most],
    );
  });
}

function declare(columns: ColumnTypes): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}

type Columns = Readonly<Record<string, unknown>>;
/** A row, by column, with the number of further ones of its key that were left out after it. */
export type BoundedRow = Columns & { left_out: number };

/**
 * Collects rows until they are written: a bounded number of each key and of all. Of the others of a key, the number is
 * kept at its last row.
 */
export class BoundedRows {
  #rows = new Map<number, BoundedRow[]>();
  #count = 0;

  constructor(
    private readonly mostOfKey: number,
    private readonly mostOfAll: number,
  ) {}

  /** Adds a row if there is room for it. @returns whether there was */
  add(key: number, createRow: () => Columns): boolean {
    const rows = this.#rows.get(key) ?? [];
    if (rows.length >= this.mostOfKey || this.#count >= this.mostOfAll) {
      const last = rows.at(-1);
      if (last) last.left_out += 1;
      return false;
    }
    this.#count += 1;
    rows.push({ ...createRow(), left_out: 0 });
    this.#rows.set(key, rows);
    return true;
  }

  /** Returns the rows and begins anew. */
  take(): BoundedRow[] {
    const rows = [...this.#rows.values()].flat();
    this.#rows = new Map();
    this.#count = 0;
    return rows;
  }
}
