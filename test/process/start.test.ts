import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import pg from 'pg';
import { createAccount, rotateApiKey } from '../../src/domain/account/account.actions.js';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { until } from '../jobs/change-writer.js';
import { mongoTarget, startForwarder } from '../support/forwarder.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { account, killAll, startMain } from './server-process.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  killAll();
  await test[Symbol.asyncDispose]();
});

async function sql<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function withPort<Result>(listener: Server, work: (port: number) => Promise<Result>): Promise<Result> {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  try {
    return await work((listener.address() as AddressInfo).port);
  } finally {
    listener.close();
  }
}

describe('a start that cannot succeed', () => {
  const dataDir = `${import.meta.filename}/data`;
  const bad = { PORT: '70000', ROLE: 'none', DEMO: 'maybe', DATABASE_URL: 'mysql://x', MONGODB_URL: 'mysql://x' };

  async function failure(settings: Record<string, string>) {
    const begun = performance.now();
    const server = startMain(settings);
    const status = await server.exited;
    const seconds = (performance.now() - begun) / 1_000;
    return { status, printed: server.printed, said: server.errors.join('\n'), seconds };
  }

  /** All at once: most of their time is waiting, or loading. */
  let failures: Record<'port' | 'settings' | 'user' | 'database' | 'dataDir', ReturnType<typeof failure>>;
  beforeAll(async () => {
    failures = {
      port: withPort(createServer(), (port) => failure({ DATABASE_URL: test.url, PORT: String(port), DEMO: 'off' })),
      settings: failure(bad),
      user: failure({ DATABASE_URL: test.url.replace(/\/\/[^@]*@/, '//nobody:hidden@') }),
      database: failure({ DATABASE_URL: test.url.replace(/\/[^/?]+($|\?)/, '/nothing$1') }),
      dataDir: failure({ DATA_DIR: dataDir }),
    };
  });

  it('says that the port is taken', async () => {
    const { status, said, printed } = await failures.port;
    expect({ status, printed }).toEqual({ status: 1, printed: [] });
    expect(said).toMatch(/^Cannot start: Port \d+ of 127\.0\.0\.1 is in use; set PORT to another$/);
  });

  it('lists every bad setting', async () => {
    const { status, said } = await failures.settings;
    expect(status).toBe(1);
    expect(said.split('\n').map((line) => line.split(' takes ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'MONGODB_URL',
      'ROLE',
      'DEMO',
    ]);
  });

  it.each([
    ['the password is wrong', 'user', /: password authentication failed for user "nobody"$/],
    ['the database does not exist', 'database', /: database "nothing" does not exist$/],
  ] as const)('says that %s, and does not wait', async (_name, setting, reason) => {
    const { status, said } = await failures[setting];
    expect(status).toBe(1);
    expect(said).toMatch(/^Cannot start: the database cannot be reached or migrated: /);
    expect(said).toMatch(reason);
    expect(said).not.toContain('hidden');
  });

  it('says that DATA_DIR cannot be written', async () => {
    const { status, said } = await failures.dataDir;
    expect(status).toBe(1);
    expect(said).toMatch(new RegExp(`^Cannot start: no database in DATA_DIR ${dataDir}: .*ENOTDIR`));
  });
});

describe('a start while the database is away', () => {
  const away = async () => {
    const [port, databasePort] = [await freePort(), await freePort()];
    const url = test.url.replace(/:\d+\//, `:${databasePort}/`);
    const server = startMain({ DATABASE_URL: url, PORT: String(port), DEMO: 'off' });
    const origin = `http://127.0.0.1:${port}`;
    const status = async (path: string) => (await fetch(origin + path)).status;
    await until(() =>
      status('/healthz')
        .then((found) => found === 200)
        .catch(() => false),
    );
    return { server, origin, status, databasePort };
  };

  it('waits, and says that it is not ready, until the database is there', async () => {
    const { server, origin, status, databasePort } = await away();
    expect(await status('/readyz')).toBe(503);
    const refused = await fetch(`${origin}/api/v1/services`);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '5',
      { error: 'system error' },
    ]);
    const { hostname, port } = new URL(test.url);
    await using _database = await startForwarder(
      () => ({ host: hostname, port: Number(port) }),
      undefined,
      databasePort,
    );
    await server.ready();
    expect(await status('/readyz')).toBe(200);
    expect(server.errors).toEqual([]);
    expect(await server.end()).toBe(0);
  });

  it('ends at once when it is told to', async () => {
    const { server } = await away();
    expect([await server.end(), server.errors]).toEqual([0, []]);
  });
});

const mongoUrl = process.env['MONGODB_URL'];
if (!mongoUrl) process.stdout.write('MONGODB_URL is not set: a start beside a MongoDB was not tried\n');

describe('a worker that starts while its MongoDB is away', () => {
  const away = async (settings: Record<string, string> = {}) => {
    const [port, metricsPort, mongoPort] = [await freePort(), await freePort(), await freePort()];
    const server = startMain({
      ROLE: 'worker',
      DATABASE_URL: test.url,
      MONGODB_URL: `mongodb://127.0.0.1:${mongoPort}/start?directConnection=true`,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DEMO: 'off',
      ...settings,
    });
    const status = async (path: string, at = metricsPort) => (await fetch(`http://127.0.0.1:${at}${path}`)).status;
    const warnings = () => server.lines.filter((line) => line.includes('waiting for the job store'));
    await until(() => warnings().length > 0, 30_000);
    return { server, status, port, mongoPort };
  };

  it('waits and is not ready, serves its metrics, and ends when it is told to', async () => {
    const { server, status } = await away();
    expect([await status('/healthz'), await status('/readyz'), await status('/metrics')]).toEqual([200, 503, 200]);
    expect([await server.end(), server.printed, server.errors]).toEqual([0, [], []]);
  });

  it('serves clients meanwhile if it is a web process, too', async () => {
    const { server, status, port } = await away({ ROLE: 'all' });
    expect([await status('/readyz', port), await status('/api/v1/services', port)]).toEqual([200, 401]);
    expect(await status('/readyz')).toBe(503);
    expect([await server.end(), server.errors]).toEqual([0, []]);
  });

  (mongoUrl ? it : it.skip)('runs once its MongoDB is there', async () => {
    const { server, status, mongoPort } = await away();
    await using _mongo = await startForwarder(() => mongoTarget(mongoUrl ?? ''), undefined, mongoPort);
    await server.ready();
    await until(async () => (await status('/readyz')) === 200);
    expect([await server.end(), server.errors]).toEqual([0, []]);
  });

  (mongoUrl ? it : it.skip)('ends if its MongoDB refuses its password', async () => {
    const MONGODB_URL = mongoUrl?.replace('//', '//nobody:hidden@') ?? '';
    const server = startMain({ ROLE: 'worker', DATABASE_URL: test.url, MONGODB_URL, DEMO: 'off' });
    expect([await server.exited, server.printed]).toEqual([1, []]);
    const said = server.errors.join('\n');
    expect(said).toMatch(/^Cannot start: the MongoDB of MONGODB_URL cannot be used: \S/);
    expect(said).not.toContain('hidden');
  });
});

describe('several processes that start at once on an empty database', () => {
  it('migrate it once and make one demo account', async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await sql(test.url, `create database ${name}`);
    const url = test.url.replace(/\/[^/?]+($|\?)/, `/${name}$1`);
    const processes = ['web', 'web', 'worker', 'worker'].map((ROLE) => startMain({ DATABASE_URL: url, ROLE }));
    const ready = await Promise.all(processes.map((process) => process.ready('Demo API key')));
    expect(new Set(ready.map((process) => process.printedAs('Demo API key'))).size).toBe(1);
    expect(await sql(url, 'select subdomain from account')).toEqual([{ subdomain: 'demo' }]);
    const [{ migrations, names } = {}] = await sql<{ migrations: number; names: number }>(
      url,
      'select count(*) as migrations, count(distinct name) as names from schema_migration',
    );
    expect(migrations).toBe(names);
    expect(await Promise.all(processes.map((process) => process.end()))).toEqual([0, 0, 0, 0]);
    await sql(test.url, `drop database ${name} with (force)`);
  });
});

describe('DEMO=off', () => {
  it('leaves an empty database empty', async () => {
    const server = await startMain({ DATABASE_URL: test.url, DEMO: 'off' }).ready();
    expect(server.printedAs('Demo API key')).toBeUndefined();
    expect(await sql(test.url, 'select id from account')).toEqual([]);
    expect(await server.end()).toBe(0);
  });
});

describe('keys that are rotated at once', () => {
  it('leave one that is valid', async () => {
    const attributes = { name: 'Acme', email: 'a@example.org', timeZone: 'Europe/Oslo', countryCode: 'NO' };
    const { id } = await createAccount(test.database, systemClock, { subdomain: 'rotated', ...attributes });
    await Promise.all([1, 2, 3, 4].map(() => rotateApiKey(test.database, systemClock, 'rotated')));
    const valid = await sql(test.url, `select from api_key where account_id = ${id} and revoked_at is null`);
    expect(valid).toHaveLength(1);
  });
});

describe('an account command that cannot succeed', () => {
  const acme = ['--subdomain', 'acme', '--name', 'Acme', '--email', 'a@example.org', '--country', 'NO'];
  const zone = ['--time-zone', 'Europe/Oslo'];

  it('says why on standard error', async () => {
    const run = (...args: string[]) => account({ DATABASE_URL: test.url }, ...args);
    expect(await run('create', ...acme, ...zone)).toMatchObject({ status: 0, errors: '' });
    const [none, missing, unknown, bad, taken, nobody, role, email, help] = await Promise.all([
      run(),
      run('rotate-key'),
      run('suspend', '--subdomain', 'nobody'),
      run('create', ...acme, '--time-zone', 'Oslo', '--locale', 'xx'),
      run('create', ...acme, ...zone),
      run('invite', '--subdomain', 'nobody', '--email', 'a@example.org', '--role', 'admin'),
      run('invite', '--subdomain', 'acme', '--email', 'a@example.org', '--role', 'owner'),
      run('invite', '--subdomain', 'acme', '--email', 'a@', '--role', 'admin'),
      run('--help'),
    ]);
    const failed = (errors: unknown) => ({ status: 1, out: '', errors });
    expect(none).toEqual(failed(expect.stringMatching(/^unknown command\naccount create --subdomain/)));
    expect(missing).toEqual(failed(expect.stringMatching(/^--subdomain is required\naccount create/)));
    expect(unknown).toEqual(failed('No account has that subdomain'));
    expect(bad).toEqual(
      failed(
        '--time-zone is invalid, must be the name of an IANA time zone such as Europe/Oslo\n--locale is not included in the list, must be one of en, sv, nb',
      ),
    );
    expect(taken).toEqual(failed('--subdomain has already been taken'));
    expect(nobody).toEqual(failed('No account has that subdomain'));
    expect(role).toEqual(failed(expect.stringMatching(/^--role must be admin, manager or staff\n/)));
    expect(email).toEqual(failed('--email is invalid'));
    const usage = expect.stringMatching(/^account create --subdomain/);
    expect(help).toEqual({ status: 0, out: usage, errors: '' });
  });
});
