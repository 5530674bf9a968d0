import type pg from 'pg';

/** A column that a row needs: it is not null, and has no default. */
interface RequiredColumn {
  name: string;
  /** Its number in the table. The end of a time stands after its start. */
  position: number;
  type: string;
  /** The most characters; negative if there is no limit. */
  length: number;
  /** The first of the values that a constraint allows. */
  choice: string | null;
}

/** SQL for the value of row `n`, by type. */
const values: Readonly<Record<string, (column: RequiredColumn) => string>> = {
  bigint: () => 'n',
  boolean: () => 'false',
  bytea: () => 'n::text::bytea',
  'character varying': ({ length }) => (length > 0 ? `left(n::text, ${length})` : 'n::text'),
  // Mondays.
  date: () => `date '2030-01-07' + 7 * (n % 5000)`,
  integer: () => 'n',
  jsonb: () => `'[1]'`,
  numeric: () => 'n % 100 + 1',
  text: () => 'n::text',
  'timestamp with time zone': ({ position }) =>
    `timestamptz '2030-01-01' + make_interval(mins => n, secs => ${position})`,
  uuid: () => 'gen_random_uuid()',
  xid8: () => `'1'::xid8`,
};

/** SQL for columns whose value does not follow from their type, or may be null. */
const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  api_key: { role: `'staff'` },
  booking: { state: `'confirmed'`, resource_id: '1 + n % 50', service_id: '1 + n % 50', person_id: 'n' },
  calendar_feed: { resource_id: 'n' },
  calendar_source_entry: { booking_id: 'n' },
  coupon: { value: '10' },
  guardian: { person_id: 'n + 1', dependant_id: 'n', position: '1' },
  person: { name: `'Person ' || n`, email: `n || '@example.org'` },
  recurrence: { booking: `'{}'` },
  service_option: { minutes: 'n % 480', maximum: '1', position: 'n % 1000' },
  service_option_group: { minimum: '0', position: 'n % 1000' },
  waitlist_entry: { places: '1' },
};

const readRequired = `select attname as name, attnum as position, format_type(atttypid, null) as type, atttypmod - 4 as length,
    (select substring(pg_get_constraintdef(oid) from 'ARRAY\\[''([^'']+)') from pg_constraint
      where contype = 'c' and conrelid = attrelid and conkey = array[attnum] limit 1) as choice
  from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''`;

/**
 * Adds rows of an account to a table, whatever columns its version has. They satisfy the constraints of the table, but refer
 * to rows that need not exist: no trigger is executed.
 *
 * @param client a session of a superuser
 */
export async function fillTable(client: pg.Client, table: string, accountId: number, rows: number): Promise<void> {
  const columns = await client.query<RequiredColumn>(readRequired, [table]);
  const expressions = new Map([
    ...columns.rows.map((column): [string, string] => [column.name, expressionFor(table, column)]),
    ['account_id', String(accountId)],
    ...Object.entries(own[table] ?? {}),
  ]);
  const names = [...expressions.keys()].map((name) => `"${name}"`);
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into ${table} (${names.join()}) select ${[...expressions.values()].join()} from generate_series(1, ${rows}) as n`,
  );
  await client.query('reset session_replication_role');
}

function expressionFor(table: string, column: RequiredColumn): string {
  if (column.choice !== null) return `'${column.choice}'`;
  const value = values[column.type];
  if (!value) throw new Error(`no value for ${table}.${column.name} of type ${column.type}`);
  return value(column);
}
