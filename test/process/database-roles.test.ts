import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { databaseModel } from '../../src/domain/entities.js';
import { readGuides } from '../../src/http/documentation/guides.js';
import { readApplicationRole } from '../../src/platform/database/application-role.js';
import { Database } from '../../src/platform/database/database.js';
import { blocksOf } from '../support/guide-runner.js';
import { TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { LocalServer } from './local-server.js';
import { account as command } from './server-process.js';

const suffix = randomUUID().slice(0, 8);
const [owner, application, name] = [`owner_${suffix}`, `Application "${suffix}"`, `roles_${suffix}`];
const quoted = pg.escapeIdentifier(application);

/** The address as a superuser. */
const serverUrl = process.env['TEST_POSTGRES_URL'] ?? '';
const superuser = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;

/** Returns the address of the database as a role. */
const urlAs = (role: string): string =>
  Object.assign(new URL(superuser), { username: encodeURIComponent(role), password: 'secret' }).href;

async function sql<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the statements of the guide for operators, with the names of this test. */
function setUp(): string[] {
  const { markdown = '' } = readGuides().find((guide) => guide.name === 'operate') ?? {};
  const { text = '' } = blocksOf(markdown).find(({ language }) => language === 'sql') ?? {};
  const statements = text.replaceAll('booking_owner', owner).replace('role booking ', () => `role ${quoted} `);
  return statements.replace('database booking ', `database ${name} `).replaceAll('…', 'secret').trim().split('\n');
}

const settings = { DATABASE_URL: urlAs(application), DATABASE_MIGRATION_URL: urlAs(owner), DEMO: 'off' };

/** Returns the log lines about the role. */
const linesAboutRoles = ({ logs }: LocalServer): { level: number; role: string; msg: string }[] =>
  logs.map((line) => JSON.parse(line)).filter(({ role, msg }) => role !== undefined && /role/.test(msg));

let server: LocalServer;
beforeAll(async () => {
  for (const statement of setUp()) await sql(serverUrl, statement);
  server = await new LocalServer(settings).ready();
});
afterAll(async () => {
  await server.stop();
  await sql(serverUrl, `drop database ${name} with (force)`);
  await sql(serverUrl, `drop role ${owner}, ${quoted}`);
});

describe('with a role for migrations and one for the application', () => {
  it('the server starts, serves a request and runs a job as a role that owns nothing', async () => {
    const { out, errors } = await command(
      settings,
      ...[
        'create',
        '--subdomain=acme',
        '--name=Acme',
        '--email=a@example.org',
        '--time-zone=Europe/Oslo',
        '--country=NO',
      ],
    );
    expect(errors).toBe('');
    const account = new TestAccount(server.origin, JSON.parse(out));
    const receiver = { target_url: 'https://receiver.invalid/', event: '*' };
    await account.create('/web_hooks', 'web_hook', receiver);
    await account.create('/people', 'person', { name: 'Ola' });
    expect((await account.get('/people')).body).toMatchObject([{ person: { name: 'Ola' } }]);
    // The relay was notified of the commit, a job made the delivery, and tried it.
    await until(async () => (await sql(superuser, 'select from web_hook_delivery where attempt_count > 0')).length > 0);
    const owned = await sql(
      superuser,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relowner <> '${owner}'::regrole`,
    );
    expect(owned).toEqual([]);
    const functions = await sql(
      superuser,
      `select proname from pg_proc where pronamespace = 'public'::regnamespace
         and (proowner = '${quoted}'::regrole or prosecdef)`,
    );
    expect(functions).toEqual([]);
    expect(linesAboutRoles(server)).toEqual([]);
  });

  it.each([
    'drop table booking',
    'drop function text_key(text) cascade',
    'alter table booking add column x integer',
    'alter table booking disable trigger all',
    'alter table booking owner to current_user',
    'set session_replication_role = replica',
    'create table x (id integer)',
    'create index x on booking (id)',
    'create or replace function text_key(value text) returns text language sql as $$ select value $$',
    'create trigger x after insert on booking execute function count_booking()',
    'truncate booking cascade',
    'delete from schema_migration',
    `update schema_function set hash = ''`,
    `select setval('booking_id_seq', 1)`,
    `copy booking to '/tmp/x'`,
  ])('the application cannot execute %s', async (statement) => {
    await expect(sql(settings.DATABASE_URL, statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('a later migration makes tables that the application can use', async () => {
    await sql(settings.DATABASE_MIGRATION_URL, 'create table later (id integer generated by default as identity)');
    expect(
      await sql(settings.DATABASE_URL, `insert into later default values returning nextval('later_id_seq')`),
    ).toEqual([{ nextval: '2' }]);
    await sql(settings.DATABASE_URL, 'update later set id = 3; delete from later');
    await expect(sql(settings.DATABASE_URL, 'drop table later')).rejects.toThrow('must be owner');
  });

  it('a start applies a migration as the role that owns the tables', async () => {
    await server.stop();
    // As before the migration 0105-recent-changes.
    for (const statement of [
      'drop index change_transaction',
      'create index change_created_at on change (account_id, created_at)',
      `delete from schema_migration where name = '0105-recent-changes'`,
    ]) {
      await sql(settings.DATABASE_MIGRATION_URL, statement);
    }
    server = await new LocalServer(settings).ready();
    expect(await sql(superuser, `select from pg_class where relname = 'change_transaction'`)).toHaveLength(1);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  });

  it('a start of the role that had everything says so once, and a role may be added later', async () => {
    await server.stop();
    const alone = await new LocalServer({ DATABASE_URL: settings.DATABASE_MIGRATION_URL }).ready();
    await alone.stop();
    expect(linesAboutRoles(alone)).toMatchObject([
      { level: 30, role: owner, msg: expect.stringMatching(/^one database role/) },
    ]);

    const added = `added_${suffix}`;
    await sql(superuser, `create role ${added} login password 'secret'`);
    server = await new LocalServer({ ...settings, DATABASE_URL: urlAs(added) }).ready();
    expect(linesAboutRoles(server)).toEqual([]);
    const database = await Database.connect(urlAs(added), databaseModel, 1);
    expect(await readApplicationRole(database.session)).toEqual({ name: added, lacksGrants: false, isOwner: false });
    await database.close();
    await server.stop();
    await sql(superuser, `drop owned by ${added}`);
    await sql(superuser, `drop role ${added}`);
    server = await new LocalServer(settings).ready();
  });

  it('a start warns if the role of the application owns the tables nevertheless', async () => {
    const swapped = { DATABASE_URL: settings.DATABASE_MIGRATION_URL, DATABASE_MIGRATION_URL: superuser };
    const other = await new LocalServer(swapped).ready();
    await other.stop();
    expect(linesAboutRoles(other)).toMatchObject([{ level: 40, role: owner }]);
  });
});
