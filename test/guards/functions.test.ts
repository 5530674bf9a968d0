import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationNames } from '../../schema/migrations/names.js';
import { transactExclusively } from '../../src/platform/database/exclusive-transaction.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { sentStatementsOf } from '../support/sent-statements.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/**
 * The migration that came with the present text of each function, and the digest of that text. A text that changes needs a
 * new migration, which may be empty: by a migration that it lacks, a process of an older version detects that it must not
 * put its own text back. `backwardCompatible` says whether that process can run beside the new text.
 */
const announced: Readonly<Record<string, readonly [migration: string, digest: string]>> = {
  booking_count_change: ['0366-counts-without-rows', 'f379fd220b68947d'],
  check_account_of_cell: ['0115-cells', '099a34fcdb6ac3ca'],
  check_booking_capacity: ['0395-needs-of-services', 'aac3c7201b68ce85'],
  check_place: ['0395-needs-of-services', 'a0ee41af30ba3fbd'],
  check_place_capacity: ['0395-needs-of-services', '8d2041e33d3597d0'],
  compact_booking_counts: ['0295-compaction-by-writers', '3103cb81243b8845'],
  compact_counts_of_account: ['0366-counts-without-rows', 'f75f235b12b80cae'],
  count_booking: ['0366-counts-without-rows', 'fd46087233b5c5c6'],
  follow_parent: ['0421-parents-as-guardians', 'f6dcd4217d46b770'],
  is_active_booking: ['0100-functions', 'a4d2cf3f5ce37509'],
  lock_places: ['0395-needs-of-services', '9d57b79323a5ad89'],
  lock_record: ['0100-functions', 'f9fd3a664e396204'],
  notify_account_changed: ['0100-functions', '0d5e1e25e9d7ee49'],
  open_change_log_era: ['0110-identity-of-logs', 'b3700a01fdb89576'],
  people_at_once: ['0395-needs-of-services', '9d238816b8cdbf53'],
  recount_bookings: ['0366-counts-without-rows', '76cbc7d5177f016f'],
  refuse_account_of_draining_cell: ['0800-undrained-cells', '859eb5726d247978'],
  refuse_account_of_readonly_cell: ['0700-readonly-cells', '1d97316a6ca88fab'],
  refuse_document_change: ['0437-old-documents', '398d3eae94041457'],
  require_undrained_cell: ['0800-undrained-cells', '0d31e7448abe3a1e'],
  require_writable_account: ['0700-readonly-cells', '823965c7d4eff213'],
  require_writable_cell: ['0700-readonly-cells', 'bf95bc7d9599655f'],
  require_writable_settings: ['0120-paused-accounts', 'e7c811e47e4297dd'],
  write_to_accounts: ['0700-readonly-cells', 'd3c6d3de08f2ee1c'],
};

/**
 * The same of the functions whose results are stored in indexes. If these change, the migration must apply the new text and
 * rebuild the indexes.
 */
const rebuilt: typeof announced = {
  code_key: ['0078-text-keys', 'a8e8ac873451e661'],
  occupied_end: ['0100-functions', 'db88a8078137fc3d'],
  occupied_start: ['0100-functions', 'a907e030d17383eb'],
  occupied_time: ['0100-functions', '461efe63ea8690be'],
  place_of: ['0042-buffers', '3d65a8825ebd8410'],
  text_key: ['0078-text-keys', '408f7fec98c3a1f3'],
};

const folder = join(projectRoot, 'schema', 'functions');
const texts = new Map(
  readdirSync(folder).map((file) => [file.replace(/\.sql$/, ''), readFileSync(join(folder, file), 'utf8')]),
);

/** The digest of a text without its comments and line breaks. */
function digestOf(text: string): string {
  const code = text.replaceAll(/^\s*--.*$/gm, '').replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(code).digest('hex').slice(0, 16);
}

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => test[Symbol.asyncDispose]());

const sql = <Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement, parameters);

/** The functions, triggers and views that no extension has, each with the transaction that wrote it last. */
const catalogue = `select proname::text as name, xmin::text as writer, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all select format('%s on %s', tgname, tgrelid::regclass), xmin::text, pg_get_triggerdef(oid) from pg_trigger
    where not tgisinternal
  union all select relname::text, xmin::text, pg_get_viewdef(oid) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`;

const definitions = () =>
  sql<{ name: string; definition: string }>(`select name, definition from (${catalogue}) as one order by 1`);
const written = () =>
  sql<{ name: string; writer: string }>(`select name, writer from (${catalogue}) as one order by 1`);

/** Returns what the last application of all texts did not write. */
async function writtenElsewhere(): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `select name from (${catalogue}) as one where writer not in (select xmin::text from schema_function) order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Replaces a function by one with another text, as an older or newer version has it. */
async function replaceLock(): Promise<void> {
  await sql(`create or replace function lock_record(kind text, account_id integer, id integer) returns void
    language sql as 'select pg_advisory_xact_lock(1)'`);
  await sql(`update schema_function set hash = 'another' where name = 'lock_record'`);
}

const lockText = async () => {
  const [row] = await sql<{ text: string }>(`select prosrc as text from pg_proc where proname = 'lock_record'`);
  return row?.text;
};

/** Undoes the first migration that has the table of hashes. */
async function forgetFunctions(): Promise<void> {
  await sql('drop table schema_function');
  await sql(`delete from schema_migration where name = '0100-functions'`);
}

describe('the functions and triggers of a migrated database', () => {
  it('all come from files', async () => {
    expect(
      (await sql<{ name: string }>('select name from schema_function')).map(({ name }) => name).toSorted(),
    ).toEqual([...texts.keys()].toSorted());
    await sql('delete from schema_function');
    await migrate(test.database);
    expect(await writtenElsewhere()).toEqual([]);
    expect(new Set((await definitions()).map(({ name }) => name).filter((name) => !name.includes(' ')))).toEqual(
      new Set(texts.keys()),
    );
  });

  it('are checked by a query that finds others', async () => {
    await sql(`create function other() returns trigger language plpgsql as 'begin return null; end'`);
    await sql('create trigger other after insert on account for each row execute function other()');
    await sql('create view other_view as select 1 as one');
    await sql('delete from schema_function');
    await migrate(test.database);
    expect(await writtenElsewhere()).toEqual(['other', 'other on account', 'other_view']);
  });

  it('do not change when the files are applied again', async () => {
    const before = await definitions();
    await sql('delete from schema_function');
    await migrate(test.database);
    expect(await definitions()).toEqual(before);
  });
});

describe('a text that has changed', () => {
  const misfits = (table: typeof announced) =>
    Object.entries(table).filter(
      ([name, [migration, digest]]) =>
        digestOf(texts.get(name) ?? '') !== digest || !migrationNames.includes(migration),
    );

  it('comes with a migration', () => {
    expect([...Object.keys(announced), ...Object.keys(rebuilt)].toSorted()).toEqual([...texts.keys()].toSorted());
    expect(misfits(announced)).toEqual([]);
  });

  it('comes with a migration that rebuilds the indexes which depend on it', async () => {
    const rows = await sql<{ name: string }>(
      `with recursive needed as (
         select refobjid as id from pg_depend
         where refclassid = 'pg_proc'::regclass and classid in ('pg_class'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass)
         union
         select refobjid from pg_depend join needed on classid = 'pg_proc'::regclass and objid = needed.id
         where refclassid = 'pg_proc'::regclass)
       select proname as name from pg_proc join needed on needed.id = oid
       where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = oid and deptype = 'e')
       order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(rebuilt).toSorted());
    expect(misfits(rebuilt)).toEqual([]);
  });

  it('is recognised without its comments', () => {
    expect(digestOf('-- a\nselect 1;\n')).toBe(digestOf('-- b\n--\nselect\n  1;\n'));
    expect(digestOf('select 1;')).not.toBe(digestOf('select 2;'));
  });
});

describe('a start', () => {
  it('applies a text that has changed, and no other', async () => {
    const before = await written();
    const text = await lockText();
    await replaceLock();
    expect(await lockText()).not.toBe(text);
    await migrate(test.database);
    expect(await lockText()).toBe(text);
    const after = await written();
    expect(after.filter((row, index) => row.writer !== before[index]?.writer).map(({ name }) => name)).toEqual([
      'lock_record',
    ]);
  });

  it('writes nothing if nothing has changed, and reads with two statements', async () => {
    const before = await written();
    const sent = await sentStatementsOf(() => migrate(test.database));
    expect(sent.map(({ text }) => text.trim().slice(0, 6))).toEqual(['select', 'select']);
    expect(await written()).toEqual(before);
  });

  it('applies the texts once, of several at the same time', async () => {
    await replaceLock();
    const others = await Promise.all([1, 2, 3].map(() => test.connect()));
    await sql(`create table applied (at timestamptz)`);
    await sql(`create function note_applied() returns event_trigger language plpgsql as
      'begin insert into applied values (clock_timestamp()); end'`);
    await sql(`create event trigger note_applied on ddl_command_end execute function note_applied()`);
    await Promise.all(others.map((database) => migrate(database)));
    expect(await sql('select from applied')).toHaveLength(1);
  });

  it('of an older version keeps the texts of a newer one', async () => {
    await replaceLock();
    await sql(`insert into schema_migration (name, backward_compatible) values ('9999-later', true)`);
    await migrate(test.database);
    expect(await lockText()).toBe('select pg_advisory_xact_lock(1)');
    // The downgrade has ended.
    await sql(`delete from schema_migration where name = '9999-later'`);
    await migrate(test.database);
    expect(await lockText()).not.toBe('select pg_advisory_xact_lock(1)');
  });
});

describe('an upgrade', () => {
  it('from a version without files replaces the texts', async () => {
    const before = await definitions();
    await replaceLock();
    await sql('drop trigger booking_capacity on booking');
    await forgetFunctions();
    await migrate(test.database);
    expect(await definitions()).toEqual(before);
  });

  it('from an old version has the functions of a new database', async () => {
    const before = await definitions();
    await sql('drop schema public cascade');
    await sql('create schema public');
    await transactExclusively(test.database, 1, async (em, orm) => {
      await orm.migrator.up({ to: '0022-holds-that-are-extended', transaction: em.getTransactionContext() });
    });
    await migrate(test.database);
    expect(await definitions()).toEqual(before);
  });

  it('that fails at a function leaves neither a migration nor another function', async () => {
    await replaceLock();
    await forgetFunctions();
    await sql('drop function recount_bookings');
    await sql(
      `create function recount_bookings(counted_account_id integer) returns integer language sql as 'select 1'`,
    );
    const before = await written();
    await expect(migrate(test.database)).rejects.toThrow('cannot change return type of existing function');
    expect(await written()).toEqual(before);
    expect(await sql(`select from schema_migration where name = '0100-functions'`)).toEqual([]);
    await sql('drop function recount_bookings');
    await migrate(test.database);
    expect(await writtenElsewhere()).toEqual([]);
  });
});
