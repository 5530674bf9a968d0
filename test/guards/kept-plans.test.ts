import { createBookableService } from '../support/catalog.js';
import { preparedPlans } from '../support/plans.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';

/** PostgreSQL plans a statement for its values this often before it compares these plans with one for all values. */
const firstPlans = 5;
/** So many that one of up to five connections executes the statement more often than that. */
const requests = 26;

let server: TestServer;
let account: TestAccount;
let serviceId: number;
let resourceId: number;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
  ({ serviceId, resourceId } = await createBookableService(account));
  await insertRows();
  await server.sql('vacuum analyze');
});
afterAll(async () => server[Symbol.asyncDispose]());

/** Inserts so many rows that a plan for one resource, or for a late day, seems much cheaper than one for all values. */
async function insertRows(): Promise<void> {
  const { id } = account.credentials;
  await server.sql(
    `insert into resource (account_id, created_at, updated_at, title, capacity)
     select ?, now(), now(), 'Resource ' || n, 1 from generate_series(1, 40) as n`,
    id,
  );
  await server.sql(
    `insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, ignores_capacity)
     select account_id, created_at, updated_at, id, starts, starts + interval '1 hour', 'confirmed', true
     from resource, generate_series('2025-01-01'::timestamptz, '2026-02-28', '1 day') as starts where account_id = ?`,
    id,
  );
}

/** Creates a booking in the given hour of March. */
async function create(hour: number): Promise<number> {
  const day = String(3 + Math.floor(hour / 8)).padStart(2, '0');
  const time = (after: number): string => `2026-03-${day} ${String(9 + (hour % 8) + after).padStart(2, '0')}:00`;
  const booking = { service_id: serviceId, resource_id: resourceId, booked_from: time(0), booked_to: time(1) };
  return (await account.create('/bookings', 'booking', booking)).id;
}

const jobs: { job: string; statement: RegExp; send: (number: number) => Promise<unknown> }[] = [
  {
    job: 'creating a booking reads the schedule',
    statement: /as appointments/,
    send: create,
  },
  {
    job: 'a list counts its bookings',
    statement: /from booking_count where/,
    send: (number) => account.get(`/bookings?start=2026-03-${String(number + 1).padStart(2, '0')}`),
  },
  {
    job: 'a booking is read',
    statement: /left join lateral(?!.*order by "row")/s,
    send: async (number) => account.get(`/bookings/${await create(requests + number)}`),
  },
];

it.each(jobs)('$job by a plan that PostgreSQL keeps', async ({ statement, send }) => {
  const plans = await preparedPlans(server.database, async () => {
    for (let number = 0; number < requests; number += 1) await send(number);
  });
  const found = plans.filter(({ text }) => statement.test(text));
  expect(found.reduce((total, { genericPlans }) => total + genericPlans, 0)).toBeGreaterThan(0);
  expect(found.filter(({ customPlans }) => customPlans > firstPlans)).toEqual([]);
});
