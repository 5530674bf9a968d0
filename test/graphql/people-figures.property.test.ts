import { DateTime } from 'luxon';
import { createBookableService } from '../support/catalog.js';
import { pick, type Random, seeded } from '../support/random.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const worlds = 60;
const now = '2026-03-02T07:00:00Z';

/** Around clock changes, one of them at midnight. */
const starts: readonly [Start, ...Start[]] = [
  ['Europe/Oslo', '2026-03-20'],
  ['Europe/Oslo', '2026-10-16'],
  ['Asia/Beirut', '2026-03-20'],
];
type Start = readonly [zone: string, date: string];

interface Visit {
  person: number;
  /** In epoch milliseconds. */
  at: number;
  isActive: boolean;
  /** In hundredths; null without an order. */
  value: number | null;
  isOrderCancelled: boolean;
}

const server = await useTestServer({ now });

function randomVisits(random: Random, zone: string, date: string): Visit[] {
  const start = DateTime.fromISO(date, { zone });
  return Array.from({ length: random(50) }, () => {
    const at = start.plus({ days: random(70) - 40, hours: random(3) === 0 ? 0 : random(24) });
    return {
      person: 1 + random(8),
      at: at.toMillis(),
      isActive: random(4) > 0,
      value: random(3) === 0 ? null : 100 * random(5),
      isOrderCancelled: random(5) === 0,
    };
  });
}

interface StoredState {
  state: string;
  expires_at?: string;
}

const active: readonly [StoredState, ...StoredState[]] = [
  { state: 'confirmed' },
  { state: 'awaiting_confirmation' },
  { state: 'awaiting_verification', expires_at: '2026-03-02T07:00:01Z' },
];
const inactive: readonly [StoredState, ...StoredState[]] = [
  { state: 'cancelled' },
  { state: 'declined' },
  { state: 'deleted' },
  { state: 'verification_expired' },
  { state: 'awaiting_verification', expires_at: now },
];

/** Inserts people 1 to 9, of which 8 is deleted and 9 never books. @returns the ids of the people, in order */
async function store(account: TestAccount, visits: readonly Visit[], random: Random): Promise<number[]> {
  const { id } = account.credentials;
  const { resourceId } = await createBookableService(account);
  const people = await server.sql<{ id: number }>(
    `insert into person (account_id, created_at, updated_at, name, active)
     select ?, now(), now(), 'Person ' || n, n <> 8 from generate_series(1, 9) as n returning id`,
    id,
  );
  const rows = visits.map(({ person, at, isActive, value, isOrderCancelled }, index) => ({
    ...{ person: people[person - 1]?.id, starts: new Date(at), ...pick(random, isActive ? active : inactive) },
    ...(value !== null && {
      order: index + 1,
      value: value / 100,
      order_state: isOrderCancelled ? 'cancelled' : 'pending',
    }),
  }));
  await server.sql(
    `with visit as (
       select * from jsonb_to_recordset(?::jsonb) as visit (person integer, starts timestamptz, state text,
         expires_at timestamptz, "order" integer, value numeric, order_state text)
     ), ordered as (
       insert into booking_order (account_id, id, created_at, updated_at, state, total, discount_amount, paid_amount)
       select ${id}, "order", now(), now(), order_state, value + 0.5, 0.5, 0 from visit where "order" is not null
     )
     insert into booking (account_id, created_at, updated_at, resource_id, person_id, order_id, booked_from, booked_to,
       state, expires_at, ignores_capacity)
     select ${id}, now(), now(), ${resourceId}, person, "order", starts, starts + interval '1 hour', state, expires_at, true
     from visit`,
    JSON.stringify(rows),
  );
  return people.map((person) => person.id);
}

type Dimension = 'DAY' | 'WEEK' | 'MONTH';

interface Request {
  zone: string;
  from: DateTime;
  to: DateTime;
  dimension: Dimension | undefined;
  atRiskAfterDays: number;
  top: number;
}

function randomRequest(random: Random, zone: string, date: string): Request {
  const from = DateTime.fromISO(date, { zone }).plus({ hours: random(2) === 0 ? 0 : random(30) });
  return {
    ...{ zone, from, to: from.plus({ days: random(20), hours: 1 + random(20) }) },
    dimension: pick(random, ['DAY', 'WEEK', 'MONTH', undefined]),
    atRiskAfterDays: 1 + random(40),
    top: 1 + random(5),
  };
}

interface Figure {
  people: number;
  newPeople: number;
  returningPeople: number;
  atRisk: number;
}

/** The figures of an interval, by looking at all bookings of every person. */
function figureOf(visits: readonly Visit[], from: DateTime, to: DateTime, atRiskAfterDays: number): Figure {
  const figure = { people: 0, newPeople: 0, returningPeople: 0, atRisk: 0 };
  for (let person = 1; person <= 9; person += 1) {
    const times = visits.filter((visit) => visit.person === person && visit.isActive).map(({ at }) => at);
    if (times.some((at) => at >= from.toMillis() && at < to.toMillis())) {
      figure.people += 1;
      if (times.some((at) => at < from.toMillis())) figure.returningPeople += 1;
      else figure.newPeople += 1;
    }
    const limit = to.minus({ days: atRiskAfterDays }).toMillis();
    if (person !== 8 && times.length > 0 && times.every((at) => at < limit)) figure.atRisk += 1;
  }
  return figure;
}

function partsOf({ from, to, dimension }: Request): [DateTime, DateTime][] {
  if (!dimension) return [[from, to]];
  const unit = dimension.toLowerCase() as 'day' | 'week' | 'month';
  const parts: [DateTime, DateTime][] = [];
  for (let at = from; at < to; ) {
    const next = at
      .startOf(unit)
      .plus({ [`${unit}s`]: 1 })
      .startOf('day');
    parts.push([at, next < to ? next : to]);
    at = next;
  }
  return parts;
}

interface Top {
  id: number;
  name: string;
  bookings: number;
  value: number;
}

function topOf(visits: readonly Visit[], { from, to }: Request, ids: readonly number[]): Top[] {
  const counted = visits.filter(({ at, isActive }) => isActive && at >= from.toMillis() && at < to.toMillis());
  return ids.flatMap((id, index) => {
    const own = counted.filter(({ person }) => person === index + 1);
    const value = own.reduce((sum, visit) => sum + (visit.isOrderCancelled ? 0 : (visit.value ?? 0) / 100), 0);
    return own.length > 0 ? [{ id, name: `Person ${index + 1}`, bookings: own.length, value }] : [];
  });
}

/** Person 8 is deleted. */
function atRiskOf(visits: readonly Visit[], { to, atRiskAfterDays, top }: Request, ids: readonly number[]) {
  const limit = to.minus({ days: atRiskAfterDays }).toMillis();
  return ids
    .map((id, index) => {
      const own = visits.filter(({ person, isActive }) => isActive && person === index + 1).map(({ at }) => at);
      return { id, name: `Person ${index + 1}`, last: Math.max(...own) };
    })
    .filter(({ name, last }) => Number.isFinite(last) && last < limit && name !== 'Person 8')
    .toSorted((a, b) => b.last - a.last || a.id - b.id)
    .slice(0, top);
}

const query = `query ($during: FigurePeriod!, $groupBy: [PeopleDimension!], $days: Int!, $top: Int!) {
  peopleFigures(during: $during, groupBy: $groupBy, atRiskAfterDays: $days, top: $top) {
    groups { figure { ...all } } total { ...all }
    topByBookings { ...top } topByValue { ...top } peopleAtRisk { id name lastBookedFrom }
  }
}
fragment all on PeopleFigure { people newPeople returningPeople atRisk }
fragment top on TopPerson { id name bookings value }`;

it('is what looking at all bookings of every person counts', async () => {
  const sum = { people: 0, newPeople: 0, returningPeople: 0, atRisk: 0 };
  for (let seed = 1; seed <= worlds; seed += 1) {
    const random = seeded(seed);
    const [zone, date] = pick(random, starts);
    const account = await server.account({ timeZone: zone });
    const visits = randomVisits(random, zone, date);
    const ids = await store(account, visits, random);
    const request = randomRequest(random, zone, date);
    const { from, to, dimension, atRiskAfterDays, top } = request;
    const { data, errors } = await account.graphql(query, {
      during: { from: from.toISO(), to: to.toISO() },
      groupBy: dimension ? [dimension] : [],
      ...{ days: atRiskAfterDays, top },
    });
    expect({ seed, errors }).toEqual({ seed });
    const { groups, total, topByBookings, topByValue, peopleAtRisk } = data.peopleFigures;
    const figure = (start: DateTime, end: DateTime) => figureOf(visits, start, end, atRiskAfterDays);
    expect({ seed, groups: groups.map((group: { figure: Figure }) => group.figure) }).toEqual({
      seed,
      groups: partsOf(request).map(([start, end]) => figure(start, end)),
    });
    expect({ seed, total }).toEqual({ seed, total: figure(from, to) });
    const all = topOf(visits, request, ids);
    const byBookings = all.toSorted((a, b) => b.bookings - a.bookings || b.value - a.value).slice(0, top);
    const byValue = all.toSorted((a, b) => b.value - a.value || b.bookings - a.bookings).slice(0, top);
    const written = (people: Top[]) => people.map((person) => ({ ...person, value: person.value.toFixed(1) }));
    expect({ seed, topByBookings, topByValue }).toEqual({
      seed,
      topByBookings: written(byBookings),
      topByValue: written(byValue),
    });
    const lasts = peopleAtRisk.map(({ lastBookedFrom, ...person }: { lastBookedFrom: string }) => ({
      ...person,
      last: Date.parse(lastBookedFrom),
    }));
    expect({ seed, lasts }).toEqual({ seed, lasts: atRiskOf(visits, request, ids) });
    for (const part of ['people', 'newPeople', 'returningPeople', 'atRisk'] as const) sum[part] += total[part];
  }
  // Worlds without people would prove nothing.
  expect(Math.min(...Object.values(sum))).toBeGreaterThan(worlds / 4);
});
