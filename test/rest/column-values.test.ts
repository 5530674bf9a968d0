import pg from 'pg';
import { PreparingClient, prepareStatement } from '../../src/platform/database/preparing-client.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let test: TestDatabase;
let client: PreparingClient;
/** A connection of the driver, without prepared statements. */
let plain: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  client = await open();
  plain = new pg.Client(test.url);
  await plain.connect();
});
afterAll(async () => {
  await plain.end();
  await client.end();
  await test[Symbol.asyncDispose]();
});

async function open(): Promise<PreparingClient> {
  const opened = new PreparingClient(test.url);
  await opened.connect();
  await opened.query("set time zone 'UTC'");
  return opened;
}

const date = (text: string): Date => new Date(text);

/** Values of each type: PostgreSQL's text, and what a record has. */
const values: Record<string, [text: string, value: unknown][]> = {
  integer: [
    ['0', 0],
    ['1', 1],
    ['-1', -1],
    ['255', 255],
    ['1000000', 1_000_000],
    ['2147483647', 2_147_483_647],
    ['-2147483648', -2_147_483_648],
  ],
  boolean: [
    ['t', true],
    ['f', false],
  ],
  'timestamp with time zone': [
    ['2026-11-21 00:57:53+00', date('2026-11-21T00:57:53.000Z')],
    ['2026-11-21 00:57:53.1+00', date('2026-11-21T00:57:53.100Z')],
    ['2026-11-21 00:57:53.123456+00', date('2026-11-21T00:57:53.123Z')],
    ['2026-11-21 00:57:53.123999+00', date('2026-11-21T00:57:53.123Z')],
    ['2026-11-21 00:57:53.999999+00', date('2026-11-21T00:57:53.999Z')],
    ['2026-11-21 02:57:53.5+02', date('2026-11-21T00:57:53.500Z')],
    ['2000-01-01 00:00:00+00', date('2000-01-01T00:00:00.000Z')],
    ['1999-12-31 23:59:59.999999+00', date('1999-12-31T23:59:59.999Z')],
    ['1999-12-31 23:59:59.000001+00', date('1999-12-31T23:59:59.000Z')],
    ['1970-01-01 00:00:00+00', date('1970-01-01T00:00:00.000Z')],
    ['1969-12-31 23:59:59.999999+00', date('1969-12-31T23:59:59.999Z')],
    ['1969-12-31 23:59:59.999+00', date('1969-12-31T23:59:59.999Z')],
    ['1900-01-01 00:00:00.0005+00', date('1900-01-01T00:00:00.000Z')],
    ['2038-01-19 03:14:08.001+00', date('2038-01-19T03:14:08.001Z')],
    ['2200-12-31 23:59:59.999999+00', date('2200-12-31T23:59:59.999Z')],
    ['2285-06-05 23:47:34.740993+00', date('2285-06-05T23:47:34.740Z')],
    ['9999-12-31 23:59:59.999999+00', date('9999-12-31T23:59:59.999Z')],
    ['0001-01-01 00:00:00.000001+00', date('0001-01-01T00:00:00.000Z')],
  ],
  smallint: [['-32768', -32_768]],
  bigint: [
    ['9007199254740993', '9007199254740993'],
    ['-1', '-1'],
  ],
  numeric: [
    ['12.50', '12.50'],
    ['-0.1', '-0.1'],
    ['NaN', 'NaN'],
    ['123456789012345678901234567890.123456789', '123456789012345678901234567890.123456789'],
  ],
  real: [['0.1', 0.1]],
  'double precision': [['0.30000000000000004', 0.300_000_000_000_000_04]],
  text: [
    ['', ''],
    ['plain', 'plain'],
    ['Åse Størmer, 名前, 👩‍👩‍👧', 'Åse Størmer, 名前, 👩‍👩‍👧'],
    ['line\nbreak "quoted" \\', 'line\nbreak "quoted" \\'],
    ['\u007f\u0080\u00ff', '\u007f\u0080\u00ff'],
  ],
  'character varying': [['førsteår', 'førsteår']],
  uuid: [['7f2c4c1e-2d0b-4e5f-9a59-0c6c7a2f1a11', '7f2c4c1e-2d0b-4e5f-9a59-0c6c7a2f1a11']],
  json: [['{"a": [1, null]}', { a: [1, null] }]],
  jsonb: [
    ['{"name": "Åse", "n": 1.5}', { name: 'Åse', n: 1.5 }],
    ['null', null],
    ['"x"', 'x'],
  ],
  'text[]': [
    ['{}', []],
    ['{a,NULL,"b \\"c\\"",名前}', ['a', null, 'b "c"', '名前']],
  ],
  'integer[]': [['{1,-2,NULL}', [1, -2, null]]],
  tstzrange: [
    ['["2026-11-21 00:00:00+00","2026-11-22 00:00:00+00")', '["2026-11-21 00:00:00+00","2026-11-22 00:00:00+00")'],
  ],
  bytea: [['\\x00ff80', Buffer.from([0, 255, 128])]],
  xid: [['731', '731']],
  xid8: [['4294967296', '4294967296']],
};

/** Reads texts as values of a type, each twice and in a nested object. */
const reading = (type: string): string =>
  `select $1::integer as number, given::${type} as value, null::${type} as missing,
    1 as "nested.id", given::${type} as "nested.value"
  from unnest($2::text[]) given`;

describe.each(Object.entries(values))('values of %s', (type, table) => {
  const texts = table.map(([text]) => text);
  const rows = table.map(([, value]) => ({ number: 7, value, missing: null, nested: { id: 1, value } }));
  const read = async () => (await client.query(reading(type), [7, texts])).rows;

  it('are the same in the first, which PostgreSQL describes, and each later result of a prepared statement', async () => {
    prepareStatement(reading(type), 'constant');
    for (const _ of [1, 2, 3]) expect(await read()).toEqual(rows);
  });

  it('are the same in the result of a statement that is not prepared', async () => {
    const { rows: found } = await client.query(`${reading(type)} where true`, [7, texts]);
    expect(found).toEqual(rows);
  });
});

describe('a date', () => {
  it('is read as by the driver', async () => {
    const text = 'select $1::date as day';
    prepareStatement(text, 'constant');
    const { rows } = await plain.query(text, ['2026-11-21']);
    for (const _ of [1, 2]) expect((await client.query(text, ['2026-11-21'])).rows).toEqual(rows);
  });
});

it.each(['infinity', '-infinity'])('reads %s as an invalid date', async (text) => {
  const statement = 'select $1::timestamptz as value';
  prepareStatement(statement, 'constant');
  for (const _ of [1, 2]) {
    const { rows } = await client.query<{ value: Date }>(statement, [text]);
    expect(rows.map(({ value }) => value.getTime())).toEqual([Number.NaN]);
  }
});

it('covers every type of the columns of the schema', async () => {
  const { rows } = await plain.query<{ type: string }>(`
    select distinct format_type(atttypid, null) as type from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`);
  const missing = rows.map(({ type }) => type).filter((type) => type !== 'date' && !(type in values));
  expect(missing).toEqual([]);
});

it('reads the count of rows, which is a bigint, as text', async () => {
  const text = 'select count(*) from unnest($1::integer[])';
  prepareStatement(text, 'constant');
  for (const _ of [1, 2]) expect((await client.query(text, [[1, 2]])).rows).toEqual([{ count: '2' }]);
});

describe('a column whose type has changed', () => {
  const text = 'select value from changed where $1 > 0';
  beforeAll(async () => {
    await plain.query('create table changed as select 5 as value');
    prepareStatement(text, 'constant');
    for (const _ of [1, 2]) expect((await client.query(text, [1])).rows).toEqual([{ value: 5 }]);
  });

  it('is an error once for a connection that prepares the statement later, not a wrong value', async () => {
    await plain.query('alter table changed alter column value type bigint');
    const other = await open();
    try {
      await expect(other.query(text, [1])).rejects.toThrow('a value has 8 bytes, not 4');
      for (const _ of [1, 2]) expect((await other.query(text, [1])).rows).toEqual([{ value: '5' }]);
    } finally {
      await other.end();
    }
  });
});
