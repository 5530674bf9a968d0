import pg from 'pg';
import { pino } from 'pino';
import { BlockingTransactions } from '../../src/outbox/blocking-transactions.js';
import { startOfLog } from '../../src/outbox/cursor.js';
import { findEndOfLog, type LogSource, readChanges } from '../../src/outbox/log-reader.js';
import {
  createAccount,
  objectIds,
  openTransaction,
  openTransactionSession,
  writeChange,
} from '../jobs/change-writer.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let test: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [test, other] = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

/** Opens a transaction in the other database of the server that has an id, as after a write. */
async function openElsewhere(): Promise<AsyncDisposable> {
  const transaction = await openTransaction(other.url);
  await transaction.client.query('select pg_current_xact_id()');
  return transaction;
}

/** Reads the log by a role without privileges of PostgreSQL itself. */
async function readAsOrdinaryRole(accountId: number): Promise<LogSource & AsyncDisposable> {
  await test.database.orm.em.fork().execute(`do $$ begin
    if not exists (select from pg_roles where rolname = 'ordinary_reader') then
      create role ordinary_reader login password 'secret' nosuperuser;
    end if;
  end $$; grant select on all tables in schema public to ordinary_reader`);
  const url = new URL(test.url);
  Object.assign(url, { username: 'ordinary_reader', password: 'secret' });
  const client = new pg.Client(url.href);
  await client.connect();
  return {
    accountId,
    query: async (sql: string, parameters: readonly unknown[] = []) =>
      (await client.query(sql, [accountId, ...parameters])).rows,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

const idsIn = async (source: LogSource): Promise<number[]> =>
  objectIds((await readChanges(source, startOfLog, 100)).changes);

describe('an open transaction in another database of the server', () => {
  it('holds no change back, also for a role without privileges', async () => {
    const account = await createAccount(test.database);
    await using reader = await readAsOrdinaryRole(account);
    await using _open = await openElsewhere();
    for (const id of [1, 2, 3]) await writeChange(test.database, account, id);
    for (const source of [reader, test.database.account(account)]) {
      const { changes, hasUnsettled } = await readChanges(source, startOfLog, 100);
      expect([objectIds(changes), hasUnsettled]).toEqual([[1, 2, 3], false]);
      expect(await findEndOfLog(source)).toEqual(expect.objectContaining({ id: changes.at(-1)?.id }));
    }
  });

  it('does not let a change pass that an open transaction of this database precedes', async () => {
    const account = await createAccount(test.database);
    const source = test.database.account(account);
    await using _first = await openElsewhere();
    await writeChange(test.database, account, 1);
    await using own = await openTransaction(test.url);
    await own.write(account, 2);
    await using _second = await openElsewhere();
    await writeChange(test.database, account, 3);
    expect(await idsIn(source)).toEqual([1]);
    expect(await findEndOfLog(source)).toMatchObject({ id: (await readChanges(source, startOfLog, 1)).changes[0]?.id });
    await own.commit();
    expect(await idsIn(source)).toEqual([1, 2, 3]);
  });

  it('does not let one pass that a subtransaction or a later write of an open transaction precedes', async () => {
    const account = await createAccount(test.database);
    const source = test.database.account(account);
    await using own = await openTransaction(test.url);
    await own.client.query('savepoint first');
    await own.write(account, 1);
    await using _open = await openElsewhere();
    await writeChange(test.database, account, 2);
    await own.client.query('rollback to savepoint first');
    await own.client.query('savepoint second');
    await own.write(account, 3);
    expect(await idsIn(source)).toEqual([]);
    await own.commit();
    expect(await idsIn(source)).toEqual([3, 2]);
  });
});

describe('an open transaction in the database itself', () => {
  it('is warned of after 10 seconds, and again each minute, with its session', async () => {
    const lines: { transaction: object; msg: string }[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    let now = 0;
    const watch = new BlockingTransactions(logger, () => now);
    const { session: reader } = test.database;
    await using session = await openTransactionSession(test.url);
    await session.client.query(`set application_name = 'nightly report'`);
    await session.begin();
    await session.write(await createAccount(test.database), 1);
    const {
      rows: [{ pid, database, user }],
    } = await session.client.query(
      'select pg_backend_pid() as pid, current_database() as database, current_user as user',
    );
    for (const [at, warnings] of [
      [0, 0],
      [9_999, 0],
      [10_000, 1],
      [11_000, 1],
      [69_999, 1],
      [70_000, 2],
    ] as const) {
      now = at;
      expect(await watch.check(reader)).toBe(at / 1_000);
      expect(lines.length).toBe(warnings);
    }
    const transaction = { pid, database, application: 'nightly report', user };
    expect(lines.map((line) => line.transaction)).toEqual([
      { ...transaction, seconds: 10 },
      { ...transaction, seconds: 70 },
    ]);
    await session.commit();
    now = 80_000;
    expect(await watch.check(reader)).toBe(0);
  });
});
