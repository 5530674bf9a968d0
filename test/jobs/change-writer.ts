import pg from 'pg';
import { pino } from 'pino';
import type { RecordedChange } from '../../src/outbox/recorded-change.js';
import type { Database } from '../../src/platform/database/database.js';
import { sentStatementsOf } from '../support/sent-statements.js';
import { until } from '../support/until.js';

export const silent = pino({ level: 'silent' });

export async function createAccount(database: Database): Promise<number> {
  const em = database.orm.em.fork();
  const [row] = await em.execute<{ id: number }[]>(
    `insert into account (created_at, updated_at, subdomain, name, email, time_zone, country_code, secret)
     values (now(), now(), gen_random_uuid()::text, 'Acme', 'a@example.org', 'Europe/Oslo', 'NO', 'secret')
     returning id`,
  );
  if (!row) throw new Error('the account was not created');
  // Otherwise the first change would open the era, and the others would wait until its transaction ends.
  await em.execute('select open_change_log_era(?)', [row.id]);
  return row.id;
}

export interface ChangeOptions {
  name?: string;
  snapshot?: object;
  at?: Date;
}

const insertion = `insert into change (account_id, era, object_id, created_at, name, object_type, snapshot, actor)
  values ($1, open_change_log_era($1), $2, $3, $4, $5, $6::jsonb, '{"kind":"background"}')`;

function values(accountId: number, objectId: number, options: ChangeOptions): unknown[] {
  const { name = 'booking.created', snapshot = {}, at = new Date() } = options;
  return [accountId, objectId, at, name, name.slice(0, name.indexOf('.')), JSON.stringify(snapshot)];
}

/** Writes a change in a transaction of its own, as an action does. */
export async function writeChange(
  database: Database,
  accountId: number,
  objectId: number,
  options: ChangeOptions = {},
): Promise<void> {
  const [, ...parameters] = values(accountId, objectId, options);
  await database.account(accountId).transaction((tx) => tx.query(insertion, parameters));
}

/** Opens a session without a transaction. */
export async function openTransactionSession(url: string): Promise<TransactionSession> {
  const client = new pg.Client(url);
  await client.connect();
  return new TransactionSession(client);
}

/** Opens a session with a transaction that stays open until `commit` or disposal. */
export async function openTransaction(url: string): Promise<TransactionSession> {
  const transaction = await openTransactionSession(url);
  await transaction.begin();
  return transaction;
}

/** A session of the database that has one transaction at a time. */
export class TransactionSession implements AsyncDisposable {
  constructor(readonly client: pg.Client) {}

  async begin(): Promise<void> {
    await this.client.query('begin');
  }

  async write(accountId: number, objectId: number): Promise<void> {
    let parameter = 0;
    const sql = insertion.replaceAll('?', () => `$${++parameter}`);
    await this.client.query(sql, values(accountId, objectId, {}));
  }

  async commit(): Promise<void> {
    await this.client.query('commit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.end();
  }
}

/** Cuts all other connections to the database, as a restart of the server does. */
export async function cutConnections(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

export const objectIds = (changes: readonly RecordedChange[]): number[] => changes.map(({ objectId }) => objectId);

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const readsLog = /\bfrom change\b/;

/** Waits until this process has read the change log twice more, so a change that it could see would have been sent. */
export async function untilReadTwice(): Promise<void> {
  await sentStatementsOf((sent) => until(() => sent.filter(({ text }) => readsLog.test(text)).length >= 2));
}

/**
 * Waits until all committed changes are settled in the log. Until then, a subscription that starts would send them as new.
 * Transactions in the databases of other tests delay this, too. Transaction ids beyond the snapshot are of changes that a
 * test has moved to another server.
 */
export async function untilSettled(database: Database): Promise<void> {
  const unsettled = `select from change, pg_current_snapshot() as running
    where transaction_id >= pg_snapshot_xmin(running) and transaction_id < pg_snapshot_xmax(running) limit 1`;
  await until(async () => (await database.orm.em.fork().execute<object[]>(unsettled)).length === 0);
}
