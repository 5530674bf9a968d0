import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isObjectType } from 'graphql';
import { DateTime } from 'luxon';
import { projectRoot } from '../../src/platform/project-root.js';
import { pick, type Random, seeded } from '../support/random.js';
import { sampled, seed } from '../support/sample.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { type Catalogue, Reference, type Request } from './booking-figures.reference.js';
import { firstBookings, type PlainBooking, type PlainEvent } from './plain-bookings.js';

/** 63 worlds of bookings in each of eight accounts, each world in a year of its own. */
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

const server = await useTestServer();

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
    events: [],
    categories: new Map([
      [one, [first, second]],
      [gone, [first]],
    ]),
  };
  return { catalogue, services: [one, two, gone], resources, people };
}

type Created = Awaited<ReturnType<typeof createCatalogue>>;

/** Adds an event near each anchor, every third of them deleted. */
async function insertEvents(
  account: TestAccount,
  anchors: readonly number[],
  random: Random,
  { services, resources }: Created,
): Promise<readonly PlainEvent[]> {
  const plans = anchors.map((anchor) => ({ from: anchor + random(14 * 96) * 15 * minute, active: random(3) > 0 }));
  const ids = await server.sql<{ id: number }>(
    `insert into event (account_id, created_at, updated_at, resource_id, service_id, capacity, starts_at, ends_at, active, title)
     select ?, now(), now(), ?, ?, 10, "from", "from" + interval '1 hour', active, 'Event'
     from jsonb_to_recordset(?::jsonb) as event ("from" timestamptz, active boolean) returning id`,
    account.credentials.id,
    resources[0],
    services[0],
    JSON.stringify(plans.map(({ from, active }) => ({ from: new Date(from).toISOString(), active }))),
  );
  return plans.map((plan, index) => ({ ...plan, id: ids[index]?.id ?? 0 }));
}

const states = ['confirmed', 'confirmed', 'confirmed', 'awaiting_confirmation', 'awaiting_verification', 'cancelled'];
const otherStates = ['declined', 'deleted', 'verification_expired'];

function randomOrder(random: Random): NonNullable<PlainBooking['order']> {
  const total = random(100_000);
  return { total, discount: random(total + 1), state: pick(random, ['pending', 'cancelled']) };
}

function randomBooking(
  random: Random,
  anchor: number,
  { services, resources, people }: Created,
  event: PlainEvent | undefined,
): PlainBooking {
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
    event: random(3) === 0 ? (event?.id ?? null) : null,
    /** Only holds expire: some have, long before the present, and some will, long after it. */
    expires: choose(['2000-01-01T00:00:00Z', '2300-01-01T00:00:00Z']),
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
  'EVENT',
  'CATEGORY',
  'STATE',
  'STATUS',
  'CREATED_BY',
];
const exclusive = [
  ['DAY', 'WEEK', 'MONTH'],
  ['DAY', 'WEEKDAY'],
];

/** The ids of a filter: in most requests none. */
function someOf(random: Random, ids: readonly number[]): readonly number[] | undefined {
  return random(5) === 0 ? ids.filter(() => random(2) === 0) : undefined;
}

function randomRequest(
  random: Random,
  zone: string,
  anchor: number,
  { services, resources, people }: Created,
  event: PlainEvent | undefined,
): Request {
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
    services: someOf(random, services),
    resources: someOf(random, resources),
    events: someOf(random, event ? [event.id] : []),
    people: someOf(random, people),
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
         event integer, expires timestamptz, "from" timestamptz, "to" timestamptz, count integer, state text, status text, "createdBy" text, paid numeric, "order" jsonb)
     ), ordered as (
       insert into booking_order (account_id, id, created_at, updated_at, state, total, discount_amount, paid_amount)
       select ?, order_id, created, created, "order"->>'state', ("order"->>'total')::numeric / 100,
         ("order"->>'discount')::numeric / 100, 0
       from row where order_id is not null
     )
     insert into booking (account_id, created_at, updated_at, resource_id, service_id, event_id, expires_at, person_id,
       booked_from, booked_to, count, state, status, created_by, paid_amount, order_id, ignores_capacity)
     select ?, created, created, resource, service, event, expires, person, "from", "to", count, state, status, "createdBy", paid, order_id, true
     from row`,
    JSON.stringify(rows),
    account.credentials.id,
    account.credentials.id,
  );
}

const stateFields = `states { awaitingVerification verificationExpired awaitingPayment awaitingConfirmation confirmed declined
  cancelled deleted }`;
/** Two selections, because a document with both may cost more than is allowed. */
const selections = [
  `bookings people minutes cancellations cancellationRate noShows noShowRate value paid medianLeadTime newPeople returningPeople`,
  stateFields,
];
const queryOf = (fields: string): string => `query ($from: DateTime!, $to: DateTime!, $filter: BookingFigureFilter!,
    $groupBy: [BookingDimension!]!, $compare: FigureComparison) {
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

async function read(account: TestAccount, fields: string, request: Request) {
  const { from, to, groupBy, compare, states: state, services, resources, events, people } = request;
  const { data, errors } = await account.graphql(queryOf(fields), {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    filter: {
      ...(state && { state: state.map((name) => name.toUpperCase()) }),
      ...{ serviceId: services, resourceId: resources, eventId: events, personId: people },
    },
    groupBy,
    compare,
  });
  if (errors) throw new Error(JSON.stringify({ request, errors }));
  const { groups, ...totals } = data.bookingFigures;
  return { ...totals, groups: groups.map((group: { keys: Key[] }) => ({ ...group, keys: group.keys.map(keyOf) })) };
}

it('the compared selections have every field of the figures', () => {
  const schema = buildSchema(readFileSync(join(projectRoot, 'schema', 'schema.graphql'), 'utf8'));
  const fieldsOf = (name: string): string[] => {
    const type = schema.getType(name);
    return isObjectType(type) ? Object.keys(type.getFields()) : [];
  };
  const all = [...fieldsOf('BookingFigure'), ...fieldsOf('BookingStateCounts')];
  expect(selections.join(' ').match(/\w+/g)?.toSorted()).toEqual(all.toSorted());
});

it.each(sampled(zones, 3, 'booking figures'))(
  `figures of random bookings equal those of each booking on its own: %s, seed ${seed}`,
  async (zone) => {
    const random = seeded(seed + zones.indexOf(zone));
    const account = await server.account({ timeZone: zone });
    const created = await createCatalogue(account);
    const anchors = Array.from({ length: worlds }, (_, world) => randomAnchor(random, zone, firstYear + world));
    const events = await insertEvents(account, anchors, random, created);
    const bookings = anchors.flatMap((anchor, world) =>
      Array.from({ length: bookingsOfWorld }, () => randomBooking(random, anchor, created, events[world])),
    );
    await insertBookings(account, bookings);
    const now = server.clock.now().getTime();
    const firsts = firstBookings(bookings, now);
    for (const [world, anchor] of anchors.entries()) {
      const request = randomRequest(random, zone, anchor, created, events[world]);
      const near = bookings.filter(({ from }) => Math.abs(from - anchor) < 500 * day);
      const expected = new Reference(near, firsts, { ...created.catalogue, events }, request, now).result();
      for (const [index, fields] of selections.entries()) {
        const found = await read(account, fields, request);
        expect({ request, ...found }).toEqual({ request, ...selected(expected, index === 1) });
      }
    }
  },
);

/** Returns the part of the expected figures that a selection has: the numbers by state, or all others. */
function selected(expected: ReturnType<Reference['result']>, ofStates: boolean) {
  const part = <Figure extends { states: object }>(figure: Figure | null) => {
    if (!figure) return null;
    const { states, ...others } = figure;
    return ofStates ? { states } : others;
  };
  const { groups, total, previousTotal } = expected;
  return {
    groups: groups.map(({ keys, figure, previous }) => ({ keys, figure: part(figure), previous: part(previous) })),
    total: part(total),
    previousTotal: part(previousTotal),
  };
}
