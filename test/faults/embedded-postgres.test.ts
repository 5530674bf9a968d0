import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { isServer, readPidFile } from '../../src/platform/embedded-postgres/postmaster.js';
import { until } from '../support/until.js';
import {
  asNobody,
  killUsers,
  packageWithoutLinks,
  spawnUser,
  use,
  withoutNamespaces,
} from './embedded-postgres.users.js';

const itAsRoot = process.getuid?.() === 0 && spawnSync('unshare', ['--user', 'true']).status === 0 ? it : it.skip;

const settings = { fsync: 'off' };
let scratch = '';
/** A data folder that the tests share, one after the other. Its database contains a row. */
let shared = '';
const folders: string[] = [];

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'embedded postgres '));
  shared = join(scratch, 'on the way', 'data');
  const postgres = await startEmbeddedPostgres({ dataDir: relative('.', shared), settings });
  await run(postgres.url, 'CREATE TABLE kept (what text)', "INSERT INTO kept VALUES ('this')");
  await postgres.stop();
});

afterEach(async () => {
  killUsers();
  for (const folder of [shared, ...folders.splice(0)]) await killServer(folder);
});

afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

describe('starting and stopping', () => {
  it('creates a database that requires its password, on the loopback address, in UTC and UTF-8', async () => {
    const { url } = await use(shared);
    const [row] = await run(
      url,
      `SELECT current_setting('listen_addresses') listen, current_setting('unix_socket_directories') socket,
        current_setting('TimeZone') zone, current_setting('log_timezone') log_zone, current_setting('jit') jit,
        current_setting('server_encoding') encoding, datlocprovider provider, datlocale locale
        FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual({
      listen: '127.0.0.1',
      socket: '',
      zone: 'UTC',
      log_zone: 'UTC',
      jit: 'off',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
    });
    await expect(run(url.replace(/:\w+@/, ':wrong@'))).rejects.toMatchObject({ code: '28P01' });
  });

  it('makes the password readable only by its owner', async () => {
    expect((await stat(join(shared, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  });

  it('keeps the data, and is durable unless a test disables that', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir: shared });
    expect(await run(postgres.url, 'SELECT what, current_setting($$fsync$$) fsync FROM kept')).toEqual([
      { what: 'this', fsync: 'on' },
    ]);
    await postgres.stop();
    await postgres.stop();
    expect(await serverPid(shared)).toBeUndefined();
  });

  it('does not keep a process alive that does not stop it, and is adopted by the next', async () => {
    const first = await use(shared);
    const pid = await serverPid(shared);
    expect(await first.sendCommand('exit')).toBe(0);
    const second = await use(shared);
    expect([await serverPid(shared), second.url]).toEqual([pid, first.url]);
    expect(await second.sendCommand('stop')).toBe(0);
    expect(await isServer(Number(pid), cluster(shared))).toBe(false);
  });

  it('continues after Ctrl-C, so that its users can finish', async () => {
    const user = await use(shared);
    process.kill(-user.pid, 'SIGINT');
    expect(await user.line()).toBe('interrupted');
    expect(await kept(user.url)).toBe('this');
    expect(await user.sendCommand('stop')).toBe(0);
  });
});

describe('several processes', () => {
  it('create one database if they start together, and the last one stops it', async () => {
    const dataDir = await folder();
    const killed = spawnUser(dataDir);
    await untilSuccessful(async () => {
      const draft = (await readdir(dataDir)).find((name) => name.startsWith('initdb-'));
      return stat(join(dataDir, String(draft), 'cluster', 'global'));
    });
    killed.kill('SIGKILL');

    const [first, second] = await Promise.all([use(dataDir), use(dataDir)]);
    const pid = await serverPid(dataDir);
    expect(second.url).toBe(first.url);
    expect((await readdir(dataDir)).sort()).toEqual(['lock', 'postgres', 'postgres.log']);
    await first.sendCommand('stop');
    expect(await isServer(Number(pid), cluster(dataDir))).toBe(true);
    await second.sendCommand('stop');
    expect(await isServer(Number(pid), cluster(dataDir))).toBe(false);
  });

  it('do not wait for a process that was killed', async () => {
    const [killed, left] = await Promise.all([use(shared), use(shared)]);
    const pid = await serverPid(shared);
    await killed.kill();
    // On a busy machine, PostgreSQL can take longer to notice that than the user who stops it waits.
    await until(async () => (await countSharedLocks(left.url)) === 1);
    expect(await left.sendCommand('stop')).toBe(0);
    expect(await isServer(Number(pid), cluster(shared))).toBe(false);
  });

  it('stop using it at once beside one that lives', async () => {
    const options = { dataDir: shared, settings: { ...settings, log_statement: 'all' } };
    const leaving = await startEmbeddedPostgres(options);
    const staying = await startEmbeddedPostgres(options);
    await leaving.stop();
    const log = await readFile(join(shared, 'postgres.log'), 'utf8');
    expect(log.match(/pg_try_advisory_lock/g)).toHaveLength(1);
    await staying.stop();
  });

  it('stop it once if they stop together', async () => {
    const users = await Promise.all([use(shared), use(shared), use(shared)]);
    const pid = await serverPid(shared);
    expect(await Promise.all(users.map((user) => user.sendCommand('stop')))).toEqual([0, 0, 0]);
    expect(await isServer(Number(pid), cluster(shared))).toBe(false);
  });

  it('can start while the last one stops', async () => {
    const leaving = await use(shared);
    const [status, coming] = await Promise.all([leaving.sendCommand('stop'), use(shared)]);
    expect([status, await kept(coming.url)]).toEqual([0, 'this']);
  });
});

describe('after kill -9', () => {
  it('of a user, the next user adopts the server', async () => {
    const first = await use(shared);
    const pid = await serverPid(shared);
    await first.kill();
    const second = await use(shared);
    expect(await serverPid(shared)).toBe(pid);
    expect(await kept(second.url)).toBe('this');
  });

  it('of all processes, it starts again', async () => {
    const first = await use(shared);
    await first.kill();
    await killServer(shared);
    expect(await kept((await use(shared)).url)).toBe('this');
  });

  it('of the server, its users restart it at the same address', async () => {
    const [user] = await Promise.all([use(shared), use(shared)]);
    const pid = await killServer(shared);
    await untilSuccessful(() => kept(user.url));
    expect(await kept(user.url)).toBe('this');
    expect(await serverPid(shared)).not.toBe(pid);
    expect(await user.sendCommand('stop')).toBe(0);
    await untilSuccessful(() => kept(user.url));
    expect(await kept(user.url)).toBe('this');
  });
});

describe('a pid file left behind', () => {
  const left = (pid: number, directory: string) => `${pid}\n${directory}\n1700000000\n1\n\n127.0.0.1\n`;

  it.each([
    ['with the number of another program', (directory: string) => left(process.pid, directory)],
    ['empty', () => ''],
  ])('%s does not prevent the start', async (_, text) => {
    const directory = cluster(shared);
    await writeFile(join(directory, 'postmaster.pid'), text(directory), { mode: 0o600 });
    const users = await Promise.all([use(shared), use(shared)]);
    expect(await kept(users[0].url)).toBe('this');
    expect(users[1].url).toBe(users[0].url);
  });

  it('in a copy of a folder in use is ignored', async () => {
    const original = await use(shared);
    const user = await use(await copy());
    expect(user.url).not.toBe(original.url);
    expect(await kept(user.url)).toBe('this');
  });
});

describe('users and permissions', () => {
  itAsRoot('serves an ordinary user in a folder of their own', async () => {
    const user = await use(shared, { as: asNobody });
    expect(await kept(user.url)).toBe('this');
    expect(await user.sendCommand('stop')).toBe(0);
  });

  itAsRoot('serves root where namespaces are not permitted, as nobody', async () => {
    const dataDir = await copy();
    await chmod(scratch, 0o711);
    const user = await use(dataDir, { as: withoutNamespaces('0 0 65536') });
    expect(await kept(user.url)).toBe('this');
    const [owner] = await Promise.all([stat(join(dataDir, 'postgres', 'password')), user.sendCommand('stop')]);
    expect(owner.uid).toBe(65534);

    const later = await use(dataDir);
    expect(await kept(later.url)).toBe('this');
    expect((await stat(`/proc/${await serverPid(dataDir)}`)).uid).toBe(65534);
    expect(await later.sendCommand('stop')).toBe(0);
  });

  itAsRoot('says what to do when root has no way at all', async () => {
    await expect(use(shared, { as: withoutNamespaces('0 0 1') })).rejects.toThrow(/does not run as root.*start as/);
  });

  it('creates the links of the libraries if the install scripts were not run', async () => {
    const launcher = await packageWithoutLinks(scratch);
    expect(await kept((await use(shared, { launcher })).url)).toBe('this');
  });

  itAsRoot('makes them in the data folder where the package cannot be written', async () => {
    const launcher = await packageWithoutLinks(scratch, 0o555);
    const user = await use(await copy(), { launcher, as: asNobody });
    expect(await readdir(join(user.dataDir, 'lib'))).toContain('libpq.so.5');
    expect(await kept(user.url)).toBe('this');
  });
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(scratch, 'data '));
  folders.push(path);
  return path;
}

/** Copies the shared folder in its current state. */
async function copy(): Promise<string> {
  const path = await folder();
  expect(spawnSync('cp', ['-Rp', `${shared}/.`, path]).status).toBe(0);
  return path;
}

async function run(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the number of users that have marked the server as in use. */
async function countSharedLocks(url: string): Promise<number> {
  return (await run(url, `SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'`)).length;
}

async function kept(url: string): Promise<unknown> {
  const [row] = await run(url, 'SELECT what FROM kept');
  return Object(row).what;
}

const cluster = (dataDir: string) => join(dataDir, 'postgres', 'cluster');

async function serverPid(dataDir: string): Promise<number | undefined> {
  return (await readPidFile(cluster(dataDir)))?.pid;
}

async function killServer(dataDir: string): Promise<number | undefined> {
  const pid = await serverPid(dataDir);
  if (pid !== undefined && (await isServer(pid, cluster(dataDir)))) process.kill(pid, 'SIGKILL');
  return pid;
}

const untilSuccessful = (attempt: () => Promise<unknown>) =>
  until(() =>
    attempt().then(
      () => true,
      () => false,
    ),
  );
