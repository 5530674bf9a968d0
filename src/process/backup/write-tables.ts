import type { Session } from '../../platform/database/session.js';
import { listMovedTables } from '../move/account-tables.js';
import type { AccountFileLine, TableEnd, TableStart } from './account-file.js';
import { listColumns } from './export-account.js';

/** Receives the rows of the tables of a file, in its order. */
export interface RowWriter {
  /** @param rows the texts of a thousand rows or a megabyte at most */
  write(target: TableStart, rows: readonly string[]): Promise<unknown>;
  /** Called after the last rows of a table. @throws Error if the rows are not those that were written into the file */
  check(table: string, written: TableEnd): Promise<void>;
}

/** Characters of rows that one statement writes. */
const pieceLength = 1_000_000;
const mostRows = 1_000;

/** Passes the rows of all tables to a writer. @throws Error if a table or the end of the file is missing */
export async function writeTables(
  tx: Session,
  lines: AsyncIterable<AccountFileLine>,
  writer: RowWriter,
): Promise<void> {
  const missing = new Set(['account', ...(await listMovedTables(tx)).map(({ name }) => name)]);
  let target: TableStart | undefined;
  let rows: string[] = [];
  let length = 0;
  let isWhole = false;
  const flush = async (): Promise<void> => {
    if (target && rows.length > 0) await writer.write(target, rows);
    [rows, length] = [[], 0];
  };
  for await (const line of lines) {
    if (typeof line === 'string') {
      rows.push(line);
      length += line.length;
      if (length >= pieceLength || rows.length === mostRows) await flush();
    } else if ('table' in line) {
      await requireColumns(tx, line, missing);
      target = line;
    } else if ('count' in line) {
      await flush();
      if (target) await writer.check(target.table, line);
    } else isWhole = true;
  }
  const [absent] = missing;
  if (!isWhole || absent !== undefined) throw new Error(`the file ends before ${absent ?? 'its last line'}`);
}

/** @param missing the tables that have not come, from which that of the line is removed */
async function requireColumns(tx: Session, { table, columns }: TableStart, missing: Set<string>): Promise<void> {
  if (!missing.delete(table)) throw new Error(`the file has a table ${table} that no account has`);
  const present = await listColumns(tx, table);
  if (present.join() !== columns.join()) {
    throw new Error(`the columns of ${table} are ${present}, in the file ${columns}`);
  }
}

/**
 * Inserts rows from their texts.
 *
 * @param replaced SQL by column, in place of the value of the row `old`
 */
export async function insertRows(
  tx: Session,
  { table, columns }: TableStart,
  rows: readonly string[],
  replaced: Readonly<Record<string, string>> = {},
): Promise<void> {
  const values = columns.map((column) => replaced[column] ?? `old."${column}"`);
  await tx.execute(
    `insert into "${table}" (${columns.map((column) => `"${column}"`)}) overriding system value
     select ${values} from (select (item.row).*
       from (select text::"${table}" as row from unnest($1::text[]) text offset 0) item offset 0) old`,
    [rows],
    'unprepared',
  );
}

/** @throws Error if a table has other rows than the file */
export function requireSame(table: string, found: TableEnd, written: TableEnd): void {
  if (found.count === written.count && found.sum === written.sum) return;
  throw new Error(`${table} has ${found.count} rows that differ from the ${written.count} of the file`);
}
