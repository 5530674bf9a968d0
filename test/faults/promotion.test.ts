import pino from 'pino';
import { type AccountCredentials, createAccount } from '../../src/domain/account/account.actions.js';
import { databaseModel } from '../../src/domain/entities.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { type Primary, type Standby, startPrimary, startStandby } from '../support/standby.js';
import { acme, type RestAnswer, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { startWeb } from '../support/web.js';
import { type Reader, subscribe } from './storm/readers.js';

/**
 * A standby that has not received the last writes of its primary is promoted, with synchronous replication and without it.
 * The guide "Operate at scale" says what is lost, and who is told.
 */

const logger = pino({ level: 'silent' });

async function serve(url: string) {
  return startWeb({
    ...{ database: await Database.connect(url, databaseModel, 5), clock: systemClock, logger, config: {} },
  });
}

async function prepare(primary: Primary): Promise<AccountCredentials> {
  const database = await Database.connect(primary.url, databaseModel, 2);
  try {
    await migrate(database);
    return await createAccount(database, systemClock, acme);
  } finally {
    await database.close();
  }
}

async function letCommitsWaitFor(primary: Primary, names: string): Promise<void> {
  await primary.sql(`alter system set synchronous_standby_names = '${names}'`);
  await primary.sql('select pg_reload_conf()');
  const state = names ? 'sync' : 'async';
  await until(
    async () => (await primary.sql(`select from pg_stat_replication where sync_state = '${state}'`)).length > 0,
  );
}

async function hasReplayed(primary: Primary, standby: Standby): Promise<void> {
  const [written] = await primary.sql<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  const replayed = `select from (select pg_last_wal_replay_lsn() >= '${written?.lsn}' as done) own where done`;
  await until(async () => (await standby.sql(replayed)).length > 0);
}

async function promote(standby: Standby): Promise<void> {
  await standby.sql('select pg_promote()');
  await until(async () => (await standby.sql('select where not pg_is_in_recovery()')).length > 0);
}

const add = (account: TestAccount, name: string): Promise<RestAnswer> =>
  account.post('/people', { json: { person: { name } }, headers: { 'idempotency-key': name } });

/** Returns the cursor of the last change once the reader has received so many. */
async function received(reader: Reader, count: number): Promise<string> {
  await until(() => reader.cursors.length === count);
  return reader.cursors.at(-1) ?? '';
}

/** Serves an account, and reads a first person of it. @param names of the standbys for which a commit waits */
async function serveAndRead(primary: Primary, names: string) {
  const credentials = await prepare(primary);
  await letCommitsWaitFor(primary, names);
  const old = await serve(primary.url);
  const account = new TestAccount(old.origin, credentials);
  const accounts = [account];
  const reader = subscribe(accounts);
  expect((await add(account, 'Kept')).status).toBe(200);
  return { credentials, old, account, accounts, reader, kept: await received(reader, 1) };
}

async function namesOf(account: TestAccount): Promise<string[]> {
  const { body } = await account.get('/people');
  return body.map(({ person }: { person: { name: string } }) => person.name).toSorted();
}

async function changedNames(account: TestAccount, after: string): Promise<unknown> {
  let names: unknown;
  await until(async () => {
    const { body } = await account.get(`/changes?after=${after}`);
    names = body.changes.items.map(({ person }: { person: { name: string } }) => person.name);
    return body.changes.items.length > 0;
  });
  return names;
}

describe('the promotion of a standby that lacks the last writes', () => {
  it('without synchronous replication loses them, and refuses whoever has seen one', async () => {
    const primary = await startPrimary();
    await using standby = await startStandby(primary);
    const { credentials, old, account, accounts, reader, kept } = await serveAndRead(primary, '');
    await hasReplayed(primary, standby);
    await standby.kill();
    expect((await add(account, 'Lost')).status).toBe(200);
    const lost = await received(reader, 2);
    await old[Symbol.asyncDispose]();
    await primary[Symbol.asyncDispose]();
    await standby.start();
    await promote(standby);

    await using web = await serve(standby.url);
    const there = new TestAccount(web.origin, credentials);
    accounts.splice(0, 1, there);
    expect(await namesOf(there)).toEqual(['Kept']);
    expect((await add(there, 'After')).status).toBe(200);
    expect(await changedNames(there, kept)).toEqual(['After']);
    const { status, body } = await there.get(`/changes?after=${lost}`);
    expect([status, Object.keys(body)]).toEqual([400, ['after']]);
    const resumes = reader.resumes;
    await until(() => reader.origin === web.origin && reader.resumes > resumes + 2);
    expect(reader.cursors).toEqual([kept, lost]);
    await reader.stop();
    const fresh = subscribe([there]);
    await received(fresh, 2);
    expect([fresh.cursors[0], fresh.cursors.includes(lost)]).toEqual([kept, false]);
    await fresh.stop();
  });

  it('with synchronous replication loses nothing that was acknowledged or shown', async () => {
    const primary = await startPrimary();
    await using standby = await startStandby(primary);
    const { credentials, old, account, accounts, reader, kept } = await serveAndRead(primary, '*');
    await standby.kill();
    const waiting = add(account, 'Waiting').catch(() => undefined);
    await until(
      async () => (await primary.sql(`select from pg_stat_activity where wait_event = 'SyncRep'`)).length > 0,
    );
    // A reader sees a change only once a second server has it.
    expect([await namesOf(account), reader.cursors]).toEqual([['Kept'], [kept]]);
    await primary[Symbol.asyncDispose]();
    expect((await waiting)?.status ?? 503).toBeGreaterThanOrEqual(500);
    await old[Symbol.asyncDispose]();
    await standby.start();
    await promote(standby);

    await using web = await serve(standby.url);
    const there = new TestAccount(web.origin, credentials);
    accounts.splice(0, 1, there);
    expect(await namesOf(there)).toEqual(['Kept']);
    // The client does not know whether it was done, and repeats it.
    expect((await add(there, 'Waiting')).status).toBe(200);
    expect((await add(there, 'Waiting')).status).toBe(200);
    expect(await namesOf(there)).toEqual(['Kept', 'Waiting']);
    expect(await changedNames(there, kept)).toEqual(['Waiting']);
    await received(reader, 2);
    expect(reader.cursors[0]).toBe(kept);
    await reader.stop();
  });
});
