import type { Session } from '../../platform/database/session.js';
import type { MovedTable } from './account-tables.js';
import type { CellConnection } from './cell-connection.js';

type Statements = Pick<Session, 'execute'>;

/** The rows of an account in a table, as a count and a sum of their hashes. */
export interface Digest {
  count: number;
  sum: string;
}

/** Compares the rows of an account in both cells. @throws Error that names the tables that differ. @returns their number */
export async function compareCopies(
  source: CellConnection,
  target: CellConnection,
  accountId: number,
  tables: readonly MovedTable[],
): Promise<number> {
  const compare = async ({ name }: MovedTable) => {
    const [ofSource, ofTarget] = await Promise.all([
      digestRows(source, name, accountId),
      digestRows(target, name, accountId),
    ]);
    const isSame = ofSource.count === ofTarget.count && ofSource.sum === ofTarget.sum;
    return {
      count: ofSource.count,
      difference: isSame ? [] : `${name} (${ofSource.count} and ${ofTarget.count} rows)`,
    };
  };
  const compared = await Promise.all(tables.map(compare));
  const differences = compared.flatMap(({ difference }) => difference);
  if (differences.length > 0) throw new Error(`${source.name} and ${target.name} differ in ${differences.join(', ')}`);
  return compared.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the column that has the account's id. */
export const accountColumnOf = (table: string): string => (table === 'account' ? 'id' : 'account_id');

export async function digestRows(connection: Statements, table: string, accountId: number): Promise<Digest> {
  const [digest] = await connection.execute<Digest>(
    `select count(*)::integer as count, coalesce(sum(hashtextextended(row::text, 0)), 0)::text as sum
     from "${table}" row where ${accountColumnOf(table)} = $1`,
    [accountId],
  );
  return digest ?? { count: 0, sum: '' };
}

/**
 * Ids that the target may draw between the reading and the setting of its sequence, which are one statement. So a sequence
 * is never set back.
 */
const margin = 1_000;

/** The last id that a sequence has given. */
export interface DrawnId {
  name: string;
  last: string;
}

/** Returns the last ids of the sequences of tables, without those that have given none. */
export function listDrawnIds(source: Statements, tables: readonly MovedTable[]): Promise<DrawnId[]> {
  return source.execute<DrawnId>(
    `select name, last_value::text as last from unnest($1::text[]) name
     join pg_sequences on name::regclass = format('%I.%I', schemaname, sequencename)::regclass where last_value is not null`,
    [tables.flatMap(({ sequence }) => sequence ?? [])],
  );
}

/** Raises the sequences of the target above the ids that the account has or had, whose records may be deleted. */
export async function raiseSequences(target: Statements, drawn: readonly DrawnId[]): Promise<void> {
  await target.execute(
    `select setval(name::regclass, last + ${margin}) from unnest($1::text[], $2::bigint[]) as drawn (name, last)
     where coalesce((select last_value from pg_sequences
       where name::regclass = format('%I.%I', schemaname, sequencename)::regclass), 0) < last`,
    [drawn.map(({ name }) => name), drawn.map(({ last }) => last)],
  );
}

/** Rows that one transaction deletes. */
const batchSize = 5_000;

/**
 * Deletes the rows of an account that is not served here, in batches, without triggers and checks of references. Its own row
 * is deleted last, so that this can be repeated. @returns their number
 */
export async function deleteRows(connection: CellConnection, accountId: number): Promise<number> {
  const tables = await connection.execute<{ name: string; key: string }>(
    `select relname as name, (select string_agg(quote_ident(attname), ', ') from pg_index join pg_attribute
         on attrelid = indrelid and attnum = any (indkey) where indrelid = pg_class.oid and indisprimary) as key
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'account_id' and not attisdropped)
     order by relname`,
  );
  const withoutTriggers = ['set local session_replication_role = replica'] as const;
  let total = 0;
  for (const { name, key } of tables) {
    const batch = `select ${key} from "${name}" where account_id = $1 limit ${batchSize}`;
    let deleted: number;
    do {
      deleted = await connection.transaction(withoutTriggers, [
        `delete from "${name}" where (${key}) in (${batch})`,
        accountId,
      ]);
      total += deleted;
    } while (deleted === batchSize);
  }
  total += await connection.transaction(withoutTriggers, [
    'delete from account where id = $1 and moved_to is not null',
    accountId,
  ]);
  // The trigger that sends it was not executed.
  await connection.execute(`select pg_notify('account', $1)`, [String(accountId)]);
  return total;
}
