import type { EntityManager } from '@mikro-orm/postgresql';
import { type AccountCredentials, createAccount } from '../../src/domain/account/account.actions.js';
import type { Database } from '../../src/platform/database/database.js';
import { systemClock } from '../../src/platform/time/clock.js';

/** The numbers of rows in the account. */
export interface WorldSize {
  bookings: number;
  people: number;
  resources: number;
  services: number;
}

export interface World {
  accountId: number;
  apiKey: string;
  subdomain: string;
  zone: string;
  serviceId: number;
  /** Ids, ascending. */
  bookingIds: number[];
  resourceIds: number[];
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
/** Days of bookings after today; the others lie in the past. */
const daysAhead = 60;
const slotDays = 30;
/** Two pages of REST. */
const pageOfBookings = 1_500;

const fillLock = 7_463_900;

/** Makes an account with rows in bulk, without the timeouts of the server's own connections. */
export async function fillWorld(database: Database, size: WorldSize, subdomain = 'bench'): Promise<World> {
  const credentials = await createAccount(database, systemClock, {
    subdomain,
    name: 'Benchmark',
    email: 'bench@example.org',
    timeZone: zone,
    countryCode: 'NO',
    publicAccess: true,
  });
  return database.exclusively(fillLock, (em) => fillAccount(em, credentials, subdomain, size));
}

/** The bookings ignore the capacity, as they do not overlap: its check of each would take minutes. */
async function fillAccount(
  em: EntityManager,
  { id: accountId, api_key: apiKey }: AccountCredentials,
  subdomain: string,
  size: WorldSize,
): Promise<World> {
  const ids = async (sql: string, ...parameters: unknown[]): Promise<number[]> => {
    const rows = await em.execute<{ id: number }[]>(sql, parameters);
    return rows.map(({ id }) => id);
  };
  const days = Math.ceil(size.bookings / (size.resources * bookingsPerDay));
  const now = systemClock.now().getTime();
  const lastDay = now + Math.min(days, daysAhead) * dayMilliseconds;
  const lastDays = (count: number): string => `${dateOf(lastDay - (count - 1) * dayMilliseconds)}T00:00:00Z`;

  await ids(
    `insert into person (account_id, created_at, updated_at, name, email, phone_number, phone_number_formatted)
     select ?, now(), now(), 'Person ' || n, 'person' || n || '@example.org', '4' || lpad(n::text, 7, '0'),
       '+474' || lpad(n::text, 7, '0')
     from generate_series(1, ?::integer) as n returning id`,
    accountId,
    size.people,
  );
  const hours = `'{"09:00","18:00"}'`;
  const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => `opening_hours_${day}`);
  const resourceIds = await ids(
    `insert into resource (account_id, created_at, updated_at, title, ${week})
     select ?, now(), now(), 'Resource ' || n, ${week.map(() => hours)} from generate_series(1, ?::integer) as n
     returning id`,
    accountId,
    size.resources,
  );
  const [serviceId = 0] = await ids(
    `insert into service (account_id, created_at, updated_at, title)
     select ?, now(), now(), 'Service ' || n from generate_series(1, ?::integer) as n returning id`,
    accountId,
    size.services,
  );
  await ids(
    `insert into provider (account_id, created_at, updated_at, resource_id, service_id)
     select resource.account_id, now(), now(), resource.id, service.id
     from resource join service using (account_id) where account_id = ? returning id`,
    accountId,
  );
  // The checks of foreign keys choose their plans at their first use.
  await ids('analyze');
  // The first are the last in time, so that more bookings are an older account.
  const bookingIds = await ids(
    `insert into booking (account_id, created_at, updated_at, resource_id, service_id, person_id, booked_from, booked_to,
       state, created_by, updated_by, ignores_capacity)
     select ?, changed, changed, ?::integer + n % ?::integer, ?::integer + (n + turn) % ?::integer,
       (select min(id) from person where account_id = ?) + n * 7 % ?::integer, starts, starts + interval '1 hour',
       case when (n + turn) % ${cancelledOne} = 0 then 'cancelled' else 'confirmed' end, 'api', 'api', true
     from generate_series(0, ?::integer - 1) as n, lateral (select n / ?::integer as turn) as turns,
       lateral (select now() - n * interval '1 second' as changed,
         (?::date - turn / ${bookingsPerDay} + make_time(9 + 3 * (turn % ${bookingsPerDay}) + n % 3, 0, 0))
           at time zone '${zone}' as starts) as times
     returning id`,
    ...[accountId, resourceIds[0], size.resources, serviceId, size.services, accountId, size.people],
    ...[size.bookings, size.resources, dateOf(lastDay)],
  );
  await ids('analyze');
  return {
    ...{ accountId, apiKey, subdomain, zone, serviceId, bookingIds, resourceIds },
    pageFrom: lastDays(Math.ceil(pageOfBookings / (size.resources * bookingsPerDay))),
    halfFrom: lastDays(Math.ceil(days / 2)),
    changedLately: new Date(now - pageOfBookings * 1_000).toISOString(),
    changedEver: new Date(now - 2 * size.bookings * 1_000).toISOString(),
    slotsFrom: dateOf(now + dayMilliseconds),
    slotsTo: dateOf(now + slotDays * dayMilliseconds),
    freeHours: slotDays * size.resources * (openHours - bookingsPerDay * (1 - 1 / cancelledOne)),
  };
}

export function dateOf(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString().slice(0, 10);
}
