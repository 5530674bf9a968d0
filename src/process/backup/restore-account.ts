import type { Cell } from '../../platform/cells/cell.js';
import { listKnownKeys } from '../../platform/database/encryption-keys.js';
import type { Session } from '../../platform/database/session.js';
import { listMovedTables } from '../move/account-tables.js';
import { digestRows, raiseSequences } from '../move/copies.js';
import { listSchema, tablesWithRows } from '../move/preconditions.js';
import {
  type AccountFileHeader,
  type AccountFileLine,
  readLines,
  type TableEnd,
  type TableStart,
} from './account-file.js';
import { listColumns, setExactly } from './export-account.js';

export interface RestoreReport {
  id: number;
  subdomain: string;
  rows: number;
}

/**
 * Writes the account of a file with its ids, all in one transaction, without triggers and checks of references, as
 * replication does. Then compares the rows of each table with the file by count and checksum.
 *
 * @param cell the cell of the database, whose directory gets the account first
 * @throws Error if the database has anything of the account, another account has its subdomain, or the file does not fit
 */
export async function restoreAccount(session: Session, cell: Cell | undefined, file: string): Promise<RestoreReport> {
  const report: RestoreReport = { id: 0, subdomain: '', rows: 0 };
  const write = (tx: Session) => async (header: AccountFileHeader, lines: AsyncIterable<AccountFileLine>) => {
    Object.assign(report, header.account, { rows: 0 });
    await requireRestorable(tx, header);
    await reserveIn(cell, header.account);
    await tx.execute('set local session_replication_role = replica', [], 'unprepared');
    report.rows = await writeTables(tx, header.account.id, lines);
    await finish(tx, header);
  };
  await session.transaction(async (tx) => {
    await setExactly(tx);
    await readLines(file, write(tx));
  });
  return report;
}

async function requireRestorable(tx: Session, { account, schema, keys, version }: AccountFileHeader): Promise<void> {
  const { id, subdomain } = account;
  const [taken] = await tx.execute<{ id: number }>('select id from account where lower(subdomain) = lower($1)', [
    subdomain,
  ]);
  if (taken && taken.id !== id) throw new Error(`account ${taken.id} has the subdomain ${subdomain}`);
  const [own] = await tx.execute('select from account where id = $1', [id]);
  const remains = own ? ['account'] : await tablesWithRows(tx, id);
  if (remains.length > 0) throw new Error(`the database has rows of account ${id} in ${remains.join(', ')}`);
  const present = await listSchema(tx);
  const different = schema.find((name) => !present.includes(name)) ?? present.find((name) => !schema.includes(name));
  if (different !== undefined) {
    throw new Error(`the file is of version ${version}, whose database differs in ${different}: restore it there`);
  }
  const known = new Map((await listKnownKeys(tx)).map((key) => [key.id, key.fingerprint]));
  const lacking = keys.find((key) => known.get(key.id) !== key.fingerprint);
  if (lacking) {
    throw new Error(
      `the database lacks the key ${lacking.id}, which encrypted secrets of account ${id}: add it to ENCRYPTION_KEY, and start the server once`,
    );
  }
}

/** Lets the directory of all cells know the account before its cell has it. @throws Error if another cell has it */
async function reserveIn(cell: Cell | undefined, account: AccountFileHeader['account']): Promise<void> {
  if (!cell) return;
  const found = await cell.directory.find({ id: account.id });
  if (found !== undefined && found !== cell.name) {
    throw new Error(`the directory has account ${account.id} in ${found}`);
  }
  await cell.directory.reserve({ ...account, cell: cell.name });
}

/** Characters of rows that one statement writes. */
const pieceLength = 1_000_000;
const mostRows = 1_000;

/** Writes the rows of all tables. @returns their number @throws Error if a table or the end of the file is missing */
async function writeTables(tx: Session, accountId: number, lines: AsyncIterable<AccountFileLine>): Promise<number> {
  const missing = new Set(['account', ...(await listMovedTables(tx)).map(({ name }) => name)]);
  let target: TableStart | undefined;
  let rows: string[] = [];
  let length = 0;
  let total = 0;
  let isWhole = false;
  const flush = async (): Promise<void> => {
    if (target && rows.length > 0) await insert(tx, target, rows);
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
      if (target) await requireSame(tx, target.table, accountId, line);
      total += line.count;
    } else isWhole = true;
  }
  const [absent] = missing;
  if (!isWhole || absent !== undefined) throw new Error(`the file ends before ${absent ?? 'its last line'}`);
  return total;
}

/** @param missing the tables that have not come, from which that of the line is removed */
async function requireColumns(tx: Session, { table, columns }: TableStart, missing: Set<string>): Promise<void> {
  if (!missing.delete(table)) throw new Error(`the file has a table ${table} that no account has`);
  const present = await listColumns(tx, table);
  if (present.join() !== columns.join()) {
    throw new Error(`the columns of ${table} are ${present}, in the file ${columns}`);
  }
}

function insert(tx: Session, { table, columns }: TableStart, rows: readonly string[]): Promise<object[]> {
  const list = columns.map((column) => `"${column}"`);
  return tx.execute(
    `insert into "${table}" (${list}) overriding system value
     select ${list.map((column) => `(item.row).${column}`)} from (select text::"${table}" as row from unnest($1::text[]) text offset 0) item`,
    [rows],
    'unprepared',
  );
}

async function requireSame(tx: Session, table: string, accountId: number, written: TableEnd): Promise<void> {
  const found = await digestRows(tx, table, accountId);
  if (found.count === written.count && found.sum === written.sum) return;
  throw new Error(`${table} has ${found.count} rows that differ from the ${written.count} of the file`);
}

/** Lets the account be used: it may have been paused when it was exported. */
async function finish(tx: Session, { account, sequences }: AccountFileHeader): Promise<void> {
  await tx.execute('update account set paused_at = null where id = $1', [account.id]);
  await raiseSequences(tx, sequences);
  // Another cell has the ids of other ranges, and never gives them.
  await tx.execute(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, $1) from pg_sequences
     where format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence('account', 'id')::regclass
       and $1::bigint between coalesce(last_value, min_value) and max_value`,
    [account.id],
  );
  // The trigger that sends it was not executed.
  await tx.execute(`select pg_notify('account', $1)`, [String(account.id)]);
}
