import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import type { BenchDatabase } from './bench-database.js';
import type { BulkWriter } from './bulk-writer.js';

/** The numbers of rows in an account. */
export interface WorldSize {
  bookings: number;
  people: number;
  resources: number;
  services: number;
}

/** An account with rows, and what is read of it. */
export interface World {
  size: WorldSize;
  /** In milliseconds of Unix time. Bookings that are added later count from it, too. */
  createdAt: number;
  accountId: number;
  apiKey: string;
  subdomain: string;
  zone: string;
  serviceId: number;
  personId: number;
  resourceIds: readonly number[];
  bookingIds: readonly number[];
  /** Bookings that begin from these times on: two pages, and half of the account. */
  pageFrom: string;
  halfFrom: string;
  /** Bookings that changed from these times on: two pages, and the whole account. */
  changedLately: string;
  changedEver: string;
  /** Days of which the slots are read, and how often a resource is free in them for an hour. */
  slotsFrom: string;
  slotsTo: string;
  freeHours: number;
}

const zone = 'Europe/Oslo';
const dayMilliseconds = 86_400_000;
/** Bookings of one resource on one day: one hour in each three from 9 to 18 o'clock. */
const bookingsPerDay = 3;
const openHours = 9;
/** One booking in so many is cancelled. */
const cancelledOne = 10;
/** The last day with bookings, counted from today. The first is the earlier, the more bookings there are. */
const daysAhead = 60;
const slotDays = 30;
/** Two pages of REST. */
const twoPages = 1_500;

/** Makes an account with rows in bulk. Call `writer.analyze()` before anything is measured. */
export async function createWorld(
  { database, writer }: BenchDatabase,
  size: WorldSize,
  subdomain = 'bench',
): Promise<World> {
  const { id: accountId, api_key: apiKey } = await createAccount(database, systemClock, {
    subdomain,
    name: 'Benchmark',
    email: 'bench@example.org',
    timeZone: zone,
    countryCode: 'NO',
    publicAccess: true,
  });
  const catalogue = await addCatalogue(writer, accountId, size);
  const empty = { ...size, bookings: 0 };
  const createdAt = systemClock.now().getTime();
  const account = { accountId, apiKey, subdomain, zone, createdAt, ...catalogue, bookingIds: [] };
  return growWorld(writer, { ...account, size: empty, ...readings(empty, createdAt) }, size.bookings);
}

async function addCatalogue(
  writer: BulkWriter,
  accountId: number,
  { people, resources, services }: WorldSize,
): Promise<Pick<World, 'personId' | 'resourceIds' | 'serviceId'>> {
  const [personId = 0] = await writer.ids(
    `insert into person (account_id, created_at, updated_at, name, email, phone_number, phone_number_formatted)
     select $1, now(), now(), 'Person ' || n, 'person' || n || '@example.org', '4' || lpad(n::text, 7, '0'),
       '+474' || lpad(n::text, 7, '0')
     from generate_series(1, $2::integer) as n returning id`,
    ...[accountId, people],
  );
  const hours = `'{"09:00","18:00"}'`;
  const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => `opening_hours_${day}`);
  const resourceIds = await writer.ids(
    `insert into resource (account_id, created_at, updated_at, title, ${week})
     select $1, now(), now(), 'Resource ' || n, ${week.map(() => hours)} from generate_series(1, $2::integer) as n
     returning id`,
    ...[accountId, resources],
  );
  const [serviceId = 0] = await writer.ids(
    `insert into service (account_id, created_at, updated_at, title)
     select $1, now(), now(), 'Service ' || n from generate_series(1, $2::integer) as n returning id`,
    ...[accountId, services],
  );
  await writer.ids(
    `insert into provider (account_id, created_at, updated_at, resource_id, service_id)
     select resource.account_id, now(), now(), resource.id, service.id
     from resource join service using (account_id) where account_id = $1`,
    accountId,
  );
  return { personId, resourceIds, serviceId };
}

/**
 * Adds bookings until there are so many, all of them older than those before: what the jobs read stays the same. They are
 * written in the order of time, as those of a real account are.
 */
export async function growWorld(writer: BulkWriter, world: World, bookings: number): Promise<World> {
  const { size, createdAt, accountId, resourceIds, serviceId, personId } = world;
  const added = await writer.ids(
    `insert into booking (account_id, created_at, updated_at, resource_id, service_id, person_id, booked_from, booked_to,
       state, created_by, updated_by)
     select $1, changed, changed, $2::integer + n % $3::integer, $4::integer + (n + turn) % $5::integer,
       $6::integer + n * 7 % $7::integer, starts, starts + interval '1 hour',
       case when (n + turn) % ${cancelledOne} = 0 then 'cancelled' else 'confirmed' end, 'api', 'api'
     from generate_series($9::integer - 1, $8::integer, -1) as n, lateral (select n / $3::integer as turn) as turns,
       lateral (select to_timestamp($11) - n * interval '1 second' as changed,
         ($10::date - turn / ${bookingsPerDay} + make_time(9 + 3 * (turn % ${bookingsPerDay}) + n % 3, 0, 0))
           at time zone '${zone}' as starts) as times
     returning id`,
    ...[accountId, resourceIds[0], size.resources, serviceId, size.services, personId, size.people],
    ...[size.bookings, bookings, dateIn(daysAhead, createdAt), createdAt / 1_000],
  );
  await writer.rows('select recount_bookings($1)', accountId);
  const grown = { ...size, bookings };
  return { ...world, size: grown, bookingIds: world.bookingIds.concat(added), ...readings(grown, createdAt) };
}

type Readings = Pick<
  World,
  'pageFrom' | 'halfFrom' | 'changedLately' | 'changedEver' | 'slotsFrom' | 'slotsTo' | 'freeHours'
>;

function readings({ bookings, resources }: WorldSize, createdAt: number): Readings {
  const startOfLast = (count: number): string =>
    `${dateIn(daysAhead + 1 - Math.ceil(count / (resources * bookingsPerDay)), createdAt)}T00:00:00Z`;
  return {
    pageFrom: startOfLast(twoPages),
    halfFrom: startOfLast(bookings / 2),
    changedLately: new Date(createdAt - twoPages * 1_000).toISOString(),
    changedEver: new Date(createdAt - 2 * bookings * 1_000).toISOString(),
    slotsFrom: dateIn(1, createdAt),
    slotsTo: dateIn(slotDays, createdAt),
    freeHours: slotDays * resources * (openHours - bookingsPerDay * (1 - 1 / cancelledOne)),
  };
}

function dateIn(days: number, from: number): string {
  return new Date(from + days * dayMilliseconds).toISOString().slice(0, 10);
}
