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

/** An account with rows, and the parameters of the reads. */
export interface World {
  size: WorldSize;
  /** In milliseconds of Unix time. The times of bookings that are added later also refer to it. */
  createdAt: number;
  accountId: number;
  apiKey: string;
  subdomain: string;
  zone: string;
  serviceId: number;
  personId: number;
  resourceIds: readonly number[];
  /** The ids of some of the bookings. */
  bookingIds: readonly number[];
  /** From `pageFrom` on there are two pages of bookings, from `halfFrom` on half of the account's. */
  pageFrom: string;
  halfFrom: string;
  /** Two pages of bookings have changed since `changedLately`, all of the account's since `changedEver`. */
  changedLately: string;
  changedEver: string;
  /** The year of the figures, which ends after the last booking. */
  figuresFrom: string;
  figuresTo: string;
  /** The range of days of the slots, and the number of free hours of all resources in it. */
  slotsFrom: string;
  slotsTo: string;
  freeHours: number;
}

/** Of so many bookings the ids are known. */
const mostIds = 100_000;
const zone = 'Europe/Oslo';
const dayMilliseconds = 86_400_000;
/** Per resource and day: one hour in every three, from 9:00 to 18:00. */
const bookingsPerDay = 3;
const openHours = 9;
/** One in this many bookings is cancelled. */
const cancelledOne = 10;
/** The last day with bookings, in days from today. The more bookings, the earlier the first day. */
const daysAhead = 60;
const slotDays = 30;
export const daysOfYear = 365;
/** Two pages of REST. */
const twoPages = 1_500;

/** Creates an account with many rows. Call `writer.analyze()` before the first measurement. */
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
 * Adds bookings up to the given number. They are older than the existing ones, so that the jobs read the same rows, and
 * are written in chronological order, like those of a real account.
 */
export async function growWorld(writer: BulkWriter, world: World, bookings: number): Promise<World> {
  const { size, createdAt, accountId, resourceIds, serviceId, personId } = world;
  const added = await writer.ids(
    `with added as (insert into booking (account_id, created_at, updated_at, resource_id, service_id, person_id, booked_from, booked_to,
       state, created_by, updated_by)
     select $1, changed, changed, $2::integer + n % $3::integer, $4::integer + (n + turn) % $5::integer,
       $6::integer + n * 7 % $7::integer, starts, starts + interval '1 hour',
       case when (n + turn) % ${cancelledOne} = 0 then 'cancelled' else 'confirmed' end, 'api', 'api'
     from generate_series($9::integer - 1, $8::integer, -1) as n, lateral (select n / $3::integer as turn) as turns,
       lateral (select to_timestamp($11) - n * interval '1 second' as changed,
         ($10::date - turn / ${bookingsPerDay} + make_time(9 + 3 * (turn % ${bookingsPerDay}) + n % 3, 0, 0))
           at time zone '${zone}' as starts) as times
     returning id)
     select id from added where id % $12::integer = 0 order by id`,
    ...[accountId, resourceIds[0], size.resources, serviceId, size.services, personId, size.people],
    ...[size.bookings, bookings, dateIn(daysAhead, createdAt), createdAt / 1_000],
    Math.ceil(bookings / mostIds),
  );
  await writer.rows('select recount_bookings($1)', accountId);
  const grown = { ...size, bookings };
  return { ...world, size: grown, bookingIds: world.bookingIds.concat(added), ...readings(grown, createdAt) };
}

type Readings = Pick<
  World,
  | 'pageFrom'
  | 'halfFrom'
  | 'figuresFrom'
  | 'figuresTo'
  | 'changedLately'
  | 'changedEver'
  | 'slotsFrom'
  | 'slotsTo'
  | 'freeHours'
>;

function readings({ bookings, resources }: WorldSize, createdAt: number): Readings {
  const startOfLast = (count: number): string =>
    `${dateIn(daysAhead + 1 - Math.ceil(count / (resources * bookingsPerDay)), createdAt)}T00:00:00Z`;
  return {
    pageFrom: startOfLast(twoPages),
    halfFrom: startOfLast(bookings / 2),
    figuresFrom: dateIn(daysAhead + 1 - daysOfYear, createdAt),
    figuresTo: dateIn(daysAhead + 1, createdAt),
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
