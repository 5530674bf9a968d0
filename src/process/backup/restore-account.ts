import type { Cell } from '../../platform/cells/cell.js';
import { listKnownKeys } from '../../platform/database/encryption-keys.js';
import type { Session } from '../../platform/database/session.js';
import { digestRows, raiseSequences } from '../move/copies.js';
import { listSchema, tablesWithRows } from '../move/preconditions.js';
import { type AccountFileHeader, type AccountFileLine, readLines } from './account-file.js';
import { setExactly } from './export-account.js';
import { insertRows, requireSame, writeTables } from './write-tables.js';

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
    // The triggers that would refuse are not executed.
    await tx.execute('select pg_advisory_xact_lock_shared(7463005, $1)', [header.account.id]);
    await tx.execute('select require_writable_cell(), require_undrained_cell()');
    await requireRestorable(tx, header);
    await reserveIn(cell, header.account);
    await tx.execute('set local session_replication_role = replica', [], 'unprepared');
    await writeTables(tx, lines, {
      write: (target, rows) => insertRows(tx, target, rows),
      check: async (table, written) => {
        requireSame(table, await digestRows(tx, table, header.account.id), written);
        report.rows += written.count;
      },
    });
    await finish(tx, header);
  };
  await session.transaction(async (tx) => {
    await setExactly(tx);
    await readLines(file, write(tx));
  });
  return report;
}

async function requireRestorable(tx: Session, header: AccountFileHeader): Promise<void> {
  const { id, subdomain } = header.account;
  const [taken] = await tx.execute<{ id: number }>('select id from account where lower(subdomain) = lower($1)', [
    subdomain,
  ]);
  if (taken && taken.id !== id) throw new Error(`account ${taken.id} has the subdomain ${subdomain}`);
  const [own] = await tx.execute('select from account where id = $1', [id]);
  const remains = own ? ['account'] : await tablesWithRows(tx, id);
  if (remains.length > 0) throw new Error(`the database has rows of account ${id} in ${remains.join(', ')}`);
  await requireFitting(tx, header);
}

/** @throws Error if the database has another schema than the file, or lacks a key of its secrets */
export async function requireFitting(
  tx: Session,
  { account, schema, keys, version }: AccountFileHeader,
): Promise<void> {
  const present = await listSchema(tx);
  const different = schema.find((name) => !present.includes(name)) ?? present.find((name) => !schema.includes(name));
  if (different !== undefined) {
    throw new Error(`the file is of version ${version}, whose database differs in ${different}: restore it there`);
  }
  const known = new Map((await listKnownKeys(tx)).map((key) => [key.id, key.fingerprint]));
  const lacking = keys.find((key) => known.get(key.id) !== key.fingerprint);
  if (lacking) {
    throw new Error(
      `the database lacks the key ${lacking.id}, which encrypted secrets of account ${account.id}: add it to ENCRYPTION_KEY, and start the server once`,
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
