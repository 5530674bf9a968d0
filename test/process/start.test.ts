import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import pg from 'pg';
import { createAccount, rotateApiKey } from '../../src/domain/account/account.actions.js';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { languages } from '../../src/platform/language.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { mongoTarget, startForwarder } from '../support/forwarder.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { LocalServer } from './local-server.js';
import { account, killAll, startMain } from './server-process.js';

afterAll(killAll);
const test = await disposeAfterAll(createTestDatabase());

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
    const server = startMain(settings);
    const status = await server.exited;
    return { status, printed: server.printed, stderr: server.errors.join('\n') };
  }

  it('reports that the port is in use', async () => {
    await withPort(createServer(), async (port) => {
      const server = new LocalServer({ DATABASE_URL: test.url, PORT: String(port) });
      await expect(server.started).rejects.toThrow(
        new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use; set PORT to another$`),
      );
    });
  });

  it('lists every invalid setting', async () => {
    const { status, stderr } = await failure(bad);
    expect(status).toBe(1);
    expect(stderr.split('\n').map((line) => line.split(' takes ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'MONGODB_URL',
      'ROLE',
      'DEMO',
    ]);
  });

  it.each([
    ['the password is wrong', /\/\/[^@]*@/, '//nobody:hidden@', /: password authentication failed for user "nobody"$/],
    ['the database does not exist', /\/[^/?]+($|\?)/, '/nothing$1', /: database "nothing" does not exist$/],
  ] as const)('says that %s, and does not wait', async (_name, part, replacement, reason) => {
    const { started, logs } = new LocalServer({ DATABASE_URL: test.url.replace(part, replacement) });
    const message = await started.then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(message).toMatch(/^the database cannot be reached or migrated: /);
    expect(message).toMatch(reason);
    expect(message + logs).not.toContain('hidden');
    expect(logs.filter((line) => line.includes('is away'))).toEqual([]);
  });

  it('reports that DATA_DIR cannot be written', async () => {
    const { status, stderr, printed } = await failure({ DATA_DIR: dataDir });
    expect({ status, printed }).toEqual({ status: 1, printed: [] });
    expect(stderr).toMatch(new RegExp(`^Cannot start: no database in DATA_DIR ${dataDir}: .*ENOTDIR`));
  });
});

describe('a start while the database is unavailable', () => {
  async function awayAddresses() {
    const [port, databasePort] = [await freePort(), await freePort()];
    const url = test.url.replace(/:\d+\//, `:${databasePort}/`);
    const origin = `http://127.0.0.1:${port}`;
    const status = async (path: string) => (await fetch(origin + path)).status;
    const untilWaiting = () =>
      until(() =>
        status('/healthz')
          .then((found) => found === 200)
          .catch(() => false),
      );
    const settings = { DATABASE_URL: url, PORT: String(port), DEMO: 'off' };
    return { settings, origin, status, databasePort, untilWaiting };
  }

  it('waits and is not ready until the database is available', async () => {
    const { settings, origin, status, databasePort, untilWaiting } = await awayAddresses();
    const server = new LocalServer(settings);
    await untilWaiting();
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
    await server.started;
    expect(await status('/readyz')).toBe(200);
    await server.stop();
  });

  it('ends at once after SIGTERM', async () => {
    const { settings, untilWaiting } = await awayAddresses();
    const server = startMain(settings);
    await untilWaiting();
    expect([await server.end(), server.errors]).toEqual([0, []]);
  });
});

const mongoUrl = process.env['MONGODB_URL'];
if (!mongoUrl) process.stdout.write('MONGODB_URL is not set: a start beside a MongoDB was not tried\n');

describe('a worker that starts while its MongoDB is unavailable', () => {
  async function awayAddresses() {
    const [port, metricsPort, mongoPort] = [await freePort(), await freePort(), await freePort()];
    const settings = {
      ROLE: 'worker',
      DATABASE_URL: test.url,
      MONGODB_URL: `mongodb://127.0.0.1:${mongoPort}/start?directConnection=true`,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DEMO: 'off',
    };
    const status = async (path: string, at = metricsPort) => (await fetch(`http://127.0.0.1:${at}${path}`)).status;
    return { settings, status, port, mongoPort };
  }

  const untilWaiting = (lines: readonly string[]) =>
    until(() => lines.some((line) => line.includes('waiting for the job store')));

  it('waits and is not ready, serves its metrics, and ends after SIGTERM', async () => {
    const { settings, status } = await awayAddresses();
    const server = startMain(settings);
    await untilWaiting(server.lines);
    expect([await status('/healthz'), await status('/readyz'), await status('/metrics')]).toEqual([200, 503, 200]);
    expect([await server.end(), server.printed, server.errors]).toEqual([0, [], []]);
  });

  it('serves clients in the meantime if it is also a web process', async () => {
    const { settings, status, port } = await awayAddresses();
    const server = new LocalServer({ ...settings, ROLE: 'all' });
    await untilWaiting(server.logs);
    expect([await status('/readyz', port), await status('/api/v1/services', port)]).toEqual([200, 401]);
    expect(await status('/readyz')).toBe(503);
    await server.stop();
  });

  (mongoUrl ? it : it.skip)('runs once its MongoDB is there', async () => {
    const { settings, status, mongoPort } = await awayAddresses();
    const server = startMain(settings);
    await untilWaiting(server.lines);
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
  it('migrate it once and create one demo account', async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await sql(test.url, `create database ${name}`);
    const url = test.url.replace(/\/[^/?]+($|\?)/, `/${name}$1`);
    const locals = ['web', 'worker'].map((ROLE) => new LocalServer({ DATABASE_URL: url, ROLE, DEMO: 'on' }));
    const processes = ['web', 'worker'].map((ROLE) => startMain({ DATABASE_URL: url, ROLE }));
    const ready = await Promise.all(processes.map((process) => process.ready('Demo API key')));
    const servers = await Promise.all(locals.map(({ started }) => started));
    const printed = [...servers.flatMap(({ lines }) => lines), ...ready.flatMap((process) => process.printed)];
    expect(new Set(printed.filter((line) => line.startsWith('Demo API key'))).size).toBe(1);
    expect(await sql(url, 'select subdomain from account')).toEqual([{ subdomain: 'demo' }]);
    const [{ migrations, names } = {}] = await sql<{ migrations: number; names: number }>(
      url,
      'select count(*) as migrations, count(distinct name) as names from schema_migration',
    );
    expect(migrations).toBe(names);
    expect(await Promise.all(processes.map((process) => process.end()))).toEqual([0, 0]);
    await Promise.all(locals.map((local) => local.stop()));
    await sql(test.url, `drop database ${name} with (force)`);
  });
});

describe('DEMO=off', () => {
  it('leaves an empty database empty', async () => {
    const server = new LocalServer({ DATABASE_URL: test.url });
    expect((await server.started).lines.join()).not.toContain('Demo API key');
    expect(await sql(test.url, 'select id from account')).toEqual([]);
    await server.stop();
  });
});

describe('concurrent rotations of a key', () => {
  it('leave one valid key', async () => {
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

  it('prints the reason on standard error', async () => {
    const { status, out, errors } = await account({ DATABASE_URL: test.url }, 'suspend', '--subdomain', 'nobody');
    expect({ status, out, errors }).toEqual({ status: 1, out: '', errors: 'No account has that subdomain' });
  });

  it('prints what was wrong', async () => {
    const run = (...args: string[]) => runAccountCommand(args, { DATABASE_URL: test.url });
    expect(await run('create', ...acme, ...zone)).toMatchObject({ status: 0 });
    const [none, missing, bad, taken, nobody, role, email, help] = await Promise.all([
      run(),
      run('rotate-key'),
      run('create', ...acme, '--time-zone', 'Oslo', '--locale', 'xx', '--currency', 'nok'),
      run('create', ...acme, ...zone),
      run('invite', '--subdomain', 'nobody', '--email', 'a@example.org', '--role', 'admin'),
      run('invite', '--subdomain', 'acme', '--email', 'a@example.org', '--role', 'owner'),
      run('invite', '--subdomain', 'acme', '--email', 'a@', '--role', 'admin'),
      run('--help'),
    ]);
    const failed = (error: unknown) => ({ status: 1, lines: [], error });
    expect(none).toEqual(failed(expect.stringMatching(/^unknown command\naccount create --subdomain/)));
    expect(missing).toEqual(failed(expect.stringMatching(/^--subdomain is required\naccount create/)));
    expect(bad).toEqual(
      failed(
        `--time-zone is invalid, must be the name of an IANA time zone such as Europe/Oslo\n--locale is not included in the list, must be one of ${languages.join(', ')}\n--currency is invalid, must be an ISO 4217 code such as NOK`,
      ),
    );
    expect(taken).toEqual(failed('--subdomain has already been taken'));
    expect(nobody).toEqual(failed('No account has that subdomain'));
    expect(role).toEqual(failed(expect.stringMatching(/^--role must be admin, manager or staff\n/)));
    expect(email).toEqual(failed('--email is invalid'));
    const usage = expect.stringMatching(/^account create --subdomain/);
    expect(help).toEqual({ status: 0, lines: [usage] });
  });
});
