import { type BookableService, bookService, createBookableService, createEvent } from '../support/catalog.js';
import { type ExecutedStatement, executedStatements } from '../support/plans.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';

/** So many that a plan which reads all bookings of an account or of a resource reads far more than one by place and time. */
const count = 1_000;

let server: TestServer;
async function start(): Promise<void> {
  server = await startTestServer();
}
const stop = async (): Promise<void> => server[Symbol.asyncDispose]();

/** Inserts hourly bookings of one resource from 2030 on, one by one, so that the trigger checks each. */
async function insertBookings(
  account: TestAccount,
  { resourceId, serviceId }: BookableService,
  from: number,
  to: number,
) {
  await server.sql(
    `do $$ begin for hour in ${from}..${to - 1} loop
       insert into booking (account_id, created_at, updated_at, resource_id, service_id, booked_from, booked_to, state)
       values (${account.credentials.id}, '2026-03-01', '2026-03-01', ${resourceId}, ${serviceId},
         '2030-01-01'::timestamptz + hour * interval '1 hour',
         '2030-01-01'::timestamptz + (hour + 1) * interval '1 hour', 'confirmed');
     end loop; end $$`,
  );
}

/** Returns the statements that look up bookings or events by place. */
const lookUps = (statements: readonly ExecutedStatement[]) =>
  statements.filter(({ text }) => text.includes('place_of('));

const scanned = (statements: readonly ExecutedStatement[]): string[] => [
  ...new Set(lookUps(statements).flatMap(({ sequentialScans }) => sequentialScans)),
];

const indexesOf = (statements: readonly ExecutedStatement[]): string[] => [
  ...new Set(
    lookUps(statements)
      .flatMap(({ indexes }) => indexes)
      .filter((index) => /^(booking|event)_/.test(index)),
  ),
];

/** Misleading statistics are those in which the account does not occur. */
const statistics = {
  none: async () => {},
  'of another account': async () => {
    const other = await server.account();
    const others = await createBookableService(other);
    await insertBookings(other, others, 0, count);
    await insertEvents(other, others);
    await server.sql('analyze');
  },
};

describe.each(Object.keys(statistics) as (keyof typeof statistics)[])('with statistics: %s', (kind) => {
  beforeAll(start);
  afterAll(stop);

  it('the check of each of many bookings reads only its own place and time', async () => {
    await statistics[kind]();
    const account = await server.account();
    const own = await createBookableService(account);
    await insertBookings(account, own, 0, count - 20);
    const statements = await executedStatements(server.database, () => insertBookings(account, own, count - 20, count));
    const checks = lookUps(statements);
    expect(checks).toHaveLength(2 * 20);
    expect(indexesOf(statements)).toEqual(['event_place', 'booking_place']);
    expect(scanned(statements)).toEqual([]);
    // The booking itself and its adjacent neighbours.
    expect(Math.max(...checks.map(({ rowsRead }) => rowsRead))).toBeLessThanOrEqual(6);
    expect(Math.max(...checks.map(({ pagesRead }) => pagesRead))).toBeLessThan(30);
  });
});

describe.each(['none', 'of the account'])('with statistics: %s', (kind) => {
  let account: TestAccount;
  let own: BookableService;
  beforeAll(async () => {
    await start();
    account = await server.account();
    own = await createBookableService(account);
    await insertBookings(account, own, 0, count);
    await insertEvents(account, own);
    if (kind === 'of the account') await server.sql('analyze');
  });
  afterAll(stop);

  describe.each([false, true])('generic plans: %s', (hasGenericPlans) => {
    const statementsOf = (work: () => Promise<unknown>) =>
      executedStatements(server.database, work, { hasGenericPlans });

    it('slots read the bookings of their period by place', async () => {
      const statements = await statementsOf(() =>
        account.get(`/services/${own.serviceId}/slots?from=2030-02-01&to=2030-02-02`),
      );
      expect(lookUps(statements)).toHaveLength(1);
      expect(indexesOf(statements)).toEqual(['booking_place', 'event_place']);
      expect(scanned(statements)).not.toContain('booking');
      expect(scanned(statements)).not.toContain('event');
      // 48 bookings, 2 events, the service's provider and resource.
      expect(lookUps(statements)[0]?.rowsRead).toBeLessThan(60);
    });

    it('figures of utilisation read what is booked in their time, by place', async () => {
      const statements = await statementsOf(() => account.get('/figures/utilisation?from=2030-02-01&to=2030-02-03'));
      expect(lookUps(statements)).toHaveLength(1);
      expect(indexesOf(statements).toSorted()).toEqual(['booking_place', 'event_place']);
      expect(scanned(statements)).not.toContain('booking');
      expect(scanned(statements)).not.toContain('event');
      expect(lookUps(statements)[0]?.rowsRead).toBeLessThan(60);
    });

    it('a creation and its check read overlapping bookings by place', async () => {
      const hour = hasGenericPlans ? 13 : 12;
      const time = { booked_from: `2026-03-04 ${hour}:00`, booked_to: `2026-03-04 ${hour + 1}:00` };
      const statements = await statementsOf(() => bookService(account, own, time));
      expect(lookUps(statements)).toHaveLength(3);
      expect(indexesOf(statements).toSorted()).toEqual(['booking_place', 'event_place']);
      expect(scanned(statements)).not.toContain('booking');
      expect(scanned(statements)).not.toContain('event');
      expect(Math.max(...lookUps(statements).map(({ rowsRead }) => rowsRead))).toBeLessThan(10);
    });

    it('slots of events and a booking of an event read the bookings of the events by place', async () => {
      const { id, service_id } = await createEvent(account);
      const listing = await statementsOf(() => account.get(`/services/${service_id}/slots?to=2026-03-04`));
      expect(indexesOf(listing)).toContain('booking_place');
      expect(lookUps(listing)[0]?.rowsRead).toBeLessThan(10);
      const booking = await statementsOf(() => account.create('/bookings', 'booking', { event_id: id }));
      expect(lookUps(booking)).toHaveLength(2);
      expect(indexesOf(booking)).toEqual(['booking_place']);
      expect(Math.max(...lookUps(booking).map(({ rowsRead }) => rowsRead))).toBeLessThan(10);
    });
  });
});

describe('without statistics', () => {
  beforeAll(start);
  afterAll(stop);

  it('slots read as many rows if there are ten times as many other bookings', async () => {
    const account = await server.account();
    const own = await createBookableService(account);
    const read = async (): Promise<ExecutedStatement | undefined> => {
      const statements = await executedStatements(server.database, () =>
        account.get(`/services/${own.serviceId}/slots?from=2030-01-03&to=2030-01-04`),
      );
      return lookUps(statements)[0];
    };
    await insertBookings(account, own, 0, count / 10);
    const few = await read();
    await insertBookings(account, own, count / 10, count);
    const many = await read();
    expect(many?.rowsRead).toBe(few?.rowsRead);
    expect(many?.pagesRead).toBeLessThanOrEqual(1.5 * (few?.pagesRead ?? 0));
  });
});

/** Inserts daily events of the same resource, at times without bookings. */
async function insertEvents(account: TestAccount, { resourceId, serviceId }: BookableService): Promise<void> {
  await server.sql(
    `insert into event (account_id, created_at, updated_at, resource_id, service_id, capacity, starts_at, ends_at)
     select ?, now(), now(), ?, ?, 5, starts_at, starts_at + interval '1 hour'
     from generate_series('2027-01-01'::timestamptz, '2031-01-01', '1 day') as starts_at`,
    account.credentials.id,
    resourceId,
    serviceId,
  );
}
