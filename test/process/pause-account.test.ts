import { setTimeout as pass } from 'node:timers/promises';
import pg from 'pg';
import { pauseAccount, resumeAccount } from '../../src/domain/account/pause.actions.js';
import { findStuckWork } from '../../src/domain/work.queries.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = await server.account();
const other = await server.account();
const { id } = account.credentials;
const { session } = server.database;

const pausedAt = async (): Promise<Date | null | undefined> =>
  (await session.execute<{ at: Date | null }>('select paused_at as at from account where id = $1', [id]))[0]?.at;

const clients: pg.Client[] = [];

/** Begins a transaction that has written to the account. */
async function openWriter(statement: string): Promise<pg.Client> {
  const client = new pg.Client(server.databaseUrl);
  clients.push(client);
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return client;
}

const writing = `insert into resource (account_id, created_at, updated_at, title) values (${id}, now(), now(), 'Room')`;

afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  await resumeAccount(session, id);
});

describe('pausing an account', () => {
  it.each([
    ['of the account', writing],
    [
      'of a table without a change',
      `insert into relay_position (account_id, consumer, era, transaction_id, change_id) values (${id}, 'x', 1, '0', 0)`,
    ],
    [
      'that deletes',
      `delete from api_key_requests where account_id = ${id}; delete from api_key where account_id = ${id}`,
    ],
    ['of the settings', `update account set name = 'Other' where id = ${id}`],
    ['of many accounts', 'select write_to_accounts()'],
    ['in a released savepoint', `savepoint one; ${writing}; release savepoint one`],
  ])('waits for an open transaction %s', async (_, statement) => {
    const writer = await openWriter(statement);
    let isOver = false;
    const pausing = pauseAccount(session, id, 5_000).finally(() => {
      isOver = true;
    });
    await pass(100);
    expect(isOver).toBe(false);
    expect((await other.post('/people', { json: { person: { name: 'Ola' } } })).status).toBe(200);
    await writer.query('rollback');
    expect(await pausing).toBe(true);
    expect(await pausedAt()).toBeInstanceOf(Date);
  });

  it('does not wait for transactions of other accounts, or for readers', async () => {
    await openWriter(writing.replace(`(${id},`, `(${other.credentials.id},`));
    const reader = await openWriter(`select * from resource where account_id = ${id}`);
    expect(await pauseAccount(session, id, 1_000)).toBe(true);
    await expect(reader.query(writing)).rejects.toMatchObject({ code: '25006', message: `account ${id} is paused` });
  });

  it('gives up after a while, and the account is then not paused', async () => {
    const writer = await openWriter(writing);
    expect(await pauseAccount(session, id, 50)).toBe(false);
    expect(await pausedAt()).toBe(null);
    await writer.query('commit');
    expect((await account.post('/people', { json: { person: { name: 'Ola' } } })).status).toBe(200);
  });

  it('leaves no gap for writers, however many there are', async () => {
    const found = async (): Promise<number> =>
      (
        await session.execute<{ count: number }>(
          'select count(*)::integer as count from person where account_id = $1',
          [id],
        )
      )[0]?.count ?? 0;
    let isOver = false;
    const statuses = new Set<number>();
    const writers = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const { status } = await account.post('/people', { json: { person: { name: 'Ola' } } });
        statuses.add(status);
      }
    });
    for (let turn = 0; turn < 10; turn += 1) {
      expect(await pauseAccount(session, id, 5_000)).toBe(true);
      const before = await found();
      await pass(30);
      expect(await found()).toBe(before);
      await resumeAccount(session, id);
      await pass(30);
    }
    isOver = true;
    await Promise.all(writers);
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 503]);
  });
});

describe('work for all accounts', () => {
  it('leaves out a paused account', async () => {
    await server.sql(
      `insert into waitlist_check (account_id, checked_at, next_at) select id, '2020-01-01', '2020-01-01' from account`,
    );
    const stuck = async () => (await findStuckWork(server.database, server.clock)).map(({ accountId }) => accountId);
    expect(await stuck()).toEqual(expect.arrayContaining([id, other.credentials.id]));
    await pauseAccount(session, id, 1_000);
    expect(await stuck()).toEqual([other.credentials.id]);
    expect(await server.database.accountIds()).not.toContain(id);
  });
});
