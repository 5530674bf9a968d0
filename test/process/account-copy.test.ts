import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { selectWork, workKinds } from '../../src/domain/work.rules.js';
import type { Database } from '../../src/platform/database/database.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import { emptiedTables, replacedColumns } from '../../src/process/backup/copy-rules.js';
import { listColumns } from '../../src/process/backup/export-account.js';
import { listMovedTables } from '../../src/process/move/account-tables.js';
import { type BookableService, bookService, createBookableService } from '../support/catalog.js';
import { createTestCells, newAccount } from '../support/cells.js';
import { fillTable } from '../support/fill-tables.js';
import { notedLater } from '../support/noted-later.js';
import { createTestDatabase } from '../support/test-database.js';
import { TestAccount, useOwnTestServer } from '../support/test-server.js';
import { startWeb } from '../support/web.js';

/** Found in the text of a row only if it is the id of the original. */
const originalId = 987_654_321;

const server = await useOwnTestServer();
let folder: string;
let file: string;
let original: TestAccount;
let service: BookableService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'booking-copy-'));
  file = join(folder, 'original.account');
  await server.sql(`select setval(pg_get_serial_sequence('account', 'id'), ${originalId - 1})`);
  original = await server.account({ subdomain: 'original' });
  expect(original.credentials.id).toBe(originalId);
  await server.sql(`select setval(pg_get_serial_sequence('account', 'id'), 1000)`);
  service = await createBookableService(original, {});
  await bookService(original, service, {}, {});
  await original.create('/people', 'person', { name: 'Åse "The \\ One", O\'Hara', email: 'ase@example.org' });
  await original.create('/web_hooks', 'web_hook', { target_url: 'https://example.org/', event: '*' });
  await fillEmptyTables();
  for (const statement of openWork) await server.sql(statement);
  const saved = await run(server.databaseUrl, 'export-all', '--subdomain', 'original', '--output', file);
  expect(saved.error).toBeUndefined();
});
afterAll(() => rm(folder, { recursive: true }));

/** Gives the original work of each kind that is due, or will be. */
const openWork = [
  `update account set sandbox = true, clock_target = 60, clock_advanced_at = now() where id = ${originalId}`,
  `update booking set reminder_at = now(), person_id = (select min(id) from person where account_id = ${originalId})
   where account_id = ${originalId}`,
  `insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, expires_at, verification_code)
   select account_id, now(), now(), id, '2026-03-07 12:00', '2026-03-07 13:00', 'awaiting_verification', now(), '1234'
   from resource where account_id = ${originalId} order by id limit 1`,
  `delete from message where account_id = ${originalId}`,
  `insert into message (account_id, created_at, updated_at, kind, channel, recipient, body, state)
   select ${originalId}, now(), now(), kind, channel, 'someone', 'code 1234', state
   from unnest(array['reminder', 'verification']) kind, unnest(array['email', 'sms']) channel, unnest(array['queued', 'sending', 'sent']) state`,
  `update calendar_source set plans_entries_since = now(), target = 'bookings', resource_id = (
     select min(id) from resource where account_id = ${originalId}) where account_id = ${originalId}`,
  `update calendar_source_entry set next_attempt_at = now(), calendar_source_id = (
     select min(id) from calendar_source where account_id = ${originalId}) where account_id = ${originalId}`,
  `update recurrence set occurrences = '[1, 2]' where account_id = ${originalId}`,
  `update waitlist_check set next_at = now() where account_id = ${originalId}`,
  `update waitlist_entry set state = 'waiting' where account_id = ${originalId}`,
  `update web_hook_delivery set next_attempt_at = now(), web_hook_id = (
     select min(id) from web_hook where account_id = ${originalId}) where account_id = ${originalId}`,
];

/** Gives the original rows in every table. */
async function fillEmptyTables(): Promise<void> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  try {
    for (const { name } of await listMovedTables(server.database.session)) {
      const { rowCount } = await client.query(`select from "${name}" where account_id = $1 limit 1`, [originalId]);
      if (rowCount === 0) await fillTable(client, name, originalId, 1);
    }
  } finally {
    await client.end();
  }
}

const run = (databaseUrl: string, ...args: string[]) => runAccountCommand(args, { DATABASE_URL: databaseUrl });

async function copyInto(databaseUrl: string, subdomain: string, ...others: string[]) {
  const { error, lines } = await run(databaseUrl, 'restore', file, '--as-new', '--subdomain', subdomain, ...others);
  expect(error).toBeUndefined();
  return JSON.parse(lines[0] ?? '');
}

type Rows = Record<string, Record<string, unknown>[]>;

/** Returns the rows of an account by table, without the account's id. */
async function rowsOf({ session }: Pick<Database, 'session'>, id: number): Promise<Rows> {
  const rows: Rows = {};
  for (const { name } of [{ name: 'account' }, ...(await listMovedTables(session))]) {
    const owner = name === 'account' ? 'id' : 'account_id';
    const found = await session.execute<{ row: Record<string, unknown> }>(
      `select to_jsonb(item) - '${owner}' as row from "${name}" item where ${owner} = $1 order by (to_jsonb(item) - '${owner}')::text`,
      [id],
      'unprepared',
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

const without = (row: Record<string, unknown>, columns: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));

/** Returns the rows that a copy must have: all but those of the emptied tables, without the columns that are replaced. */
function copiedPart(rows: Rows): Rows {
  return Object.fromEntries(
    Object.entries(rows)
      .filter(([table]) => !(table in emptiedTables) && table !== 'relay_position')
      .map(([table, items]) => {
        const stripped = items.map((row) => without(row, Object.keys(replacedColumns[table] ?? {})));
        return [table, stripped.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))];
      }),
  );
}

const withoutNotes = (rows: Rows) =>
  Object.fromEntries(Object.entries(rows).filter(([table]) => !notedLater.includes(table)));

describe('account restore --as-new', () => {
  it('copies all rows of all tables beside the original, except what the rules name', async () => {
    const before = await rowsOf(server.database, originalId);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const { id, ...printed } = await copyInto(server.databaseUrl, 'copied', '--name', 'Copied');
    expect(printed).toMatchObject({ subdomain: 'copied', copy_of: originalId, rows: expect.any(Number) });
    const after = await rowsOf(server.database, id);
    expect(copiedPart(after)).toEqual(copiedPart(before));
    const emptied = Object.keys(emptiedTables).map((table) => [table, after[table]?.length]);
    expect(emptied).toEqual(Object.keys(emptiedTables).map((table) => [table, table === 'api_key' ? 1 : 0]));
    expect(after['account']).toMatchObject([{ subdomain: 'copied', name: 'Copied' }]);
    expect(withoutNotes(await rowsOf(server.database, originalId))).toEqual(withoutNotes(before));
    const texts = Object.entries(after).filter(([, rows]) => JSON.stringify(rows).includes(`${originalId}`));
    expect(texts).toEqual([]);
  });

  it('refers to its own rows by every foreign key as the original does', async () => {
    const { id } = await copyInto(server.databaseUrl, 'references');
    const keys = await server.sql<{ name: string; of: string; to: string; pairs: string }>(
      `select conname as name, conrelid::regclass::text as of, confrelid::regclass::text as to, (
         select string_agg(format('source.%I = target.%I', own.attname, other.attname), ' and ')
         from unnest(conkey, confkey) as pair (own, other)
         join pg_attribute own on own.attrelid = conrelid and own.attnum = pair.own
         join pg_attribute other on other.attrelid = confrelid and other.attnum = pair.other) as pairs
       from pg_constraint where contype = 'f' and conparentid = 0 and confrelid <> 'account'::regclass`,
    );
    expect(keys.length).toBeGreaterThan(80);
    const referencesOf = (account: number) =>
      Promise.all(
        keys
          .filter(({ of }) => !(of in emptiedTables))
          .map(async ({ name, of, to, pairs }) => {
            const joined = `from "${of}" source join "${to}" target on ${pairs} where source.account_id = ${account}`;
            const [found] = await server.sql<{ count: number }>(`select count(*)::integer as count ${joined}`);
            return [name, found?.count];
          }),
      );
    const references = await referencesOf(originalId);
    expect(references.filter(([, count]) => count !== 0).length).toBeGreaterThan(10);
    expect(await referencesOf(id)).toEqual(references);
  });

  it('has other secrets than the original, and none of its keys', async () => {
    const copy = await copyInto(server.databaseUrl, 'secrets');
    const secretsOf = (id: number) =>
      server.sql<{ value: string }>(
        `select unnest(array[secret, link_secret, calendar_id::text]) as value from account where id = ${id}
         union all select secret from web_hook where account_id = ${id} and secret is not null
         union all select key_hash from api_key where account_id = ${id}
         union all select token_hash from waitlist_offer where account_id = ${id}`,
      );
    const known = (await secretsOf(originalId)).map(({ value }) => value);
    const own = (await secretsOf(copy.id)).map(({ value }) => value);
    expect(own.length).toBeGreaterThan(4);
    expect(new Set([...known, ...own]).size).toBe(new Set(known).size + own.length);
    const [account] = await server.sql<{ secret: string }>(`select secret from account where id = ${copy.id}`);
    expect(copy.secret).toBe(account?.secret);
  });

  it('has no work to do for the past', async () => {
    const { id } = await copyInto(server.databaseUrl, 'idle');
    const openOf = async (account: number) => {
      const found = await Promise.all(
        workKinds.map(async ([kind, rule]) => {
          const times = { condition: () => 'true', now: () => `timestamptz '-infinity'` };
          const rows = await server.sql(
            `select found.id from (select id, clock_target, clock_advanced_at from account where id = ${account}) account
             cross join lateral (${selectWork(rule, times)}) found`,
          );
          return rows.length > 0 ? [kind] : [];
        }),
      );
      return found.flat();
    };
    expect(await openOf(originalId)).toEqual(workKinds.map(([kind]) => kind));
    // Neither reaches anybody: a place is given back, and data of a person are erased.
    expect(await openOf(id)).toEqual(['hold', 'person_erasure']);
    const states = await server.sql(
      `select state, count(*)::integer as count from message where account_id = ${id} group by state order by state`,
    );
    expect(states).toEqual([
      { state: 'sent', count: 4 },
      { state: 'unsent', count: 8 },
    ]);
    const [behind] = await server.sql<{ count: number }>(
      `select count(*)::integer as count from change left join relay_position using (account_id)
       where account_id = ${id} and (change_id is null
         or (change.era, change.transaction_id, change.id) > (relay_position.era, relay_position.transaction_id, change_id))`,
    );
    expect(behind).toEqual({ count: 0 });
  });

  it('is used beside the original, with the same idempotency key', async () => {
    const copy = new TestAccount(server.origin, await copyInto(server.databaseUrl, 'used'));
    const later = { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' };
    const booking = { service_id: service.serviceId, resource_id: service.resourceId, ...later };
    const book = (account: TestAccount) =>
      account.post('/bookings', { json: { booking }, headers: { 'idempotency-key': 'once' } });
    const [ofOriginal, ofCopy] = [await book(original), await book(copy)];
    expect([ofOriginal.status, ofCopy.status]).toEqual([200, 200]);
    expect(ofCopy.body.booking.id).not.toBe(ofOriginal.body.booking.id);
    expect((await book(copy)).text).toBe(ofCopy.text);
    expect((await copy.get(`/bookings/${ofOriginal.body.booking.id}`)).status).toBe(404);
    const foreign = new TestAccount(server.origin, { ...copy.credentials, api_key: original.credentials.api_key });
    expect((await foreign.get('/client')).body.client.subdomain).toBe('original');
  });

  it('goes on in another database, also where ids were not drawn as far', async () => {
    await using other = await createTestDatabase();
    const copy = await copyInto(other.url, 'original');
    await using web = await startWeb({
      ...{ database: await other.connect(), clock: server.clock, logger: pino({ level: 'silent' }), config: {} },
    });
    const there = new TestAccount(web.origin, copy);
    const later = { booked_from: '2026-03-06 12:00', booked_to: '2026-03-06 13:00' };
    const { id } = await bookService(there, service, later);
    const [{ booking }] = (await original.get('/bookings')).body;
    expect(id).toBeGreaterThan(booking.id);
    const [old] = (await there.get(`/bookings/${booking.id}`)).body ? [booking] : [];
    expect(old).toEqual(booking);
  });

  it('refuses a subdomain that is taken or invalid, and a file that is cut off, of which nothing remains', async () => {
    const attempt = async (...args: string[]) =>
      (await run(server.databaseUrl, 'restore', ...args)).error?.split('\n')[0];
    const ids = () => server.sql('select id from account order by id');
    const before = await ids();
    expect(await attempt(file, '--as-new', '--subdomain', 'ORIGINAL')).toBe('--subdomain is invalid');
    expect(await attempt(file, '--as-new', '--subdomain', 'original')).toBe('--subdomain has already been taken');
    expect(await attempt(file, '--as-new')).toBe('--as-new takes --subdomain');
    expect(await attempt(file, '--subdomain', 'other')).toBe('restore takes --subdomain and --name only with --as-new');
    expect(await attempt(file, '--as-new', '--subdomain', 'other', '--name', 'x'.repeat(256))).toMatch(
      /^--name is too/,
    );
    await copyFile(file, `${file}.short`);
    await writeFile(`${file}.short`, (await readFile(file)).subarray(0, -100));
    expect(await attempt(`${file}.short`, '--as-new', '--subdomain', 'other')).toMatch(/unexpected end of file/);
    expect(await ids()).toEqual(before);
    const left = await server.sql(`select id from booking where account_id not in (select id from account)`);
    expect(left).toEqual([]);
  });
});

it('a copy is written into any cell, whose directory gets it', async () => {
  await using test = await createTestCells();
  const [{ id } = {}] = await test.run('cell1', 'create', '--subdomain', 'acme', ...newAccount);
  const ofCell = join(folder, 'cell.account');
  await test.run('cell1', 'export-all', '--subdomain', 'acme', '--output', ofCell);
  const args = ['restore', ofCell, '--as-new', '--subdomain'];
  expect((await test.attempt('cell2', ...args, 'acme')).error).toBe('--subdomain has already been taken');
  const [copy] = await test.run('cell2', ...args, 'acme2');
  expect(copy).toMatchObject({ subdomain: 'acme2', copy_of: id });
  expect(Number(copy?.['id'])).toBeGreaterThan(1_000_000);
  const list = async (cell: 'cell1' | 'cell2') => (await test.run(cell, 'list')).map(({ subdomain }) => subdomain);
  expect([await list('cell1'), await list('cell2')]).toEqual([['acme'], ['acme2']]);
  expect(await test.run('cell2', 'directory', 'check')).toEqual([]);
});

it('the rules name columns that there are', async () => {
  const { session } = server.database;
  const tables = ['account', ...(await listMovedTables(session)).map(({ name }) => name)];
  expect(
    [...Object.keys(emptiedTables), ...Object.keys(replacedColumns)].filter((name) => !tables.includes(name)),
  ).toEqual([]);
  for (const [table, columns] of Object.entries(replacedColumns)) {
    expect(await listColumns(session, table)).toEqual(expect.arrayContaining(Object.keys(columns)));
  }
});
