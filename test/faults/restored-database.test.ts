import { rm } from 'node:fs/promises';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { databaseModel } from '../../src/domain/entities.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { killAll, type ServerProcess, startMain } from '../process/server-process.js';
import { dumpDatabase } from '../support/logical-copy.js';
import { makeDataFolder } from '../support/scratch.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { readLog, withSql } from './judge/evidence.js';
import { isVisible } from './judge/listeners.js';
import { poll, type Reader, subscribe } from './storm/readers.js';
import { type Receiver, startReceiver } from './storm/receiver.js';

const folders: string[] = [];
const postgresServers: EmbeddedPostgres[] = [];
const databases: Database[] = [];
const readers: Reader[] = [];
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await Promise.all(readers.map((reader) => reader.stop()));
  killAll();
  await receiver[Symbol.asyncDispose]();
  for (const database of databases) await database.close();
  for (const postgres of postgresServers) await postgres.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function newFolder(): Promise<string> {
  const folder = await makeDataFolder('booking-restore-');
  folders.push(folder);
  return folder;
}

async function startPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off', shared_buffers: '16MB' } });
  postgresServers.push(postgres);
  return postgres;
}

async function connect(url: string): Promise<Database> {
  const database = await Database.connect(url, databaseModel, 2);
  databases.push(database);
  return database;
}

const serve = (url: string, ROLE: string): Promise<ServerProcess> =>
  startMain({ DATABASE_URL: url, ROLE, DEMO: 'off', WEBHOOK_PRIVATE_TARGETS: 'allow' }).ready(
    ROLE === 'web' ? 'Metrics' : 'Worker',
  );

/** Creates an account, for requests to any server on its database. */
async function openAccount(database: Database, subdomain: string): Promise<(origin: string) => TestAccount> {
  const credentials = await createAccount(database, systemClock, { ...acme, subdomain });
  return (origin) => new TestAccount(origin, credentials);
}

const addPerson = (account: TestAccount, name: string): Promise<{ id: number }> =>
  account.create('/people', 'person', { name });

/** Returns the cursor of the last change of a person, once it is listed: no earlier change can be committed any more. */
async function cursorOf(account: TestAccount, { id }: { id: number }): Promise<string> {
  let cursor = '';
  await until(async () => {
    const { body } = await account.get('/changes');
    cursor = body.changes?.cursor;
    return body.changes?.items.at(-1)?.object_id === id;
  });
  return cursor;
}

/** Returns the ids of the people that were delivered to the webhook of a path, in order. */
const deliveredIds = (path: string): number[] =>
  receiver.deliveries.filter((delivery) => delivery.path === `/${path}`).map(({ objectId }) => objectId);

async function readUntil(database: Database, { credentials }: TestAccount): Promise<void> {
  const log = await withSql(database.url, (sql) => readLog(sql, credentials.id));
  const visible = log.filter(isVisible).map(({ cursor }) => cursor);
  await until(() => readers.every(({ cursors }) => cursors.length >= visible.length));
  for (const { cursors } of readers) expect(cursors).toEqual(visible);
}

const query = <Row extends object>({ orm }: Database, sql: string): Promise<Row[]> => orm.em.fork().execute<Row[]>(sql);

const isRelayed = async (database: Database): Promise<boolean> => {
  const [row] = await query<{ behind: boolean }>(
    database,
    `select exists (select from change join relay_position using (account_id)
       where (change.era, change.transaction_id, change.id)
         > (relay_position.era, relay_position.transaction_id, relay_position.change_id)) as behind`,
  );
  return row?.behind === false;
};

describe('a database that is dumped and restored into a new cluster', () => {
  it('continues its log: readers, relay and webhooks get every change once, in order', async () => {
    const old = await startPostgres(await newFolder());
    const before = await connect(old.url);
    await migrate(before);
    // The log's transaction ids are now far above those that the new cluster will assign.
    await query(before, 'do $$ begin for i in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$');
    const [accountAt, loserAt] = [await openAccount(before, 'restored'), await openAccount(before, 'loser')];
    const [web, worker] = await Promise.all([serve(old.url, 'web'), serve(old.url, 'worker')]);
    const account = accountAt(web.origin);
    await account.create('/web_hooks', 'web_hook', { target_url: `${receiver.address}/restored`, event: 'person.*' });
    const origins = [account];
    readers.push(subscribe(origins), poll(origins));
    const people: number[] = [];
    const add = async (to: TestAccount, name: string): Promise<void> => {
      people.push((await addPerson(to, name)).id);
    };
    for (const name of ['Ada', 'Bo', 'Cy']) await add(account, name);
    await until(() => deliveredIds('restored').length === people.length);
    await worker.end();
    await add(account, 'Recorded, but not relayed');
    await readUntil(before, account);

    const loser = loserAt(web.origin);
    const kept = await cursorOf(loser, await addPerson(loser, 'In the dump'));
    await using dump = await dumpDatabase(old.url);
    const lost = await cursorOf(loser, await addPerson(loser, 'Not in the dump'));
    await web.end();

    const fresh = await startPostgres(await newFolder());
    await dump.restore(fresh.url);
    const after = await connect(fresh.url);
    const misfit = 'select pg_snapshot_xmax(pg_current_snapshot()) < min(transaction_id) as small from change';
    expect(await query(after, misfit)).toEqual([{ small: true }]);

    const server = await serve(fresh.url, 'all');
    origins[0] = accountAt(server.origin);
    const survivor = loserAt(server.origin);
    await until(() => deliveredIds('restored').length === people.length);
    expect((await survivor.get(`/changes?after=${lost}`)).body).toEqual({ after: ['is invalid'] });

    for (const name of ['Dee', 'Eli']) await add(accountAt(server.origin), name);
    await readUntil(after, account);
    await until(() => deliveredIds('restored').length === people.length);
    expect(deliveredIds('restored').toSorted((a, b) => a - b)).toEqual(people);
    await until(() => isRelayed(after));

    await cursorOf(survivor, await addPerson(survivor, 'After the restore'));
    const { status, body } = await survivor.get(`/changes?after=${lost}`);
    expect([status, body]).toEqual([
      400,
      { after: ['is invalid', 'names a change that the restored database does not have: begin anew'] },
    ]);
    expect((await survivor.get(`/changes?after=${kept}`)).body.changes).toMatchObject({
      items: [{ name: 'person.created', person: { name: 'After the restore' } }],
      has_more: false,
    });
    await server.end();
  });
});
