import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { orm } = database.database;
  const tables = await orm.schema.getCreateSchemaSQL();
  await orm.em.fork().transactional(async (em) => {
    await em.execute('create schema entities');
    await em.execute('set local search_path to entities');
    await em.execute(tables);
  });
});
afterAll(async () => database[Symbol.asyncDispose]());

const sql = <Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]> =>
  database.database.orm.em.fork().execute<Row[]>(statement, parameters);

/** Tables that a library writes without accounts, and those of accounts and of the database itself. */
const exempt = [
  'account',
  'agenda_jobs',
  'cell',
  'encryption_key',
  'rate_limit',
  'schema_function',
  'schema_migration',
];

/** Indexes across accounts: the relay looks for the accounts that have recorded changes lately. */
const exemptIndexes = ['change_transaction'];

/** Tables without an entity: SQL reads and writes them. */
const withoutEntity = [
  'account_logo',
  'account_move',
  'agenda_jobs',
  'api_key_requests',
  'attempt',
  'booking_count',
  'booking_count_difference',
  'booking_count_position',
  'booking_place',
  'category_service',
  'cell',
  'change',
  'change_log_era',
  'change_log_start',
  'document_request',
  'document_series',
  'encryption_key',
  'external_busy',
  'idempotency_key',
  'message_quota',
  'message_template_service',
  'passkey',
  'payment_notification',
  'perishable_token',
  'planned_message',
  'rate_limit',
  'record_image',
  'relay_position',
  'schema_function',
  'schema_migration',
  'used_identity_token',
  'visitor_code',
  'visitor_session',
  'waitlist_check',
  'waitlist_offer',
  'waitlist_opening',
];

async function columnsIn(schema: string): Promise<string[]> {
  const rows = await sql<{ column: string }>(
    `select format('%s.%s %s%s', relname, attname, format_type(atttypid, atttypmod), case when attnotnull then ' not null' else '' end) as column
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = ?::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
     order by 1`,
    schema,
  );
  return rows.map(({ column }) => column);
}

/** Returns the columns that differ between the entities and the migrations. */
async function columnMisfits(): Promise<string[]> {
  const entities = await columnsIn('entities');
  const tables = await columnsIn('public');
  const migrated = tables.filter((column) => !withoutEntity.some((table) => column.startsWith(`${table}.`)));
  return [
    ...entities.filter((column) => !migrated.includes(column)).map((column) => `not migrated: ${column}`),
    ...migrated.filter((column) => !entities.includes(column)).map((column) => `in no entity: ${column}`),
  ];
}

/** Returns the indexes, including those of primary and unique keys, whose first column is not `account_id`. */
async function unscopedIndexes(): Promise<string[]> {
  const rows = await sql<{ index: string }>(
    `select indexrelid::regclass::text as index
     from pg_index join pg_class on pg_class.oid = indrelid
     left join pg_attribute on attrelid = indrelid and attnum = indkey[0]
     where relnamespace = 'public'::regnamespace and relname <> all (?) and attname is distinct from 'account_id'
       and indexrelid::regclass::text <> all (?)
     order by 1`,
    `{${exempt.join()}}`,
    `{${exemptIndexes.join()}}`,
  );
  return rows.map(({ index }) => index);
}

/** Returns the foreign keys by which a row could refer to another account. */
async function unscopedForeignKeys(): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `select conname as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
       select from unnest(conkey, confkey) as pair(own, other)
       join pg_attribute a on a.attrelid = conrelid and a.attnum = own
       join pg_attribute b on b.attrelid = confrelid and b.attnum = other
       where a.attname = 'account_id' and b.attname = case when confrelid = 'account'::regclass then 'id' else 'account_id' end)
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function tablesWithoutPrimaryKey(): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`,
  );
  return rows.map(({ name }) => name);
}

describe('the migrated database', () => {
  it('has the columns that the entities have', async () => {
    expect(await columnMisfits()).toEqual([]);
  });

  it('has the account as the first column of every key and index', async () => {
    expect(await tablesWithoutPrimaryKey()).toEqual([]);
    expect(await unscopedIndexes()).toEqual([]);
  });

  it('has the account in every foreign key', async () => {
    expect(await unscopedForeignKeys()).toEqual([]);
  });

  it('is checked by queries that find violations', async () => {
    await sql('create table bad_without_key (account_id integer)');
    await sql(`create table bad (
      id integer primary key,
      account_id integer constraint bad_good_fkey references account (id),
      email text unique,
      person_id integer,
      constraint bad_swapped_fkey foreign key (person_id, account_id) references person (account_id, id),
      constraint bad_other_fkey foreign key (person_id) references bad (id))`);
    await sql('create index bad_expression on bad (lower(email), account_id)');
    await sql('create index bad_good on bad (account_id, email)');
    await sql('alter table person alter city type text, alter name set not null, drop street');
    expect(await columnMisfits()).toEqual([
      'not migrated: person.city character varying(255)',
      'not migrated: person.name character varying(255)',
      'not migrated: person.street character varying(255)',
      'in no entity: bad.account_id integer',
      'in no entity: bad.email text',
      'in no entity: bad.id integer not null',
      'in no entity: bad.person_id integer',
      'in no entity: bad_without_key.account_id integer',
      'in no entity: person.city text',
      'in no entity: person.name character varying(255) not null',
    ]);
    expect(await tablesWithoutPrimaryKey()).toEqual(['bad_without_key']);
    expect(await unscopedIndexes()).toEqual(['bad_email_key', 'bad_expression', 'bad_pkey']);
    expect(await unscopedForeignKeys()).toEqual(['bad_other_fkey', 'bad_swapped_fkey']);
  });
});
