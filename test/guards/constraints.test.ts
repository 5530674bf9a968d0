import { databaseModel } from '../../src/domain/entities.js';
import { tableOf } from '../../src/platform/database/entity-table.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';

const test = await disposeAfterAll(createTestDatabase());

it('the ids of each entity come from the sequence that its statements name', async () => {
  const { orm, session } = test.database;
  const serial = [...orm.getMetadata().getAll().values()].filter(({ properties }) => 'id' in properties);
  const found = await session.execute<{ table: string; sequence: string | null }>(
    `select name as "table", pg_get_serial_sequence(name, 'id') as sequence from unnest($1::text[]) as name`,
    [serial.map(({ tableName }) => tableName)],
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.map(({ sequence }) => sequence)).toEqual(serial.map((meta) => `public.${tableOf(meta).sequence}`));
});

it('messages exist only for constraints of the database', async () => {
  const names = Object.keys(databaseModel.constraintMessages);
  expect(names.length).toBeGreaterThan(10);
  const known = await test.database.orm.em.fork().execute<{ name: string }[]>(
    `select conname as name from pg_constraint
     union all select relname from pg_class where relkind = 'i'
     union all select unnest(regexp_matches(prosrc, 'constraint = ''(\\w+)''', 'g')) from pg_proc`,
  );
  const all = new Set(known.map(({ name }) => name));
  expect(names.filter((name) => !all.has(name))).toEqual([]);
});

it('plans are for a large account in every table: see 0125-plans-of-accounts', async () => {
  const columns = await test.database.session.execute<{ table: string; options: string[] | null }>(
    `select attrelid::regclass::text as "table", attoptions as options
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where attname = 'account_id' and relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
  );
  expect(columns.length).toBeGreaterThan(30);
  expect(columns.filter(({ options }) => !options?.includes('n_distinct=1'))).toEqual([]);
});

/** Indexes that are read for all accounts together. No condition on one account fits them. */
const ofAllAccounts = ['change_transaction'];

it('every index of a table with accounts begins with the account, so that it reads the rows of one', async () => {
  const others = await test.database.session.execute<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     join pg_attribute account on account.attrelid = indrelid and account.attname = 'account_id'
     join pg_class on pg_class.oid = indrelid and relnamespace = current_schema()::regnamespace
     where indkey[0] <> account.attnum`,
  );
  expect(others.map(({ name }) => name)).toEqual(ofAllAccounts);
});
