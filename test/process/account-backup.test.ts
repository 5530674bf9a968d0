import { appendFile, copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { pino } from 'pino';
import { databaseModel } from '../../src/domain/entities.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import { listMovedTables } from '../../src/process/move/account-tables.js';
import { bookService, createBookableService } from '../support/catalog.js';
import { createTestCells, newAccount } from '../support/cells.js';
import { notedLater } from '../support/noted-later.js';
import { makeDataFolder } from '../support/scratch.js';
import { createTestDatabase } from '../support/test-database.js';
import { TestAccount, useOwnTestServer } from '../support/test-server.js';
import { startWeb } from '../support/web.js';

const server = await useOwnTestServer();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let accounts = 0;
/** Creates an account with a booking, an image, and texts that need quotes. */
async function openAccount() {
  accounts += 1;
  const subdomain = `saved${accounts}`;
  const account = await server.account({ subdomain });
  const service = await createBookableService(account, {});
  await bookService(account, service);
  await account.create('/people', 'person', {
    name: 'Åse "The \\ One", O\'Hara',
    notes: 'two\nlines\tand, a comma ()',
  });
  await account.create('/web_hooks', 'web_hook', { target_url: 'https://example.org/', event: '*' });
  const form = new FormData();
  form.set('client[logo]', new Blob([png], { type: 'image/png' }), 'logo.png');
  const uploaded = await fetch(`${server.origin}/api/v1/client`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${account.credentials.api_key}` },
    body: form,
  });
  expect(uploaded.status).toBe(200);
  return { account, service, subdomain, file: join(folder, `${subdomain}.account`) };
}

const attempt = (databaseUrl: string, ...args: string[]) => runAccountCommand(args, { DATABASE_URL: databaseUrl });
const save = (subdomain: string, file: string) =>
  attempt(server.databaseUrl, 'export-all', '--subdomain', subdomain, '--output', file);

/**
 * Returns a digest of the rows of an account in each table, made otherwise than by the commands. Only they compare the notes
 * of requests.
 */
async function rowsOf({ session }: Pick<Database, 'session'>, id: number): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { name } of [{ name: 'account' }, ...(await listMovedTables(session))]) {
    if (notedLater.includes(name)) continue;
    const [row] = await session.execute<{ digest: string | null }>(
      `select count(*) || ' ' || md5(string_agg(to_jsonb(item)::text, '' order by to_jsonb(item)::text)) as digest
       from "${name}" item where ${name === 'account' ? 'id' : 'account_id'} = $1`,
      [id],
      'unprepared',
    );
    digests[name] = row?.digest ?? 'no rows';
  }
  return digests;
}

describe('account export-all and account restore', () => {
  it('copy every row of an account into another database, where it goes on with its ids and keys', async () => {
    const { account, service, subdomain, file } = await openAccount();
    const { id } = account.credentials;
    const before = await rowsOf(server.database, id);
    const saved = await save(subdomain, file);
    expect(saved.error).toBeUndefined();
    await using other = await createTestDatabase();
    const restored = await attempt(other.url, 'restore', file);
    expect(restored.error).toBeUndefined();
    const { rows } = JSON.parse(saved.lines[0] ?? '');
    expect(JSON.parse(restored.lines[0] ?? '')).toEqual({ id, subdomain, rows });
    expect(await rowsOf(other.database, id)).toEqual(before);

    await using web = await startWeb({
      ...{ database: await other.connect(), clock: server.clock, logger: pino({ level: 'silent' }), config: {} },
    });
    const there = new TestAccount(web.origin, account.credentials);
    const [first] = (await there.get('/bookings')).body;
    const later = { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' };
    const second = await bookService(there, service, later);
    expect(second.id).toBeGreaterThan(first.booking.id);
    const created = await runAccountCommand(['create', '--subdomain', 'next', ...newAccount], {
      DATABASE_URL: other.url,
    });
    expect(JSON.parse(created.lines[0] ?? '').id).toBeGreaterThan(id);
  });

  it('refuse to overwrite a file, an account, a subdomain or rows that are left', async () => {
    const { account, subdomain, file } = await openAccount();
    const { id } = account.credentials;
    await save(subdomain, file);
    expect((await save(subdomain, file)).error).toBe(`there is a file ${file} already`);
    expect((await attempt(server.databaseUrl, 'restore', file)).error).toBe(
      `the database has rows of account ${id} in account`,
    );
    await using other = await createTestDatabase();
    const inOther = (sql: string) => other.database.session.execute<{ id: number }>(sql, [], 'unprepared');
    await inOther(`select setval(pg_get_serial_sequence('account', 'id'), 500000)`);
    await attempt(other.url, 'create', '--subdomain', subdomain, ...newAccount);
    expect((await attempt(other.url, 'restore', file)).error).toBe(`account 500001 has the subdomain ${subdomain}`);
    expect(await inOther(`select id from booking where account_id = ${id}`)).toEqual([]);
  });

  it('refuse a file that is cut off, changed, of another schema or something else', async () => {
    const { account, subdomain, file } = await openAccount();
    const { id } = account.credentials;
    await save(subdomain, file);
    await using other = await createTestDatabase();
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n');
    const refusal = async (changed: readonly string[]) => {
      const path = join(folder, `changed ${Math.random()}`);
      await writeFile(path, gzipSync(`${changed.join('\n')}\n`));
      return (await attempt(other.url, 'restore', path)).error;
    };
    expect(await refusal(lines.slice(0, -1))).toBe('the file ends before its last line');
    expect(await refusal([...lines.slice(0, 10), lines.at(-1) ?? ''])).toMatch(/^the file ends before /);
    expect(await refusal(lines.map((line) => line.replace("O'Hara", "O'Hare")))).toMatch(
      /^(change|person) has \d+ rows that differ from the \d+ of the file$/,
    );
    expect(await refusal([lines[0]?.replace('0001-', '0000-') ?? '', ...lines.slice(1)])).toMatch(
      /^the file is of version .* differs in 0000-/,
    );
    expect(await refusal(['{}'])).toMatch(/is no file of "account export-all"$/);
    await copyFile(file, `${file}.short`);
    await writeFile(`${file}.short`, (await readFile(file)).subarray(0, 2_000));
    expect((await attempt(other.url, 'restore', `${file}.short`)).error).toMatch(/unexpected end of file/);
    expect(Object.values(await rowsOf(other.database, id)).filter((digest) => digest !== 'no rows')).toEqual([]);
  });

  it('say what is missing in the command', async () => {
    const errors = await Promise.all(
      [
        ['export-all', '--subdomain', 'acme'],
        ['export-all', '--output', 'file'],
        ['restore'],
        ['restore', 'file', '--subdomain', 'acme'],
        ['export-all', '--subdomain', 'nobody', '--output', join(folder, 'nobody')],
        ['export-all', '--subdomain', 'acme', '--output', 'file', '--until', '2026-03-03T10:00:00Z'],
        ['export-all', '--subdomain', 'a', '--output', 'f', '--base-backup', 'b', '--wal', 'w', '--until', 'now'],
      ].map(async (args) => (await attempt(server.databaseUrl, ...args)).error?.split('\n')[0]),
    );
    expect(errors).toEqual([
      '--output is required',
      '--subdomain is required',
      'the name of a file is missing',
      'restore takes --subdomain and --name only with --as-new',
      'No account has that subdomain',
      '--base-backup, --wal and --until go together',
      '--until takes an instant such as 2026-12-15T09:30:00Z',
    ]);
  });
});

it('an account is restored into its cell only, whose directory gets it again', async () => {
  await using test = await createTestCells();
  const [{ id } = {}] = await test.run('cell1', 'create', '--subdomain', 'acme', ...newAccount);
  const file = join(folder, 'acme.account');
  await test.run('cell1', 'export-all', '--subdomain', 'acme', '--output', file);
  expect((await test.attempt('cell2', 'restore', file)).error).toBe(`the directory has account ${id} in cell1`);
  const lose = async (url: string, sql: string) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await lose(test.directoryUrl, 'delete from account');
  await test.run('cell2', 'restore', file);
  expect((await test.run('cell2', 'list')).map((account) => account['id'])).toEqual([id]);
});

describe('account export-all from a base backup', () => {
  it('writes an account as it was at an instant, on a temporary server', async () => {
    const dataDir = await makeDataFolder('booking-archive-');
    const wal = await makeDataFolder('booking-wal-');
    const base = join(await makeDataFolder('booking-base-'), 'base');
    const postgres = await startEmbeddedPostgres({
      dataDir,
      settings: { archive_mode: 'on', archive_command: `cp "%p" "${wal}/%f"`, wal_level: 'replica' },
    });
    const database = await Database.connect(postgres.url, databaseModel, 5);
    try {
      await migrate(database);
      await attempt(postgres.url, 'create', '--subdomain', 'acme', ...newAccount);
      const client = new pg.Client(postgres.url);
      await client.connect();
      await client.query(`select pg_backup_start('test', true)`);
      await cp(join(dataDir, 'postgres', 'cluster'), base, {
        recursive: true,
        filter: (path) => !path.endsWith('postmaster.pid') && !path.includes('pg_wal/'),
      });
      const { rows: labels } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
      await appendFile(join(base, 'backup_label'), labels[0]?.label ?? '');
      await client.query(`update account set name = 'At the instant'`);
      const { rows: instants } = await client.query<{ at: string }>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
      );
      await client.query(`update account set name = 'Later'`);
      await client.query('select pg_switch_wal()');
      await client.end();
      const until = instants[0]?.at ?? '';
      const file = join(folder, 'then.account');
      const args = ['--subdomain', 'acme', '--output', file, '--base-backup', base, '--wal', wal, '--until', until];
      expect((await attempt(postgres.url, 'export-all', ...args)).error).toBeUndefined();
      const text = gunzipSync(await readFile(file)).toString();
      expect([text.includes('At the instant'), text.includes('Later')]).toEqual([true, false]);
      const tooLate = [...args.slice(0, -1), '2099-01-01T00:00:00Z'].map((arg) => (arg === file ? `${file}2` : arg));
      const { error } = await attempt(postgres.url, 'export-all', ...tooLate);
      expect(error).toMatch(/^PostgreSQL does not recover:/);
      expect(error).toContain('before configured recovery target was reached');
    } finally {
      await database.close();
      await postgres.stop();
      for (const path of [dataDir, wal, join(base, '..')]) await rm(path, { recursive: true, force: true });
    }
  });
});
