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
  zone: string;
  serviceId: number;
  /** Ids, ascending. */
  bookingIds: number[];
  resourceIds: number[];
  /** The date on which the bookings begin, and the one from which 30 days of slots are read. */
  firstDate: string;
  slotsFrom: string;
  /** Bookings from this time on fill more than one page. */
  pageFrom: string;
}

const zone = 'Europe/Oslo';
const dayMilliseconds = 86_400_000;
/** Bookings of one resource on one day: at 9, 11, 13 and 15 o'clock, so that half of the opening hours stay free. */
const bookingsPerDay = 4;
/** Days of bookings after today; the others lie in the past. */
const daysAhead = 60;

const fillLock = 7_463_900;

/** Makes an account with rows in bulk, without the timeouts of the server's own connections. */
export async function fillWorld(database: Database, size: WorldSize): Promise<World> {
  const credentials = await createAccount(database, systemClock, {
    subdomain: 'bench',
    name: 'Benchmark',
    email: 'bench@example.org',
    timeZone: zone,
    countryCode: 'NO',
    publicAccess: true,
  });
  return database.exclusively(fillLock, (em) => fillAccount(em, credentials, size));
}

/** The bookings ignore the capacity, as they do not overlap: its check of each would take minutes. */
async function fillAccount(
  em: EntityManager,
  { id: accountId, api_key: apiKey }: AccountCredentials,
  size: WorldSize,
): Promise<World> {
  const ids = async (sql: string, ...parameters: unknown[]): Promise<number[]> => {
    const rows = await em.execute<{ id: number }[]>(sql, parameters);
    return rows.map(({ id }) => id);
  };
  const days = Math.ceil(size.bookings / (size.resources * bookingsPerDay));
  const today = systemClock.now().getTime();
  const firstDate = dateOf(today - Math.max(0, days - daysAhead) * dayMilliseconds);

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
  const bookingIds = await ids(
    `insert into booking (account_id, created_at, updated_at, resource_id, service_id, person_id, booked_from, booked_to,
       state, created_by, updated_by, ignores_capacity)
     select ?, changed, changed, ?::integer + n % ?::integer, ?::integer + n % ?::integer,
       (select min(id) from person where account_id = ?) + n * 7 % ?::integer, starts, starts + interval '1 hour',
       case when n % 20 = 19 then 'cancelled' else 'confirmed' end, 'api', 'api', true
     from generate_series(0, ?::integer - 1) as n, lateral (select n / ?::integer as turn) as turns,
       lateral (select now() - (?::integer - n) * interval '1 second' as changed,
         (?::date + turn / ${bookingsPerDay} + make_time(9 + 2 * (turn % ${bookingsPerDay}), 0, 0))
           at time zone '${zone}' as starts) as times
     returning id`,
    ...[accountId, resourceIds[0], size.resources, serviceId, size.services, accountId, size.people],
    ...[size.bookings, size.resources, size.bookings, firstDate],
  );
  await ids('analyze');
  const pageDays = Math.ceil(1_500 / (size.resources * bookingsPerDay));
  return {
    ...{ accountId, apiKey, zone, serviceId, bookingIds, resourceIds, firstDate },
    slotsFrom: dateOf(today + dayMilliseconds),
    pageFrom: dateOf(Date.parse(firstDate) + Math.max(0, days - pageDays) * dayMilliseconds),
  };
}

export function dateOf(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString().slice(0, 10);
}
