import { setTimeout as pass } from 'node:timers/promises';
import pg from 'pg';
import { build, version } from '../../src/platform/project-root.js';
import { createBookableService } from '../support/catalog.js';
import { holdLocks } from '../support/held-lock.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { type ServerProcess, startMain } from './server-process.js';

let server: TestServer;
let account: TestAccount;
let web: ServerProcess;
let watch: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
  await createBookableService(account);
  watch = new pg.Client({ connectionString: server.databaseUrl });
  await watch.connect();
});
afterAll(async () => {
  await web?.end();
  await watch.end();
  await server[Symbol.asyncDispose]();
});

/** The other three of a web process are two of its rate limiter and one for notifications. */
const poolSize = 12;
/** One account leaves two connections to the others. */
const ofOneAccount = poolSize - 2;

/** Counts the sessions of the database that wait for a lock, and all of them. */
async function countSessions(): Promise<{ blocked: number; all: number }> {
  const { rows } = await watch.query<{ blocked: number; all: number }>(
    `select count(*) filter (where wait_event_type = 'Lock')::integer as blocked, count(*)::integer as all
     from pg_stat_activity where datname = current_database()`,
  );
  return rows[0] ?? { blocked: 0, all: 0 };
}

it('a web process opens at most 15 connections to PostgreSQL, however many requests wait', async () => {
  const others = (await countSessions()).all;
  web = await startMain({
    ...{ DATABASE_URL: server.databaseUrl, ROLE: 'web', DEMO: 'off', RATE_LIMIT: '1000/60' },
  }).ready('Health');
  const own = account.at(web.origin);
  await own.get('/services');
  // The lock has a session of its own.
  await using lock = await holdLocks(server, 'lock table service in access exclusive mode');
  const answers = Array.from({ length: 40 }, () => own.get('/services'));
  await until(async () => (await countSessions()).blocked >= ofOneAccount);
  // More connections would be open soon after these.
  await pass(500);
  const { blocked, all } = await countSessions();
  await lock.release();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect([blocked, all - others - 1 <= poolSize + 3]).toEqual([ofOneAccount, true]);
}, 60_000);

it('every connection of a process has its version and role as a name', async () => {
  const { rows: before } = await watch.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const process = await startMain({ DATABASE_URL: server.databaseUrl, DEMO: 'off', RATE_LIMIT: '1000/60' }).ready();
  await account.at(process.origin).get('/services');
  // The rate limiter, requests, notifications and the job queue have pools of their own.
  const { rows } = await watch.query<{ name: string; count: number }>(
    `select application_name as name, count(*)::integer as count from pg_stat_activity
     where datname = current_database() and pid <> all ($1) group by 1`,
    [before.map(({ pid }) => pid)],
  );
  expect(rows).toEqual([{ name: `booking-server ${version} all`, count: expect.any(Number) }]);
  expect(rows[0]?.count).toBeGreaterThanOrEqual(4);
  expect(await (await fetch(`${process.origin}/healthz`)).json()).toEqual({ status: 'ok', version, build });
  expect(await (await fetch(`${process.origin}/metrics`)).text()).toContain(
    `booking_build_info{version="${version}"} 1`,
  );
  await process.end();
}, 60_000);
