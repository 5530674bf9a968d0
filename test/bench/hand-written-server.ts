import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { parsePgInstant } from '../../src/platform/time/instant-input.js';
import { zoneOf } from '../../src/platform/time/zone.js';

/**
 * The reference of the benchmark: four hand-written routes on `node:http` and `pg`, with named statements on the same
 * tables and byte-identical bodies. It has no pagination headers, roles, rate limit or request log, and checks only the
 * shape of its input.
 *
 * Settings: DATABASE_URL, ACCOUNT_ID, API_KEY, TIME_ZONE.
 */
const { DATABASE_URL, ACCOUNT_ID, API_KEY = '', TIME_ZONE = 'UTC' } = process.env;
const zone = zoneOf(TIME_ZONE);
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 10,
  options: '-c timezone=UTC',
  types: { getTypeParser: () => (value: string) => value },
});

type Value = string | null;
type Write = (value: Value) => string;

const number: Write = (value) => value ?? 'null';
const text: Write = (value) => (value === null ? 'null' : JSON.stringify(value));
const flag: Write = (value) => (value === 't' ? 'true' : 'false');
const instant: Write = (value) => (value === null ? 'null' : `"${zone.format(parsePgInstant(value))}"`);

/** An attribute: its name, its column, and the function that writes its value. */
type Attribute = readonly [name: string, column: string, write: Write];

const bookingAttributes: readonly Attribute[] = [
  ['id', 'b.id', number],
  ['created_at', 'b.created_at', instant],
  ['updated_at', 'b.updated_at', instant],
  ['service_id', 'b.service_id', number],
  ['event_id', 'b.event_id', number],
  ['resource_id', 'b.resource_id', number],
  ['person_id', 'b.person_id', number],
  ['booked_by_person_id', 'b.booked_by_person_id', number],
  ['coupon_id', 'b.coupon_id', number],
  ['booking_type', 'b.booking_type', text],
  ['booked_from', 'b.booked_from', instant],
  ['booked_to', 'b.booked_to', instant],
  ['count', 'b.count', number],
  ['state', 'b.state', text],
  ['active', 'is_active_booking(b.state, b.expires_at, now())', flag],
  ['status', 'b.status', text],
  ['expires_at', 'b.expires_at', instant],
  ['title', 'b.title', text],
  ['notes', 'b.notes', text],
  ['reminder_at', 'b.reminder_at', instant],
  ['reminded_at', 'b.reminded_at', instant],
  ['paid_at', 'b.paid_at', instant],
  ['paid_amount', 'b.paid_amount', text],
  ['external_id', 'b.external_id', text],
  ['external_url', 'b.external_url', text],
  ['external_host_url', 'b.external_host_url', text],
  ['location_url', 'b.location_url', text],
  ['location_host_url', 'b.location_host_url', text],
  ['custom_data', 'b.custom_data', number],
  ['collection_id', 'b.collection_id', text],
  ['revision_count', 'b.revision_count', number],
  ['created_by', 'b.created_by', text],
  ['updated_by', 'b.updated_by', text],
  ['verification_method', 'b.verification_method', text],
];
const personAttributes: readonly Attribute[] = [
  ['id', 'p.id', number],
  ['created_at', 'p.created_at', instant],
  ['updated_at', 'p.updated_at', instant],
  ['active', 'p.active', flag],
  ['name', 'p.name', text],
  ['email', 'p.email', text],
  ['phone_number', 'p.phone_number', text],
  ['phonenumber', 'p.phone_number', text],
  ['phone_number_formatted', 'p.phone_number_formatted', text],
  ['national_id_no', 'p.national_id_no', text],
  ['external_id', 'p.external_id', text],
  ['street', 'p.street', text],
  ['city', 'p.city', text],
  ['postal_code', 'p.postal_code', text],
  ['state', 'p.state', text],
  ['country_code', 'p.country_code', text],
  ['locale', 'p.locale', text],
  ['date_of_birth', 'p.date_of_birth', text],
  ['notes', 'p.notes', text],
  ['custom_data', 'p.custom_data', number],
  ['parent_id', 'p.parent_id', number],
  ['blocked', 'p.blocked', flag],
  ['opt_in_marketing', 'p.opt_in_marketing', flag],
];
const titled = (alias: string): readonly Attribute[] => [
  ['id', `${alias}.id`, number],
  ['title', `${alias}.title`, text],
];
const groups: readonly (readonly [name: string, attributes: readonly Attribute[]])[] = [
  ['person', personAttributes],
  ['resource', titled('r')],
  ['service', titled('s')],
  ['event', [...titled('e'), ['starts_at', 'e.starts_at', instant], ['ends_at', 'e.ends_at', instant]]],
];

const columns = [...bookingAttributes, ...groups.flatMap(([, attributes]) => attributes)].map(([, column]) => column);
const from = `from booking b
  left join person p on p.account_id = b.account_id and p.id = b.person_id
  left join resource r on r.account_id = b.account_id and r.id = b.resource_id
  left join service s on s.account_id = b.account_id and s.id = b.service_id
  left join event e on e.account_id = b.account_id and e.id = b.event_id`;
const select = `select ${columns.join(', ')}, b.verification_code ${from}`;

const statements = {
  one: `${select} where b.account_id = $1 and b.id = $2`,
  page: `${select} where b.account_id = $1 and b.booked_from >= $2 and b.state <> 'deleted'
    order by b.booked_from, b.id limit 750`,
  recent: `${select} where b.account_id = $1 and b.updated_at >= $2 and is_active_booking(b.state, b.expires_at, now())
    order by b.updated_at desc, b.id desc limit 750`,
  lock: `select lock_record('resource', $1, $2)`,
  peak: `with overlapping as (
      select greatest(booked_from, $3) as starts, booked_to as ends, count from booking
      where account_id = $1 and resource_id = $2 and event_id is null
        and state in ('awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed')
        and booked_to > $3 and booked_from < $4 and is_active_booking(state, expires_at, now())
    ), steps as (
      select starts as at, count as people from overlapping union all select ends, -count from overlapping
    )
    select coalesce(max(running), 0) < (select capacity from resource where account_id = $1 and id = $2)
    from (select sum(people) over (order by at, people) as running from steps) as totals`,
  insert: `insert into booking (account_id, created_at, updated_at, resource_id, service_id, person_id, booked_from,
      booked_to, state, created_by, updated_by)
    values ($1, now(), now(), $2, $3, $4, $5, $6, 'confirmed', 'api', 'api') returning id`,
  change: `insert into change (account_id, era, created_at, name, object_type, object_id, snapshot, actor)
    values ($1, open_change_log_era($1), now(), 'booking.created', 'booking', $2, $3, '{"kind": "api_key"}')`,
} as const;

function run(client: pg.Pool | pg.PoolClient, name: keyof typeof statements, ...values: unknown[]): Promise<Value[][]> {
  return client
    .query<Value[]>({ name, text: statements[name], values: [ACCOUNT_ID, ...values], rowMode: 'array' })
    .then(({ rows }) => rows);
}

function writeBooking(row: readonly Value[]): string {
  let position = 0;
  let json = '{';
  const write = (attributes: readonly Attribute[]): void => {
    for (const [index, [name, , valueToJson]] of attributes.entries()) {
      json += `${index === 0 ? '' : ','}"${name}":${valueToJson(row[position + index] ?? null)}`;
    }
    position += attributes.length;
  };
  write(bookingAttributes);
  for (const [name, attributes] of groups) {
    json += `,"${name}":`;
    if ((row[position] ?? null) === null) {
      json += 'null';
      position += attributes.length;
    } else {
      json += '{';
      write(attributes);
      json += '}';
    }
  }
  return `{"booking":${json},"verification_code":${text(row[position] ?? null)}}}`;
}

const writeList = (rows: readonly Value[][]): string => `[${rows.map(writeBooking).join(',')}]`;

async function book(body: string): Promise<{ status: number; json: string }> {
  const { booking } = JSON.parse(body);
  const { resource_id, service_id, person_id } = booking;
  const [bookedFrom, bookedTo] = [booking.booked_from, booking.booked_to];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await run(client, 'lock', resource_id);
    const [[isFree] = []] = await run(client, 'peak', resource_id, bookedFrom, bookedTo);
    if (isFree !== 't') {
      await client.query('rollback');
      return { status: 400, json: '{"resource_id":["is not available"]}' };
    }
    const [[id] = []] = await run(client, 'insert', resource_id, service_id, person_id, bookedFrom, bookedTo);
    const [row = []] = await run(client, 'one', id);
    const json = writeBooking(row);
    await run(client, 'change', id, json);
    await client.query('commit');
    return { status: 200, json };
  } finally {
    client.release();
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function answer(request: IncomingMessage): Promise<{ status: number; json: string }> {
  if (request.headers.authorization !== `Bearer ${API_KEY}`) return { status: 401, json: '{}' };
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
  const path = pathname.replace('/api/v1/bookings', '');
  if (request.method === 'POST') return book(await bodyOf(request));
  if (path === '') return { status: 200, json: writeList(await run(pool, 'page', searchParams.get('start'))) };
  if (path === '/recent') return { status: 200, json: writeList(await run(pool, 'recent', searchParams.get('since'))) };
  const [row] = await run(pool, 'one', path.slice(1));
  return row ? { status: 200, json: writeBooking(row) } : { status: 404, json: '{}' };
}

function send(response: ServerResponse, { status, json }: { status: number; json: string }): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
  });
  response.end(json);
}

const server = createServer((request, response) => {
  answer(request).then(
    (found) => send(response, found),
    (error) => {
      console.error(error);
      send(response, { status: 500, json: '{}' });
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`REST http://127.0.0.1:${address?.port}/api/v1`);
});
