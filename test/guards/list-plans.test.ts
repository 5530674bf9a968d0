import 'reflect-metadata';
import { compactBookingCounts } from '../../src/domain/booking/booking-counts.queries.js';
import { type BookableService, createBookableService } from '../support/catalog.js';
import { describeWithStatistics, type ExecutedStatement, executedStatements } from '../support/plans.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';

/** So many that a plan which reads all bookings or people of an account reads far more than a page needs. */
const bookings = 2_400;
const people = 1_000;
const perPage = 750;
/** The rows that a booking needs: itself, its person, and all four resources and services, which PostgreSQL scans. */
const rowsOfBooking = 2 + 4 + 4;
/** The number of bookings that begin on a day, in UTC, and that change on a day. */
const daily = 24;

let server: TestServer;
let account: TestAccount;
let lastId: number;

/** Writes hourly bookings from 2030-01-01 on, each of the next person. The first changed last, on 2026-03-01. */
async function insertBookings(
  { credentials }: TestAccount,
  { resourceId, serviceId }: BookableService,
): Promise<number> {
  await server.sql(
    `insert into person (account_id, created_at, updated_at, name)
     select ?, now(), now(), 'Person ' || n from generate_series(1, ${people}) as n`,
    credentials.id,
  );
  const [last] = await server.sql<{ id: number }>(
    `insert into booking (account_id, created_at, updated_at, resource_id, service_id, person_id, booked_from, booked_to,
       state, ignores_capacity)
     select account_id, changed, changed, ?, ?, first + n % ${people}, starts, starts + interval '1 hour', 'confirmed', true
     from (select account_id, min(id) as first from person where account_id = ? group by account_id) as person,
       generate_series(1, ${bookings}) as n,
       lateral (select '2030-01-01'::timestamptz + (n - 1) * interval '1 hour' as starts,
         '2026-03-02'::timestamptz - n * interval '1 hour' as changed) as times
     returning id`,
    resourceId,
    serviceId,
    credentials.id,
  );
  return last?.id ?? 0;
}

const at = (statements: readonly ExecutedStatement[], pattern: RegExp): ExecutedStatement => {
  const [found, ...others] = statements.filter(({ text }) => pattern.test(text));
  if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} statements match ${pattern}`);
  return found;
};

const lists = [
  { path: `?start=2030-01-02T12:00Z`, index: 'booking_booked_from', total: bookings - 1.5 * daily, edge: daily / 2 },
  { path: `?start=2030-04-09T12:00Z`, index: 'booking_booked_from', total: 1.5 * daily, edge: daily / 2 },
  { path: `/recent?since=2025-01-01T12:00Z`, index: 'booking_updated_at', total: bookings, edge: 0 },
  { path: `/recent?since=2026-02-28T12:00Z`, index: 'booking_updated_at', total: 1.5 * daily, edge: daily / 2 },
  { path: '', index: 'booking_booked_from', total: bookings, edge: 0 },
];

beforeAll(async () => {
  server = await startTestServer();
  for (let others = 0; others < 3; others += 1) {
    const other = await server.account();
    await insertBookings(other, await createBookableService(other));
  }
  account = await server.account();
  lastId = await insertBookings(account, await createBookableService(account));
  await compactBookingCounts(server.database);
  await server.sql('vacuum booking_count_change');
});
afterAll(async () => server[Symbol.asyncDispose]());

describeWithStatistics(
  () => server,
  (hasStatistics) => {
    describe.each([false, true])('generic plans: %s', (hasGenericPlans) => {
      const statementsOf = (work: () => Promise<unknown>) =>
        executedStatements(server.database, work, { hasGenericPlans });

      it.each(lists)(
        'GET /bookings$path reads its page in order, and few rows more',
        async ({ path, index, total, edge }) => {
          let length: string | null = null;
          const statements = await statementsOf(async () => {
            const { headers } = await account.get(`/bookings${path}`);
            length = headers.get('total-count');
          });
          expect(length).toBe(String(total));

          const page = at(statements, /left join lateral.*order by "row"/s);
          expect(page.indexes).toEqual(expect.arrayContaining([index, 'person_pkey']));
          expect(page.sequentialScans).not.toContain('booking');
          expect(page.sequentialScans).not.toContain('person');
          const rows = Math.min(total, perPage);
          // Without the page size, a plan may sort all bookings of an account as small as this one.
          if (!hasStatistics || !hasGenericPlans) {
            expect(page.rowsRead).toBeLessThanOrEqual(rows * rowsOfBooking + 10);
            expect(page.rowsSorted).toBeLessThanOrEqual(rows);
          }

          const count = at(statements, /from booking_count /);
          expect(count.sequentialScans).not.toContain('booking');
          // A bitmap scan counts each row twice: in the index and in the table.
          expect(count.rowsRead).toBeLessThanOrEqual(2 * (bookings / daily + edge));
        },
      );

      it('GET /bookings/{id} reads one row of each table', async () => {
        const statements = await statementsOf(() => account.get(`/bookings/${lastId}`));
        const booking = at(statements, /left join lateral/);
        expect(booking.indexes).toEqual(expect.arrayContaining(['booking_pkey', 'person_pkey']));
        expect(booking.rowsRead).toBeLessThanOrEqual(10);
      });
    });
  },
);
