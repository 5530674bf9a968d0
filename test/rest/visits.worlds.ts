import { openDaily } from '../support/catalog.js';
import { createServiceWithNeeds } from '../support/needs.js';
import { between, pick, type Random, seeded } from '../support/random.js';
import type { TestAccount, TestServer } from '../support/test-server.js';

/** Times are minutes of 4 March 2026 in Oslo, in steps of 15. */
const step = 15;

interface WorldResource {
  id: number;
  capacity: number;
  hours: readonly (readonly [number, number])[];
  /** Of bookings that begin on the day; null for none. */
  limit: number | null;
}

interface WorldNeed {
  /** Indexes of resources. */
  pool: readonly number[];
  count: number;
  per: 'booking' | 'person';
  segments?: readonly { offset: number; length: number }[];
}

interface WorldService {
  id: number;
  length: number;
  /** From one start to the next. */
  grid: number;
  before: number;
  after: number;
  limit: number | null;
  /** Without needs, one that lasts as long as the booking. */
  needs: readonly WorldNeed[];
}

interface WorldItem {
  service: WorldService;
  count: number;
  /** The id of the resource that it names, or null. */
  named: number | null;
  /** The id of the resource that it names for its second need, or null. */
  other: number | null;
  /** Whether it is for the person of the world. */
  hasPerson: boolean;
}

type Arrangement = 'in_order' | 'any_order' | 'at_once';

/** An account with services, of which some have needs, all that takes their times, and a visit to look for. */
export interface VisitWorld {
  resources: readonly WorldResource[];
  personId: number;
  /** The most bookings of the person on the day; null for none. */
  personLimit: number | null;
  items: readonly WorldItem[];
  arrangement: Arrangement;
  wait: number;
  sameResource: 'prefer' | 'require' | 'any';
}

export const instantOf = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((value) => String(value).padStart(2, '0'));
  return `2026-03-04T${hours}:${rest}:00+01:00`;
};

export async function createVisitWorld(server: TestServer, account: TestAccount, seed: number): Promise<VisitWorld> {
  const random = seeded(seed);
  // Starts then do not depend on what is taken.
  await server.configure(account, { slot_generation_type: 1 });
  const resources = await createResources(account, random);
  const services: WorldService[] = [];
  for (let number = 0; number < 3; number++) services.push(await createService(server, account, random, resources));
  const { id: personId } = await account.create('/people', 'person', { name: 'Kari' });
  await occupy(server, account, random, resources, services);
  const personLimit = random(3) === 0 ? between(random, 1, 3) : null;
  if (personLimit) await account.put('/client', { json: { client: { max_daily_per_person: personLimit } } });
  const arrangement = pick<Arrangement>(random, ['in_order', 'any_order', 'at_once']);
  const items = Array.from({ length: between(random, 1, 3) }, (): WorldItem => {
    const service = pick(random, services);
    const [first, second] = service.needs;
    const named = random(4) === 0 && first ? (resources[pick(random, first.pool)]?.id ?? null) : null;
    const other = random(2) === 0 && second ? (resources[pick(random, second.pool)]?.id ?? null) : null;
    return { service, count: pick(random, [1, 1, 1, 2]), named, other, hasPerson: arrangement !== 'at_once' };
  });
  const sameResource = pick(random, ['prefer', 'require', 'any'] as const);
  return { resources, personId, personLimit, items, arrangement, wait: pick(random, [0, 15, 30, 60]), sameResource };
}

async function createResources(account: TestAccount, random: Random): Promise<WorldResource[]> {
  const resources: WorldResource[] = [];
  for (let number = 0; number < 4; number++) {
    const hours = pick(random, [
      ['09:00', '13:00'],
      ['09:00', '13:00'],
      ['09:00', '10:30', '11:00', '13:00'],
    ]);
    const capacity = pick(random, [1, 1, 2]);
    const limit = random(4) === 0 ? between(random, 1, 3) : null;
    const { id } = await account.create('/resources', 'resource', {
      ...{ title: 'Chair', capacity, max_daily_bookings: limit, ...openDaily(...hours) },
    });
    const minutes = hours.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
    const spans = minutes.flatMap((from, index) => (index % 2 === 0 ? [[from, minutes[index + 1] ?? 0] as const] : []));
    resources.push({ id, capacity, limit, hours: spans });
  }
  return resources;
}

async function createService(
  server: TestServer,
  account: TestAccount,
  random: Random,
  resources: readonly WorldResource[],
): Promise<WorldService> {
  const rules = {
    length: pick(random, [30, 45, 60]),
    grid: 30,
    before: pick(random, [0, 0, 15]),
    after: pick(random, [0, 0, 15]),
    limit: random(6) === 0 ? between(random, 1, 3) : null,
  };
  const attributes = {
    ...{ title: 'Cut', interval: rules.length, next_interval: rules.grid, max_daily_bookings: rules.limit },
    ...{ buffer_before: rules.before, buffer_after: rules.after },
    priority_strategy: pick(random, ['order', 'balanced', 'least_recent', 'random']),
  };
  const poolOf = (): number[] => {
    const pool = resources.flatMap((_, index) => (random(10) < 6 ? [index] : []));
    return pool.length > 0 ? pool : [random(resources.length)];
  };
  if (random(5) < 2) {
    const { id } = await account.create('/services', 'service', attributes);
    const pool = poolOf();
    for (const index of pool) {
      await account.create('/providers', 'provider', { service_id: id, resource_id: resources[index]?.id });
    }
    return { id, ...rules, needs: [{ pool, count: 1, per: 'booking' }] };
  }
  const needs = Array.from({ length: between(random, 1, 2) }, (): WorldNeed => {
    const need = {
      pool: poolOf(),
      count: pick(random, [1, 1, 1, 2]),
      per: pick(random, ['booking', 'person'] as const),
    };
    const gap = [
      { offset: 0, length: 15 },
      { offset: rules.length - 15, length: 15 },
    ];
    const segments = pick(random, [undefined, undefined, gap, [{ offset: 0, length: 15 }], gap.slice(1)]);
    return segments ? { ...need, segments } : need;
  });
  const ids = resources.map(({ id }) => id);
  const { serviceId } = await createServiceWithNeeds(
    server,
    account,
    { service: attributes, resources: [], needs },
    ids,
  );
  return { id: serviceId, ...rules, needs };
}

/** Adds bookings with and without needs, and entries of other calendars. Those that do not fit are left out. */
async function occupy(
  server: TestServer,
  account: TestAccount,
  random: Random,
  resources: readonly WorldResource[],
  services: readonly WorldService[],
): Promise<void> {
  for (let number = 0; number < 4; number++) {
    const from = 9 * 60 + step * random(14);
    const service = pick(random, services);
    const place = random(2) === 0 ? { resource_id: pick(random, resources).id } : { service_id: service.id };
    const times = { booked_from: instantOf(from), booked_to: instantOf(from + service.length) };
    await account.post('/bookings', { json: { booking: { ...place, ...times } } });
  }
  if (random(2) === 0) return;
  const resource_id = pick(random, resources).id;
  const source = { resource_id, url: 'https://calendar.example.org/secret.ics' };
  const { id } = await account.create('/calendar_sources', 'calendar_source', source);
  const from = 9 * 60 + step * random(14);
  await server.sql(
    'insert into external_busy (account_id, source_id, resource_id, starts_at, ends_at) values (?, ?, ?, ?, ?)',
    ...[account.credentials.id, id, resource_id, instantOf(from), instantOf(from + 30)],
  );
}

/** The people on each resource of a world at each step of the day, and the bookings that limits count. */
export interface Occupied {
  people: Map<string, number>;
  ofResource: Map<number, number>;
  ofService: Map<number, number>;
}

/** Reads what occupies resources from the tables. */
export async function readOccupied(server: TestServer, account: TestAccount, world: VisitWorld): Promise<Occupied> {
  const rows = await server.sql<{
    kind: string;
    id: number;
    resource: number;
    from: number;
    to: number;
    count: number;
  }>(
    `select kind, id, resource, extract(epoch from starts - '2026-03-03T23:00:00Z')::integer / 60 as "from",
       extract(epoch from ends - '2026-03-03T23:00:00Z')::integer / 60 as "to", count
     from (
       select 'booking' as kind, id, resource_id as resource, booked_from - buffer_before * interval '1 minute' as starts,
         booked_to + buffer_after * interval '1 minute' as ends, count, account_id
       from booking where state = 'confirmed' and not has_places
       union all
       select 'booking', booking.id, place.resource_id, starts_at - place.buffer_before * interval '1 minute',
         ends_at + place.buffer_after * interval '1 minute', place.count, place.account_id
       from booking_place place join booking on booking.account_id = place.account_id and booking.id = booking_id
       where state = 'confirmed'
       union all
       select 'busy', 0, resource_id, starts_at, ends_at, 100, account_id from external_busy) as taken
     where account_id = ?`,
    account.credentials.id,
  );
  const people = new Map<string, number>();
  for (const { resource, from, to, count } of rows) {
    for (let at = from; at < to; at += step) add(people, `${resource} ${at}`, count);
  }
  const ofResource = new Map<number, number>();
  for (const { id } of world.resources) {
    const booked = rows.filter(({ kind, resource }) => kind === 'booking' && resource === id);
    ofResource.set(id, new Set(booked.map((row) => row.id)).size);
  }
  const services = await server.sql<{ id: number }>(
    "select service_id as id from booking where account_id = ? and service_id is not null and state = 'confirmed'",
    account.credentials.id,
  );
  const ofService = new Map<number, number>();
  for (const { id } of services) add(ofService, id, 1);
  return { people, ofResource, ofService };
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Returns the starts that are tried for an item by itself: every so many minutes from each opening. */
export function gridOf({ resources }: VisitWorld, { service }: WorldItem): number[] {
  const leading = service.needs.find(({ segments }) => !segments || segments[0]?.offset === 0);
  const starts = new Set<number>();
  for (const index of leading?.pool ?? []) {
    for (const [from, to] of resources[index]?.hours ?? []) {
      for (let at = from; at < to; at += service.grid) starts.add(at);
    }
  }
  return [...starts].sort((a, b) => a - b);
}

/** Returns whether all items can be booked at these starts, by trying all resources of all needs. */
export function canBook(world: VisitWorld, occupied: Occupied, starts: readonly number[], sameId?: number): boolean {
  const services = new Map(occupied.ofService);
  for (const { service } of world.items) add(services, service.id, 1);
  for (const { service } of world.items) {
    if (service.limit !== null && (services.get(service.id) ?? 0) > service.limit) return false;
  }
  const ofPerson = world.items.filter(({ hasPerson }) => hasPerson).length;
  if (world.personLimit !== null && ofPerson > world.personLimit) return false;
  const people = new Map(occupied.people);
  const bookings = new Map(occupied.ofResource);
  const capacities = new Map(world.resources.map(({ id, capacity }) => [id, capacity]));

  const placeItem = (number: number): boolean => {
    const item = world.items[number];
    const start = starts[number];
    if (!item || start === undefined) return true;
    const used = new Set<number>();
    const placeNeed = (index: number): boolean => {
      const need = item.service.needs[index];
      if (!need) return placeItem(number + 1);
      const pool = need.pool.flatMap((place) => world.resources[place] ?? []);
      const times = timesOf(item.service, need, start);
      const open = pool.filter(({ hours }) =>
        times.every((time) => hours.some(([from, to]) => from <= time.from && time.to <= to)),
      );
      const [size, each] = need.per === 'person' ? [need.count * item.count, 1] : [need.count, item.count];
      for (const chosen of choices(open, size)) {
        const has = (id: number | null | undefined): boolean => id == null || chosen.some((one) => one.id === id);
        if (index === 0 ? !(has(item.named) && has(sameId)) : !has(item.other)) continue;
        const added = chosen.filter(({ id }) => !used.has(id));
        for (const { id } of added) {
          used.add(id);
          add(bookings, id, 1);
        }
        const cells = chosen.flatMap(({ id }) =>
          times.flatMap((time) => time.cells.map((at) => ({ id, key: `${id} ${at}` }))),
        );
        for (const { key } of cells) add(people, key, each);
        const fits =
          chosen.every(({ id, limit }) => limit === null || (bookings.get(id) ?? 0) <= limit) &&
          cells.every(({ id, key }) => (people.get(key) ?? 0) <= (capacities.get(id) ?? 0));
        if (fits && placeNeed(index + 1)) return true;
        for (const { key } of cells) add(people, key, -each);
        for (const { id } of added) {
          used.delete(id);
          add(bookings, id, -1);
        }
      }
      return false;
    };
    return placeNeed(0);
  };
  return placeItem(0);
}

/** Returns when a need works, with the steps at which it occupies its resources with the buffers of the service. */
function timesOf({ length, before, after }: WorldService, { segments }: WorldNeed, start: number) {
  return (segments ?? [{ offset: 0, length }]).map((segment) => {
    const [from, to] = [start + segment.offset, start + segment.offset + segment.length];
    const first = from === start ? from - before : from;
    const last = to === start + length ? to + after : to;
    return { from, to, cells: Array.from({ length: (last - first) / step }, (_, index) => first + index * step) };
  });
}

function* choices(pool: readonly WorldResource[], count: number): Generator<WorldResource[]> {
  if (count === 0) return yield [];
  for (const [index, one] of pool.entries()) {
    for (const rest of choices(pool.slice(index + 1), count - 1)) yield [one, ...rest];
  }
}

/** Returns whether the starts of the items follow the arrangement of the visit. */
export function isArranged({ items, arrangement, wait }: VisitWorld, starts: readonly number[]): boolean {
  if (arrangement === 'at_once') return starts.every((start) => start === starts[0]);
  const timed = items.map(({ service }, index) => ({
    index,
    from: starts[index] ?? 0,
    to: (starts[index] ?? 0) + service.length,
  }));
  const inTime = timed.toSorted((a, b) => a.from - b.from);
  if (arrangement === 'in_order' && inTime.some(({ index }, place) => index !== place)) return false;
  return inTime.slice(1).every(({ from }, place) => {
    const gap = from - (inTime[place]?.to ?? 0);
    return gap >= 0 && gap <= wait;
  });
}

/** Yields all combinations of starts of the items at which each can be booked by itself. */
export function* allStarts(world: VisitWorld, occupied: Occupied): Generator<number[]> {
  const own = world.items.map((item) =>
    gridOf(world, item).filter((start) => canBook({ ...world, items: [item] }, occupied, [start])),
  );
  yield* combinations(own);
}

function* combinations([first, ...others]: readonly (readonly number[])[]): Generator<number[]> {
  if (!first) return yield [];
  for (const start of first) for (const rest of combinations(others)) yield [start, ...rest];
}

/** Returns the starts at which a visit is to be listed. */
export function expectedStarts(world: VisitWorld, occupied: Occupied): number[] {
  const found = new Set<number>();
  for (const starts of allStarts(world, occupied)) {
    const first = Math.min(...starts);
    if (found.has(first) || !isArranged(world, starts)) continue;
    const same = world.sameResource === 'require' ? world.resources.map(({ id }) => id) : [undefined];
    if (same.some((id) => canBook(world, occupied, starts, id))) found.add(first);
  }
  return [...found].sort((a, b) => a - b);
}
