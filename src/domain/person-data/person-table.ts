import type { ObjectType } from '../../outbox/recorded-change.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { LockableEntity } from '../../platform/database/account-transaction.js';

/** A value that an erasure writes into a column, or an SQL expression over the row `item` that returns it. */
export type Erased = null | string | boolean | { readonly sql: string };

/**
 * The way in which data of people is found in a table, exported and erased. SQL is about the row `item`. Its parameters are the account
 * (`$1`) and those of a `PersonSubject`: `$2` ids, `$3` emails, `$4` phone numbers, `$5` digests.
 */
export interface PersonTable {
  readonly table: string;
  /** SQL: whether the row is of the person. */
  readonly of: string;
  /** SQL: the column that orders the rows and identifies them, `item.id` by default. */
  readonly key?: string;
  /** `integer` by default. */
  readonly keyType?: 'integer' | 'bigint' | 'text';
  /** Locked before rows are erased, so that no transaction writes back what it has read before. */
  readonly lock?: LockableEntity<AccountRecord>;
  /** The values that an erasure writes, by column; `row` if it deletes the row. */
  readonly erase: 'row' | Readonly<Record<string, Erased>>;
  /** SQL: further assignments to rows that are erased. */
  readonly alongside?: string;
  /** Columns of text, JSON or bytes that an erasure leaves, with the reason. */
  readonly kept?: Readonly<Record<string, string>>;
  /** Columns that an export leaves out: secrets, and what has no meaning outside of the database. */
  readonly secret?: readonly string[];
  /** The type of its objects in the change log, if their changes are logged. */
  readonly logged?: ObjectType;
  /** The attributes with a person's id by which changes of rows that no longer exist are found. */
  readonly personAttributes?: readonly string[];
}

/** SQL: the ids of the rows of a table that are of the person. */
export function idsOf({ table, of }: PersonTable, column = 'id'): string {
  return `(select item.${column} from ${table} item where item.account_id = $1 and (${of}))`;
}

export function sqlOf(erased: Erased): string {
  if (erased === null) return 'null';
  if (typeof erased === 'object') return erased.sql;
  return typeof erased === 'string' ? `'${erased.replaceAll("'", "''")}'` : String(erased);
}

/** Returns the attribute of a column, as the change log names it. */
export function attributeOf(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the values that an erasure writes into entries of the change log, by attribute. Null stands for an SQL expression. */
export function erasedAttributes({ erase }: PersonTable): Record<string, string | boolean | null> {
  const columns = erase === 'row' ? [] : Object.entries(erase);
  return Object.fromEntries(
    columns.map(([column, erased]) => [attributeOf(column), typeof erased === 'object' ? null : erased]),
  );
}
