import pg from 'pg';
import { createLaterVersion } from '../support/later-version.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { account, killAll, type ServerProcess, startMain } from './server-process.js';

/** A compatible migration, and one that is not. */
const expand = { '9997-expand': { statement: 'create table later (id integer primary key)' } };
const contract = {
  '9998-contract': { statement: 'alter table account add later text', reason: 'it adds a column without a default' },
};
const gateLock = 7_463_011;

let test: TestDatabase;
/** A session of nobody: those of this process may have the name of a server that another test started in it. */
let client: pg.Client;
let settings: Record<string, string>;
beforeEach(async () => {
  test = await createTestDatabase();
  client = new pg.Client({ connectionString: test.url, application_name: 'test' });
  await client.connect();
  settings = { DATABASE_URL: test.url, DEMO: 'off', LOG_LEVEL: 'warn' };
});
afterEach(async () => {
  killAll();
  await client.end();
  await test[Symbol.asyncDispose]();
});

const sql = async <Row extends object>(statement: string): Promise<Row[]> => (await client.query<Row>(statement)).rows;

/** The numbers of the migrations that the registered processes have. */
const registered = async () =>
  (
    await sql<{ number: number }>(
      `select objid::integer as number from pg_locks where locktype = 'advisory' and classid = 7463010 and granted
         and database = (select oid from pg_database where datname = current_database()) order by 1`,
    )
  ).map(({ number }) => number);

async function readiness(origin: string) {
  const response = await fetch(`${origin}/readyz`);
  const { reason }: { reason?: string } = await response.json();
  return { status: response.status, reason };
}

async function reasonOf(origin: string): Promise<string> {
  return (await readiness(origin)).reason ?? '';
}

/** Starts this version and creates an account. */
async function startThis(role = 'all') {
  const server = await startMain({ ...settings, ROLE: role }).ready(role === 'web' ? 'Health' : 'Worker');
  const created = await account(
    settings,
    'create',
    ...['--subdomain', 'acme', '--name', 'Acme', '--email', 'a@example.org', '--time-zone', 'Europe/Oslo'],
    ...['--country', 'NO'],
  );
  const { api_key: key } = JSON.parse(created.out);
  const send = async (at: ServerProcess, method = 'GET') => {
    const body = method === 'POST' ? JSON.stringify({ resource: { title: 'Room' } }) : null;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'user-agent': 'test' };
    const response = await fetch(`${at.origin}/api/v1/resources`, { method, headers, body });
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  };
  return { server, send };
}

/** The address at which a process answers health checks while it starts. */
async function startOnPort(start: (settings: Record<string, string>) => ServerProcess, own = {}) {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const server = start({ ...settings, ...own, PORT: String(port) });
  const origin = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { server, origin };
}

it('a later version with compatible migrations migrates beside this one, and both serve', async () => {
  await using later = await createLaterVersion('99.0.0', expand);
  const { server, send } = await startThis();
  const after = await later.start(settings).ready();
  expect(await sql('select from later')).toEqual([]);
  expect((await registered()).at(-1)).toBe(9997);
  for (const process of [server, after]) {
    expect(await send(process, 'POST')).toMatchObject({ status: 200 });
    expect((await readiness(process.origin)).status).toBe(200);
  }
  // This version also starts beside it, as after a rollback.
  await after.end();
  await server.end();
  const again = await startMain(settings).ready();
  expect(await send(again)).toMatchObject({ status: 200 });
});

describe('a later version with a migration outside of a transaction', () => {
  const migrations = {
    '9990-before': { statement: 'create table before (id integer primary key)' },
    '9991-index': { index: 'resource_later', definition: 'on resource (account_id, title)' },
    '9992-after': { statement: 'alter table before add later integer' },
  };
  const applied = () =>
    sql<{ name: string; isCompatible: boolean }>(
      `select name, backward_compatible as "isCompatible" from schema_migration where name > '9' order by id`,
    );
  const all = Object.keys(migrations).map((name) => ({ name, isCompatible: true }));
  const isBuilt = async () =>
    (await sql(`select from pg_index where indexrelid = to_regclass('resource_later') and indisvalid`)).length === 1;

  /** Keeps the build of an index from its end until it is called. */
  async function holdBuild(): Promise<() => Promise<void>> {
    const reader = new pg.Client({ connectionString: test.url, application_name: 'test' });
    await reader.connect();
    await reader.query('begin isolation level repeatable read; select count(*) from resource');
    return () => reader.end();
  }
  const begun = () =>
    until(async () => (await sql(`select from pg_class where relname = 'resource_later'`)).length === 1);

  it('migrates once, if several processes start at the same time, while this one writes', async () => {
    await using later = await createLaterVersion('99.0.0', migrations);
    const { server, send } = await startThis();
    const release = await holdBuild();
    const starts = [1, 2, 3].map(() => later.start({ ...settings, ROLE: 'web' }));
    await begun();
    expect(await applied()).toEqual(all.slice(0, 1));
    expect(await send(server, 'POST')).toMatchObject({ status: 200 });
    await release();
    for (const process of starts)
      expect(await send(await process.ready('Health'), 'POST')).toMatchObject({ status: 200 });
    expect(await applied()).toEqual(all);
    expect(await isBuilt()).toBe(true);
    expect(await send(server, 'POST')).toMatchObject({ status: 200 });
  });

  it('completes it after a process was killed during it', async () => {
    await using later = await createLaterVersion('99.0.0', migrations);
    const { send } = await startThis();
    const release = await holdBuild();
    const killed = later.start(settings);
    await begun();
    await killed.end('SIGKILL');
    await sql(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%'`);
    const next = later.start(settings);
    await release();
    expect(await send(await next.ready(), 'POST')).toMatchObject({ status: 200 });
    expect(await applied()).toEqual(all);
    expect(await isBuilt()).toBe(true);
  });
});

describe('a later version with a migration beside which this one cannot run', () => {
  it('waits until the processes of this one have ended, and commands refuse', async () => {
    await using later = await createLaterVersion('99.0.0', contract);
    const { server, send } = await startThis('web');
    const { server: after, origin } = await startOnPort(later.start);
    await until(async () => /it waits until they have ended/.test(await reasonOf(origin)));
    expect(await reasonOf(origin)).toMatch(
      /^older versions cannot run beside 9998-contract \(it adds a column without a default\), and run: booking-server \S+ web( at [\d.:a-f]+)?; it waits until they have ended \(\d+ s\)$/,
    );
    const command = later.start(settings, 'list');
    expect(await command.exited).toBe(1);
    expect(command.errors.join('\n')).toMatch(/9998-contract .* and run: booking-server \S+ web.*; stop them first$/);
    // Others of this version may start meanwhile.
    const another = await startMain({ ...settings, ROLE: 'web' }).ready('Health');
    expect(await send(another, 'POST')).toMatchObject({ status: 200 });
    expect((await readiness(server.origin)).status).toBe(200);
    await server.end();
    await another.end();
    await after.ready();
    expect(await sql('select later from account')).toHaveLength(1);
  });

  it('ends at a signal while it waits', async () => {
    await using later = await createLaterVersion('99.0.0', contract);
    await startThis('web');
    const { server: after, origin } = await startOnPort(later.start);
    await until(async () => /it waits/.test(await reasonOf(origin)));
    expect(await after.end()).toBe(0);
  });

  it('waits for processes that do not register, by the name of their connections', async () => {
    await using later = await createLaterVersion('99.0.0', contract);
    const old = new pg.Client({ connectionString: test.url, application_name: 'booking-server 0.0.9 worker' });
    await old.connect();
    const { server: after, origin } = await startOnPort(later.start);
    await until(async () => /run: booking-server 0\.0\.9 worker/.test(await reasonOf(origin)));
    await old.end();
    await after.ready();
  });

  it('waits for processes from before connections were named, by any session of the role', async () => {
    await sql(`delete from schema_migration where name = '0096-paused-web-hooks'`);
    const old = new pg.Client({ connectionString: test.url, application_name: 'bookings' });
    old.on('error', () => {});
    await old.connect();
    const { server, origin } = await startOnPort(startMain);
    await until(async () => /^older versions cannot run beside 0096-paused-web-hooks \(/.test(await reasonOf(origin)));
    // The other one is of this test. That which migrates is none of them.
    expect(await reasonOf(origin)).toMatch(/, and run: bookings at [\d.]+, test at [\d.]+; it waits/);
    await old.end();
    await until(async () => !/bookings/.test(await reasonOf(origin)));
    expect(await server.end()).toBe(0);
  });

  it('asks the processes of this one to stop their work with INCOMPATIBLE_MIGRATIONS=drain', async () => {
    await using later = await createLaterVersion('99.0.0', contract);
    const { server, send } = await startThis();
    const after = await later.start({ ...settings, INCOMPATIBLE_MIGRATIONS: 'drain' }).ready();
    await until(async () => /^a newer version has migrated/.test(await reasonOf(server.origin)));
    expect(await send(server, 'POST')).toEqual({ status: 503, retryAfter: '5' });
    expect(await send(after, 'POST')).toMatchObject({ status: 200 });
    await after.end();
    // The downgrade: this version goes on by itself, and its worker too.
    await sql(`delete from schema_migration where name = '9998-contract'`);
    await until(async () => (await readiness(server.origin)).status === 200);
    expect(await send(server, 'POST')).toMatchObject({ status: 200 });
    await until(
      async () =>
        (
          await sql(
            "select from change where name = 'resource.created' and not exists (select from relay_position where account_id = change.account_id and (relay_position.era, relay_position.transaction_id, change_id) >= (change.era, change.transaction_id, change.id))",
          )
        ).length === 0,
    );
    expect(server.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});

describe('a process of this version', () => {
  /** Asks it to leave, as a later version does that is about to migrate. */
  const close = async () => {
    await sql(`select pg_advisory_lock(${gateLock})`);
    await sql(`select pg_notify('migration', '9998')`);
  };

  it('goes on if the later version that asked it to stop ends without having migrated', async () => {
    const { server, send } = await startThis();
    expect(await registered()).toHaveLength(1);
    await close();
    await until(async () => (await registered()).length === 0);
    expect(await reasonOf(server.origin)).toMatch(/^a newer version is about to apply migration 9998/);
    expect(await send(server, 'POST')).toEqual({ status: 503, retryAfter: '5' });
    await sql('select pg_advisory_unlock_all()');
    await until(async () => (await readiness(server.origin)).status === 200);
    expect(await send(server, 'POST')).toMatchObject({ status: 200 });
    expect(await registered()).toHaveLength(1);
  });

  it('stops its work when it learns that it was migrated while its registration was lost', async () => {
    const { server, send } = await startThis('web');
    await sql(`insert into schema_migration (name) values ('9998-contract')`);
    await sql(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7463010`);
    await until(async () => (await send(server, 'POST')).status === 503);
    expect((await readiness(server.origin)).status).toBe(503);
  });

  it('waits to start while a later one migrates, and then refuses', async () => {
    await sql(`select pg_advisory_lock(${gateLock})`);
    const { server, origin } = await startOnPort(startMain);
    await until(async () => /^the process registers at the database/.test(await reasonOf(origin)));
    await sql(`insert into schema_migration (name) values ('9998-contract')`);
    await sql('select pg_advisory_unlock_all()');
    expect(await server.exited).toBe(1);
    expect(server.errors.join('\n')).toContain('a newer version has migrated the database (9998-contract)');
  });

  it('ends at a signal while it waits to register', async () => {
    await sql(`select pg_advisory_lock(${gateLock})`);
    const { server, origin } = await startOnPort(startMain);
    await until(async () => /^the process registers at the database/.test(await reasonOf(origin)));
    expect(await server.end()).toBe(0);
  });
});
