import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { databaseModel } from '../../domain/entities.js';
import { listKnownKeys, listUsedKeys } from '../../platform/database/encryption-keys.js';
import type { Session } from '../../platform/database/session.js';
import { notFound } from '../../platform/errors.js';
import { version } from '../../platform/project-root.js';
import { systemClock } from '../../platform/time/clock.js';
import { listMovedTables } from '../move/account-tables.js';
import { exactSettings } from '../move/cell-connection.js';
import { accountColumnOf, digestRows, listDrawnIds } from '../move/copies.js';
import { listSchema } from '../move/preconditions.js';
import { type AccountFileHeader, type AccountFileLine, writeLines } from './account-file.js';

export interface ExportReport {
  id: number;
  subdomain: string;
  file: string;
  rows: number;
}

/**
 * Writes all that moves with an account into one file, as it is at one instant, while the account is used.
 *
 * @throws Error if there is a file already, or another cell has the account; DomainError NOT_FOUND
 */
export async function exportAccount(session: Session, subdomain: string, file: string): Promise<ExportReport> {
  if (existsSync(file)) throw new Error(`there is a file ${file} already`);
  const report: ExportReport = { id: 0, subdomain, file, rows: 0 };
  const unfinished = `${file}.new`;
  await session
    .transaction(async (tx) => {
      await tx.execute('set transaction isolation level repeatable read, read only', [], 'unprepared');
      await setExactly(tx);
      report.rows = 0;
      await writeLines(unfinished, linesOf(tx, report));
    })
    .catch(async (error: unknown) => {
      await rm(unfinished, { force: true });
      throw error;
    });
  await rename(unfinished, file);
  return report;
}

/** Lets a transaction write the text of rows as each database does, and take its time. */
export async function setExactly(tx: Session): Promise<void> {
  const names = exactSettings.map((setting) => setting.split('='));
  await tx.execute('select set_config(name, value, true) from unnest($1::text[], $2::text[]) as given (name, value)', [
    names.map(([name]) => name),
    names.map(([, value]) => value),
  ]);
}

async function* linesOf(tx: Session, report: ExportReport): AsyncGenerator<AccountFileHeader | AccountFileLine> {
  const [account] = await tx.execute<{ id: number; subdomain: string; movedTo: string | null }>(
    'select id, subdomain, moved_to as "movedTo" from account where lower(subdomain) = lower($1)',
    [report.subdomain],
  );
  if (!account) throw notFound();
  const { id, subdomain, movedTo } = account;
  if (movedTo !== null) throw new Error(`account ${id} is in ${movedTo}`);
  Object.assign(report, { id, subdomain });
  const tables = await listMovedTables(tx);
  const used = await listUsedKeys(tx, databaseModel.sealedColumns, id);
  yield {
    format: 'booking-account',
    version,
    exportedAt: systemClock.now().toISOString(),
    account: { id, subdomain },
    schema: await listSchema(tx),
    keys: (await listKnownKeys(tx)).filter((key) => used.includes(key.id)),
    sequences: await listDrawnIds(tx, tables),
  };
  for (const { name } of [{ name: 'account' }, ...tables]) {
    yield { table: name, columns: await listColumns(tx, name) };
    yield* rowsOf(tx, name, id);
    const digest = await digestRows(tx, name, id);
    report.rows += digest.count;
    yield digest;
  }
  yield { end: true };
}

/** Returns the columns of a table that can be written, in their order. */
export async function listColumns(tx: Pick<Session, 'execute'>, table: string): Promise<string[]> {
  const rows = await tx.execute<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass(quote_ident($1)) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Characters that are read at a time: an image may have a million, a booking has a few hundred. */
const pieceLength = 1_000_000;
const mostRows = 1_000;

async function* rowsOf(tx: Session, table: string, accountId: number): AsyncGenerator<string> {
  await tx.execute(
    `declare exported no scroll cursor for select row::text as text from "${table}" row where ${accountColumnOf(table)} = ${accountId}`,
    [],
    'unprepared',
  );
  let next = 10;
  for (;;) {
    const rows = await tx.execute<{ text: string }>(`fetch ${next} from exported`, [], 'unprepared');
    if (rows.length === 0) break;
    for (const { text } of rows) yield text;
    const length = rows.reduce((sum, { text }) => sum + text.length, 0) / rows.length;
    next = Math.min(mostRows, Math.max(1, Math.floor(pieceLength / length)));
  }
  await tx.execute('close exported', [], 'unprepared');
}
