import { migrationNames } from '../../schema/migrations/names.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';

const test = await disposeAfterAll(createTestDatabase());

const sql = <Row extends object>(statement: string): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement);

const rewritten = 'a random default for each account rewrites the table, which has one row per account';

/** Indexes that one upgrade may build more than once, each with the reason. */
const allowed: Readonly<Record<string, string>> = {
  account_pkey: rewritten,
  account_subdomain_unique: rewritten,
  'public.account USING btree (id)': rewritten,
  'public.account USING btree (lower((subdomain)::text))': rewritten,
  'public.booking USING btree (account_id, order_id) WHERE (order_id IS NOT NULL)':
    'it was unique before the bookings of a visit shared an order',
};

/**
 * Records each build of an index: its file is another one after a statement that creates or rebuilds it. `migration` is the
 * number of migrations that were complete before.
 */
const observe = `create schema observed;
  create table observed.build (index_name name, definition text, table_id oid, file oid primary key, migration integer);
  create function observed.record_builds() returns event_trigger language plpgsql as $$
  begin
    if to_regclass('schema_migration') is not null then
      insert into observed.build
        select index.relname, regexp_replace(pg_get_indexdef(index.oid), '^.* ON ', ''), indrelid, index.relfilenode,
          (select count(*) from schema_migration)
        from pg_index join pg_class index on index.oid = indexrelid
        where index.relnamespace = 'public'::regnamespace
        on conflict do nothing;
    end if;
  end $$;
  create event trigger record_builds on ddl_command_end execute function observed.record_builds()`;

/** Does not count the indexes that the migration of a table creates with it, because the table is empty then. */
const repeated = (key: string): string => `select ${key} as index, array_agg(migration order by migration) as migrations
  from observed.build
  where migration > (select min(migration) from observed.build created where created.table_id = build.table_id)
  group by table_id, ${key} having count(*) > 1 order by 1`;

/** Migrates an empty database; returns each index that is built more than once, with the migrations that build it. */
async function listRepeatedBuilds(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const key of ['index_name', 'definition']) {
    for (const { index, migrations } of await sql<{ index: string; migrations: number[] }>(repeated(key))) {
      found[index] = migrations.map((number) => migrationNames[number] ?? String(number));
    }
  }
  return found;
}

/** An upgrade of an older version applies all of these migrations, and each build reads the whole table. */
describe('an upgrade', () => {
  beforeAll(async () => {
    await sql('drop schema public cascade');
    await sql('create schema public');
    await sql(observe);
    await migrate(test.database);
  });

  it('builds no index of an existing table twice', async () => {
    const unexpected = Object.entries(await listRepeatedBuilds()).filter(([index]) => !(index in allowed));
    expect(Object.fromEntries(unexpected)).toEqual({});
  });

  it('is checked by a query that finds indexes built twice, by their name or definition, and rebuilt', async () => {
    await sql('create index booking_twice on booking (account_id, title)');
    await sql('drop index booking_twice');
    await sql('create index booking_twice on booking (account_id, title, id)');
    await sql('create index booking_other on booking (account_id, title)');
    await sql('alter table person alter external_id type text collate "C"');
    await sql('alter table person alter external_id type text collate "POSIX"');
    const added = [String(migrationNames.length), String(migrationNames.length)];
    expect(await listRepeatedBuilds()).toMatchObject({
      booking_twice: added,
      'public.booking USING btree (account_id, title)': added,
      person_external_id: added,
    });
  });
});
