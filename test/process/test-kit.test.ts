import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { readPidFile } from '../../src/platform/embedded-postgres/postmaster.js';
import { startTestServer } from '../../src/process/test-kit/test-kit.js';
import type { TestServer } from '../../src/process/test-kit/test-kit.types.js';
import { makeDataFolder } from '../support/scratch.js';
import { until } from '../support/until.js';
import { killAll, ServerProcess } from './server-process.js';

const cacheFolder = await makeDataFolder('booking-kit-');
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ cacheFolder });
}, 120_000);
afterAll(async () => {
  await server.close();
  killAll();
  await rm(cacheFolder, { recursive: true, force: true });
});

async function send({ url, key }: TestServer, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

const addPerson = (to: TestServer, name: string) => send(to, 'POST', '/people', { person: { name } });

const cluster = join(cacheFolder, 'postgres/cluster');

/** Returns the names of the databases of servers. */
async function databases(): Promise<string[]> {
  const port = (await readPidFile(cluster))?.port;
  const password = await readFile(join(cacheFolder, 'postgres/password'), 'utf8');
  const client = new pg.Client(`postgresql://postgres:${password}@127.0.0.1:${port}/postgres`);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^test_'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

/** Starts a process that starts a server and waits. */
async function startInProcess(): Promise<ServerProcess> {
  const module = new URL('../../src/process/test-kit/test-kit.js', import.meta.url).href;
  const script = `import { startTestServer } from ${JSON.stringify(module)};
    const { url } = await startTestServer(${JSON.stringify({ cacheFolder })});
    console.log('REST ' + url);
    setInterval(() => {}, 1000);`;
  return new ServerProcess(process.execPath, ['--input-type=module', '--eval', script], {}).ready('REST');
}

it('has a sandbox account, whose messages and deliveries it returns once they are there', async () => {
  expect((await send(server, 'GET', '/client')).client).toMatchObject({ subdomain: server.subdomain, sandbox: true });
  await addPerson(server, 'Kari');
  const deliveries = await server.deliveries();
  expect(deliveries.map(({ event }) => event)).toEqual(['person.created']);
  for (const { body, headers, payload } of deliveries) {
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', server.secret).update(body).digest('hex')}`,
    );
    expect(new Webhook(server.secret, { format: 'raw' }).verify(body, headers)).toEqual(payload);
  }
  expect(await server.messages()).toEqual([]);
});

it('advances its clock, and composes what becomes due', async () => {
  const before = await server.clock.now();
  await server.clock.advance('2 days');
  expect((await server.clock.now()).getTime()).toBeGreaterThanOrEqual(before.getTime() + 2 * 86_400_000);
  const later = new Date(before.getTime() + 30 * 86_400_000);
  await server.clock.advanceTo(later);
  expect((await server.clock.now()).getTime()).toBeGreaterThanOrEqual(later.getTime() - 1_000);
  await expect(server.clock.advance('a while')).rejects.toThrow(/^PUT \/api\/v1\/test_clock was answered with 400/);
});

it('has data of its own, and deletes them when it is closed', async () => {
  const before = await databases();
  const settings = { PARTNER_TOKEN: 'token-of-the-partner' };
  const account = { timeZone: 'Europe/London', name: 'London', verification: 'email' as const };
  const other = await startTestServer({ cacheFolder, account, settings });
  expect(await databases()).toHaveLength(before.length + 1);
  expect((await send(other, 'GET', '/people')).length).toBe(0);
  expect((await send(other, 'GET', '/client')).client).toMatchObject({ name: 'London', time_zone: 'Europe/London' });
  await Promise.all([other.close(), other[Symbol.asyncDispose]()]);
  expect(await databases()).toEqual(before);
  await expect(other.deliveries()).rejects.toThrow('this test server was closed');
  await expect(fetch(other.url)).rejects.toThrow();
});

it('says what is wrong with a setting, and goes on', async () => {
  const before = await databases();
  await expect(startTestServer({ cacheFolder, settings: { PORT: 'any' } })).rejects.toThrow('PORT takes a port number');
  expect(await databases()).toEqual(before);
});

it('shares PostgreSQL with other processes, and leaves nothing of those that are killed', async () => {
  const before = await databases();
  const others = await Promise.all([startInProcess(), startInProcess()]);
  expect(await databases()).toHaveLength(before.length + 2);
  await addPerson(server, 'Ola');
  for (const other of others) expect(await other.end('SIGKILL')).toBeNull();
  await until(async () => (await databases()).length === before.length);
  expect(await databases()).toEqual(before);
}, 120_000);

it('drops the databases of servers that were killed themselves', async () => {
  const before = await databases();
  const other = await startInProcess();
  const [host] = execFileSync('ps', ['-o', 'pid=', '--ppid', String(other.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  process.kill(Number(host), 'SIGKILL');
  await other.end('SIGKILL');
  expect(await databases()).toHaveLength(before.length + 1);
  const next = await startInProcess();
  expect(await databases()).toHaveLength(before.length + 1);
  await next.end('SIGKILL');
  await until(async () => (await databases()).length === before.length);
}, 120_000);
