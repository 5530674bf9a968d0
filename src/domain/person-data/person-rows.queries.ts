import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import type { PersonSubject } from './person-subject.queries.js';
import { type PersonTable, sqlOf } from './person-table.js';

type Writer = Pick<AccountTransaction, 'query'>;

/** Uses every parameter of a condition: PostgreSQL cannot infer the type of one that a statement does not use. */
const usesAll = 'num_nonnulls($2::integer[], $3::text[], $4::text[], $5::text[]) = 4';

const parametersOf = ({ ids, emails, phoneNumbers, digests }: PersonSubject): unknown[] => [
  ids,
  emails,
  phoneNumbers,
  digests,
];

const keyOf = ({ key = 'item.id' }: PersonTable): string => key;

/** SQL: the key of the row, in text. */
const keyText = (table: PersonTable): string => `(${keyOf(table)})::text`;

/** SQL: whether the row `item` is of the person and after the key `$6`; all rows if that is null. */
const isNext = (table: PersonTable): string => {
  const type = table.keyType ?? 'integer';
  return `item.account_id = $1 and ${usesAll} and ($6::text is null or ${keyOf(table)} > $6::text::${type}) and (${table.of})`;
};

/** A row of a person, as it is exported. */
export interface PersonRow {
  key: string;
  row: Record<string, unknown>;
  /** The characters of its JSON. */
  length: number;
}

/** Reads rows of a person after a key, in the order of their keys. */
export function listPersonRows(
  db: Writer,
  table: PersonTable,
  subject: PersonSubject,
  after: string | null,
  limit: number,
): Promise<PersonRow[]> {
  const hidden = ['account_id', ...(table.secret ?? [])].map((column) => `'${column}'`).join(', ');
  return db.query<PersonRow>(
    `select key, shown as row, length(shown::text) as length from (
       select ${keyText(table)} as key, to_jsonb(item) - array[${hidden}] as shown from ${table.table} item
       where ${isNext(table)} order by ${keyOf(table)} limit $7) as found`,
    [...parametersOf(subject), after, limit],
  );
}

/** The result of one statement of an erasure. */
export interface ErasedBatch {
  /** The key of the last row that was looked at; null if there was none. */
  last: string | null;
  /** The number of rows that were looked at. */
  found: number;
  /** The number of rows that changed. */
  erased: number;
}

/**
 * Erases at most `limit` rows of a person after a key, all if that is null. Locks them before, and leaves those that are erased already, so it
 * may be repeated.
 *
 * @param now on the account's clock
 */
export async function erasePersonRows(
  tx: AccountTransaction,
  table: PersonTable,
  subject: PersonSubject,
  after: string | null,
  { limit, now }: { limit: number | null; now: Date },
): Promise<ErasedBatch> {
  if (table.erase !== 'row' && Object.keys(table.erase).length === 0) return { last: null, found: 0, erased: 0 };
  const parameters = [...parametersOf(subject), after];
  const found = await tx.query<{ key: string }>(
    `select ${keyText(table)} as key from ${table.table} item where ${isNext(table)} order by ${keyOf(table)} limit $7`,
    [...parameters, limit],
  );
  const last = found.at(-1)?.key ?? null;
  if (last === null) return { last, found: 0, erased: 0 };
  const { lock } = table;
  if (lock) await tx.lock(...found.map(({ key }): Lock => [lock, Number(key)]));
  const keys = found.map(({ key }) => key);
  const erased = await tx.query(eraseStatement(table), [...parameters, now, keys]);
  return { last, found: found.length, erased: erased.length };
}

/** `$7` is the time, `$8` the keys of the rows. */
function eraseStatement(table: PersonTable): string {
  const { erase, alongside } = table;
  const type = table.keyType ?? 'integer';
  const where = `${isNext(table)} and $7::timestamptz is not null and ${keyOf(table)} = any ($8::text[]::${type}[])`;
  if (erase === 'row') return `delete from ${table.table} item where ${where} returning 1`;
  const columns = Object.entries(erase);
  const assignments = [
    ...columns.map(([column, erased]) => `${column} = ${sqlOf(erased)}`),
    ...(alongside === undefined ? [] : [alongside]),
  ];
  const differs = columns.map(([column, erased]) => `item.${column} is distinct from ${sqlOf(erased)}`).join(' or ');
  return `update ${table.table} item set ${assignments.join(', ')} where ${where} and (${differs}) returning 1`;
}
