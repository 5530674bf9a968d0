import {
  type AccountCredentials,
  addApiKey,
  createLinkSecret,
  drawAccountId,
  writeNewAccount,
} from '../../domain/account/account.actions.js';
import { validateNames } from '../../domain/account/account.rules.js';
import { createAccountSecret } from '../../domain/account/account-secret.actions.js';
import { createApiKeySecret } from '../../domain/account/api-key.rules.js';
import { createSealedSecret } from '../../domain/web-hook/web-hook-secret.actions.js';
import { relayConsumer } from '../../outbox/backlog.js';
import type { Database } from '../../platform/database/database.js';
import { sealedColumnOf } from '../../platform/database/encryption-keys.js';
import type { Session } from '../../platform/database/session.js';
import { invalid } from '../../platform/errors.js';
import { systemClock } from '../../platform/time/clock.js';
import { raiseSequences } from '../move/copies.js';
import { type AccountFileHeader, type AccountFileLine, readLines, type TableEnd } from './account-file.js';
import { emptiedTables, replacedColumns, resealedColumns } from './copy-rules.js';
import { setExactly } from './export-account.js';
import { requireFitting } from './restore-account.js';
import { insertRows, type RowWriter, requireSame, writeTables } from './write-tables.js';

export interface NewNames {
  subdomain: string;
  /** Defaults to the name of the original. */
  name?: string | undefined;
}

export interface CopyReport extends AccountCredentials {
  /** The id of the original. */
  copy_of: number;
  rows: number;
}

/**
 * Writes the account of a file as a new account, which may be beside the original: with the changes of `copy-rules.ts`, new
 * secrets and one admin key. All is one transaction, without triggers and checks of references, as replication does.
 *
 * @throws DomainError INVALID on `subdomain` or `name`, Error if the file does not fit the database
 */
export async function copyAccount(database: Database, names: NewNames, file: string): Promise<CopyReport> {
  const { subdomain, name = subdomain } = names;
  const errors = validateNames({ subdomain, name });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  // Before the subdomain is reserved for an account that cannot be written.
  await readLines(file, (header) => requireFitting(database.session, header));
  return writeNewAccount(database, subdomain, async (tx, reserved) => {
    const id = reserved ?? (await drawAccountId(tx));
    await setExactly(tx);
    let report: CopyReport | undefined;
    await readLines(file, async (header, lines) => {
      report = await writeCopy(database, tx, { id, ...names }, header, lines);
    });
    if (!report) throw new Error(`${file} was not read`);
    return report;
  });
}

async function writeCopy(
  database: Database,
  tx: Session,
  copy: NewNames & { id: number },
  header: AccountFileHeader,
  lines: AsyncIterable<AccountFileLine>,
): Promise<CopyReport> {
  const { id, subdomain } = copy;
  // The trigger that would refuse is not executed.
  await tx.execute('select require_undrained_cell()');
  await tx.execute('set local session_replication_role = replica', [], 'unprepared');
  const writer = new CopyWriter(tx, id);
  await writeTables(tx, lines, writer);
  await raiseSequences(tx, header.sequences);
  await resealSecrets(database, tx, header.account.id, id);
  const secret = await renewSecrets(database, tx, copy);
  await endRelay(tx, id);
  const credentials = await addApiKey(tx, { id, subdomain, secret }, createApiKeySecret(id), systemClock.now());
  return { ...credentials, copy_of: header.account.id, rows: writer.count };
}

/** Writes rows as those of another account. Their digest is that of the texts of the file. */
class CopyWriter implements RowWriter {
  /** The rows that were written. */
  count = 0;
  #read: { count: number; sum: bigint } = { count: 0, sum: 0n };

  constructor(
    private readonly tx: Session,
    private readonly id: number,
  ) {}

  async write(target: Parameters<RowWriter['write']>[0], rows: readonly string[]): Promise<void> {
    const [digest] = await this.tx.execute<{ sum: string }>(
      'select sum(hashtextextended(text, 0))::text as sum from unnest($1::text[]) text',
      [rows],
    );
    this.#read.count += rows.length;
    this.#read.sum += BigInt(digest?.sum ?? 0);
    if (Object.hasOwn(emptiedTables, target.table)) return;
    await insertRows(this.tx, target, rows, {
      ...replacedColumns[target.table],
      [target.table === 'account' ? 'id' : 'account_id']: `${this.id}`,
    });
    this.count += rows.length;
  }

  async check(table: string, written: TableEnd): Promise<void> {
    requireSame(table, { count: this.#read.count, sum: `${this.#read.sum}` }, written);
    this.#read = { count: 0, sum: 0n };
  }
}

/** Seals for the copy what was sealed for the original. @throws EncryptionError */
async function resealSecrets({ encryption }: Database, tx: Session, original: number, copy: number): Promise<void> {
  for (const { name, table, column, account } of resealedColumns.map(sealedColumnOf)) {
    const rows = await tx.execute<{ id: number; stored: string }>(
      `select id, ${column} as stored from "${table}" where ${account} = $1 and ${column} is not null`,
      [copy],
    );
    const sealed = rows.map(({ stored }) => encryption.seal(copy, name, encryption.open(original, name, stored)));
    await tx.execute(
      `update "${table}" row set ${column} = given.value from unnest($2::integer[], $3::text[]) as given (id, value)
       where row.${account} = $1 and row.id = given.id`,
      [copy, rows.map(({ id }) => id), sealed],
    );
  }
}

/** Gives the copy its names and secrets. @returns the secret of the account */
async function renewSecrets(
  database: Database,
  tx: Session,
  { id, subdomain, name }: NewNames & { id: number },
): Promise<string> {
  const db = database.account(id);
  const secret = createAccountSecret();
  await tx.execute(
    'update account set subdomain = $2, name = coalesce($3, name), secret = $4, link_secret = $5 where id = $1',
    [
      id,
      subdomain,
      name ?? null,
      db.seal('account.secret', secret),
      db.seal('account.link_secret', createLinkSecret()),
    ],
  );
  for (const webHook of await tx.execute<{ id: number }>('select id from web_hook where account_id = $1', [id])) {
    await tx.execute('update web_hook set secret = $3 where account_id = $1 and id = $2', [
      ...[id, webHook.id],
      createSealedSecret(db),
    ]);
  }
  return secret;
}

/** Takes all changes of the log for relayed: the original does what they cause. */
async function endRelay(tx: Session, id: number): Promise<void> {
  await tx.execute('delete from relay_position where account_id = $1', [id]);
  await tx.execute(
    `insert into relay_position (account_id, consumer, era, transaction_id, change_id)
     select account_id, $2, era, transaction_id, id from change where account_id = $1
     order by era desc, transaction_id desc, id desc limit 1`,
    [id, relayConsumer],
  );
}
