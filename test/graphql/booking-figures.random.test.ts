import { DateTime } from 'luxon';
import { pick, type Random, seeded } from '../support/random.js';
import { type TestAccount, type TestServer, useTestServer } from '../support/test-server.js';
import {
  type Catalogue,
  firstBookings,
  type PlainBooking,
  Reference,
  type Request,
} from './booking-figures.reference.js';

/** 60 worlds of bookings in each of eight accounts, each world in a year of its own. */
const zones = [
  'Europe/Oslo',
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Sao_Paulo',
];
const worlds = 63;
const firstYear = 1976;
const bookingsOfWorld = 12;

const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let server: TestServer;
beforeAll(async () => {
  server = await useTestServer();
});
afterAll(async () => server[Symbol.asyncDispose]());

const minute = 60_000;
const day = 1_440 * minute;

async function createCatalogue(account: TestAccount) {
  const create = async (path: string, wrapper: string, attributes: object): Promise<number> =>
    (await account.create(path, wrapper, attributes)).id;
  const services = [1, 2, 3].map((number) => create('/services', 'service', { title: `Service ${number}` }));
  const [one = 0, two = 0, gone = 0] = await Promise.all(services);
  const resources = await Promise.all(
    [1, 2].map((number) => create('/resources', 'resource', { title: `R${number}` })),
  );
  const people = await Promise.all(
    [1, 2, 3, 4, 5].map((number) => create('/people', 'person', { name: `P${number}` })),
  );
  const first = await create('/categories', 'category', { title: 'A', service_id_list: [one, gone] });
  const second = await create('/categories', 'category', { title: 'B', service_id_list: [one] });
  await account.del(`/services/${gone}`);
  const catalogue: Catalogue = {
    active: { SERVICE: [one, two], RESOURCE: resources, CATEGORY: [first, second] },
    categories: new Map([
      [one, [first, second]],
      [gone, [first]],
    ]),
  };
  return { catalogue, services: [one, two, gone], resources, people };
}

type Created = Awaited<ReturnType<typeof createCatalogue>>;

const states = ['confirmed', 'confirmed', 'confirmed', 'awaiting_confirmation', 'awaiting_verification', 'cancelled'];
const otherStates = ['declined', 'deleted', 'verification_expired'];

function randomOrder(random: Random): NonNullable<PlainBooking['order']> {
  const total = random(100_000);
  return { total, discount: random(total + 1), state: pick(random, ['pending', 'cancelled']) };
}

function randomBooking(random: Random, anchor: number, { services, resources, people }: Created): PlainBooking {
  const from = anchor + random(24 * 60 * 4) * 15 * minute - 30 * day;
  const at = random(3) === 0 ? from : anchor + random(14 * 96) * 15 * minute;
  const choose = <Value>(values: readonly Value[]): Value | null => values[random(values.length + 1)] ?? null;
  return {
    from: at,
    to: at + (1 + random(300)) * minute,
    created: at - (random(5_000) - 200) * minute,
    count: 1 + random(4),
    state: choose([...states, ...otherStates]) ?? 'confirmed',
    status: random(3) === 0 ? choose(['no_show', 'completed']) : null,
    service: choose(services),
    resource: choose(resources) ?? resources[0] ?? 0,
    person: choose(people),
    createdBy: choose(['api', 'public']),
    paid: random(3) === 0 ? random(10_000) / 100 : null,
    order: random(2) === 0 ? randomOrder(random) : null,
  };
}

/** An instant of the year, often near a change of the clock in the northern or southern hemisphere. */
function randomAnchor(random: Random, zone: string, year: number): number {
  const month = random(2) === 0 ? pick(random, [3, 4, 10, 11]) : 1 + random(12);
  return DateTime.fromObject({ year, month, day: 1 + random(28) }, { zone }).toMillis();
}

const dimensions = [
  'HOUR_OF_DAY',
  'WEEKDAY',
  'DAY',
  'WEEK',
  'MONTH',
  'SERVICE',
  'RESOURCE',
  'CATEGORY',
  'STATE',
  'STATUS',
  'CREATED_BY',
];
const exclusive = [
  ['DAY', 'WEEK', 'MONTH'],
  ['DAY', 'WEEKDAY'],
];

function randomRequest(random: Random, zone: string, anchor: number, { services }: Created): Request {
  const chosen = new Set(Array.from({ length: random(3) }, () => dimensions[random(dimensions.length)] ?? 'DAY'));
  const groupBy = [...chosen];
  const clashes = exclusive.some((set) => groupBy.filter((dimension) => set.includes(dimension)).length > 1);
  const start = DateTime.fromMillis(anchor, { zone }).startOf('day');
  const end = start.plus({ days: 1 + random(12) }).startOf('day');
  const isWhole = random(3) > 0;
  const compare = isWhole ? pick(random, ['PREVIOUS_PERIOD', 'PREVIOUS_YEAR', null] as const) : null;
  return {
    zone,
    from: start.toMillis() + (isWhole ? 0 : random(48) * 30 * minute),
    to: end.toMillis() + (isWhole ? 0 : (1 + random(47)) * 30 * minute),
    groupBy: clashes ? groupBy.slice(0, 1) : groupBy,
    compare,
    states: random(4) === 0 ? ['confirmed', 'cancelled', 'deleted'] : undefined,
    services: random(4) === 0 ? services.slice(0, 2) : undefined,
  };
}

async function insertBookings(account: TestAccount, bookings: readonly PlainBooking[]): Promise<void> {
  const rows = bookings.map((booking) => ({
    ...booking,
    from: new Date(booking.from).toISOString(),
    to: new Date(booking.to).toISOString(),
    created: new Date(booking.created).toISOString(),
  }));
  await server.sql(
    `with row as materialized (
       select *, case when "order" <> 'null' then nextval(pg_get_serial_sequence('booking_order', 'id'))::integer end as order_id
       from jsonb_to_recordset(?::jsonb) as row (created timestamptz, resource integer, service integer, person integer,
         "from" timestamptz, "to" timestamptz, count integer, state text, status text, "createdBy" text, paid numeric, "order" jsonb)
     ), ordered as (
       insert into booking_order (account_id, id, created_at, updated_at, state, total, discount_amount, paid_amount)
       select ?, order_id, created, created, "order"->>'state', ("order"->>'total')::numeric / 100,
         ("order"->>'discount')::numeric / 100, 0
       from row where order_id is not null
     )
     insert into booking (account_id, created_at, updated_at, resource_id, service_id, person_id, booked_from, booked_to,
       count, state, status, created_by, paid_amount, order_id, ignores_capacity)
     select ?, created, created, resource, service, person, "from", "to", count, state, status, "createdBy", paid, order_id, true
     from row`,
    JSON.stringify(rows),
    account.credentials.id,
    account.credentials.id,
  );
}

const fields = `bookings people minutes cancellations cancellationRate noShows noShowRate value paid medianLeadTime newPeople
  returningPeople`;
const query = `query ($from: DateTime!, $to: DateTime!, $filter: BookingFigureFilter!, $groupBy: [BookingDimension!]!,
    $compare: FigureComparison) {
  bookingFigures(during: { from: $from, to: $to }, filter: $filter, groupBy: $groupBy, compare: $compare) {
    groups { keys { dimension id name label from to } figure { ${fields} } previous { ${fields} } }
    total { ${fields} } previousTotal { ${fields} }
  }
}`;

interface Key {
  dimension: string;
  id: number | null;
  name: string | null;
  label: string | null;
}
const keyOf = ({ dimension, id, name, label }: Key) =>
  ['DAY', 'WEEK', 'MONTH'].includes(dimension) ? label : (id ?? name);

async function read(account: TestAccount, { from, to, groupBy, compare, states: state, services }: Request) {
  const { data, errors } = await account.graphql(query, {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    filter: {
      ...(state && { state: state.map((name) => name.toUpperCase()) }),
      ...(services && { serviceId: services }),
    },
    groupBy,
    compare,
  });
  if (errors) throw new Error(JSON.stringify(errors));
  const { groups, ...totals } = data.bookingFigures;
  return { ...totals, groups: groups.map((group: { keys: Key[] }) => ({ ...group, keys: group.keys.map(keyOf) })) };
}

it.each(zones)(`figures of random bookings equal those of each booking on its own: %s, seed ${seed}`, async (zone) => {
  const random = seeded(seed + zones.indexOf(zone));
  const account = await server.account({ timeZone: zone });
  const created = await createCatalogue(account);
  const anchors = Array.from({ length: worlds }, (_, world) => randomAnchor(random, zone, firstYear + world));
  const bookings = anchors.flatMap((anchor) =>
    Array.from({ length: bookingsOfWorld }, () => randomBooking(random, anchor, created)),
  );
  await insertBookings(account, bookings);
  const firsts = firstBookings(bookings);
  for (const anchor of anchors) {
    const request = randomRequest(random, zone, anchor, created);
    const near = bookings.filter(({ from }) => Math.abs(from - anchor) < 500 * day);
    const expected = new Reference(near, firsts, created.catalogue, request).result();
    expect({ request, ...(await read(account, request)) }).toEqual({ request, ...expected });
  }
});
