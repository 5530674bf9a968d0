import { randomUUID } from 'node:crypto';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { build, version } from '../../src/platform/project-root.js';
import { openTransaction } from '../jobs/change-writer.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { LocalServer } from './local-server.js';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => test[Symbol.asyncDispose]());

const sql = (statement: string) => test.database.orm.em.fork().execute(statement);

async function startOn(url: string) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const server = new LocalServer({ DATABASE_URL: url, PORT: String(port), METRICS_PORT: String(metricsPort) });
  const ask = async (path: string, at = port) => {
    const response = await fetch(`http://127.0.0.1:${at}${path}`);
    return { status: response.status, body: await response.json() };
  };
  const logged = (message: RegExp): object[] =>
    server.logs.map((line) => JSON.parse(line)).filter(({ msg }) => message.test(msg));
  return { server, ask, logged, port, metricsPort };
}

describe('a process that migrates', () => {
  it('answers health checks and says which migration runs, also in the log', async () => {
    await sql(`delete from schema_migration where name like '0088-%'`);
    await sql('alter table schema_migration drop column backward_compatible');
    await using reader = await openTransaction(test.url);
    await reader.client.query('select from schema_migration');
    const { server, ask, logged, port: ownPort, metricsPort } = await startOn(test.url);
    const running = /^migration 0088-compatible-migrations runs: 1 of 1$/;
    await until(() => logged(running).length > 0);
    expect(logged(/^migrating the database$/)).toEqual([expect.objectContaining({ migrations: 1 })]);
    expect(logged(running)).toEqual([
      expect.objectContaining({ migration: '0088-compatible-migrations', number: 1, of: 1, seconds: 1 }),
    ]);
    for (const port of [undefined, metricsPort]) {
      expect(await ask('/healthz', port)).toEqual({ status: 200, body: { status: 'ok', version, build } });
      expect(await ask('/readyz?x=1', port)).toEqual({
        status: 503,
        body: {
          status: 'unavailable',
          reason: expect.stringMatching(/^migration 0088-compatible-migrations runs: 1 of 1 \(\d+ s\)$/),
        },
      });
    }
    expect(await ask('/api/v1/services')).toEqual({ status: 503, body: { error: 'system error' } });
    const { headers } = await fetch(`http://127.0.0.1:${ownPort}/api/v1/services`);
    expect([headers.get('retry-after'), headers.get('ratelimit-policy')]).toEqual([
      '5',
      expect.stringMatching(/"account";q=\d+;qu="concurrent-requests"$/),
    ]);
    await reader[Symbol.asyncDispose]();
    await server.ready();
    expect([(await ask('/readyz')).status, (await ask('/readyz', metricsPort)).status]).toEqual([200, 200]);
    await server.stop();
  });

  it('says that it waits for another process that migrates', async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await sql(`create database ${name}`);
    const url = test.url.replace(/\/[^/?]+($|\?)/, `/${name}$1`);
    await using other = await openTransaction(url);
    await other.client.query('select pg_advisory_xact_lock(7463001)');
    const { server, ask } = await startOn(url);
    await until(async () => /waits for another one/.test((await ask('/readyz')).body.reason));
    await other[Symbol.asyncDispose]();
    await server.ready();
    await server.stop();
    await sql(`drop database ${name} with (force)`);
  });
});

describe('an idle connection', () => {
  it.each([
    [{}, 65],
    [{ KEEP_ALIVE_TIMEOUT: '7' }, 7],
  ])('is kept longer than a proxy keeps it, with %j for %d seconds', async (settings, seconds) => {
    const server = await new LocalServer({ DATABASE_URL: test.url, ...settings }).ready();
    const response = await fetch(`${server.origin}/healthz`);
    expect(response.headers.get('keep-alive')).toBe(`timeout=${seconds}`);
    await server.stop();
  });
});
