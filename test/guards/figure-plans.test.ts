import 'reflect-metadata';
import { createBookableService } from '../support/catalog.js';
import { describeWithStatistics, type ExecutedStatement, executedStatements } from '../support/plans.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';

/** So many that a plan that reads all bookings of an account reads far more than those of a week. */
const count = 2_400;
const people = 100;
/** Hourly bookings. */
const ofWeek = 7 * 24;

let server: TestServer;
let account: TestAccount;

/** Hourly bookings from 2030-01-01 on, each of the next person, with an order and a payment each. */
async function insertBookings(of: TestAccount): Promise<void> {
  const { resourceId, serviceId } = await createBookableService(of);
  await server.sql(
    `with person as (
       insert into person (account_id, created_at, updated_at, name)
       select ${of.credentials.id}, now(), now(), 'Person ' || n from generate_series(1, ${people}) as n returning id
     ), numbered as (
       select n, '2030-01-01'::timestamptz + (n - 1) * interval '1 hour' as starts, person_id
       from generate_series(1, ${count}) as n
       join (select id as person_id, row_number() over () as number from person) as person on number = 1 + n % ${people}
     ), ordered as (
       insert into booking_order (account_id, created_at, updated_at, person_id, state, total, discount_amount, paid_amount)
       select ${of.credentials.id}, starts, starts, person_id, 'pending', 10, 0, 5 from numbered returning id, created_at
     ), paid as (
       insert into order_payment (account_id, created_at, updated_at, order_id, amount)
       select ${of.credentials.id}, created_at, created_at, id, 5 from ordered
     ), line as (
       insert into order_line_item (account_id, created_at, updated_at, order_id, service_id, quantity, amount)
       select ${of.credentials.id}, created_at, created_at, id, ${serviceId}, 1, 10 from ordered
     )
     insert into booking (account_id, created_at, updated_at, resource_id, service_id, person_id, booked_from, booked_to,
       state, ignores_capacity)
     select ${of.credentials.id}, now(), now(), ${resourceId}, ${serviceId}, person_id, starts, starts + interval '1 hour',
       'confirmed', true from numbered`,
  );
}

const figures = (kind: string, groupBy: string, fields: string) =>
  account.graphql(`{ ${kind}(during: { from: "2030-02-04", to: "2030-02-11" }, groupBy: [${groupBy}]) {
    groups { figure { ${fields} } } } }`);

beforeAll(async () => {
  server = await startTestServer();
  for (let others = 0; others < 3; others += 1) await insertBookings(await server.account());
  account = await server.account();
  await insertBookings(account);
});
afterAll(async () => server[Symbol.asyncDispose]());

describeWithStatistics(
  () => server,
  (hasStatistics) => {
    async function statementsOf(work: () => Promise<{ errors?: unknown }>): Promise<ExecutedStatement[]> {
      const statements = await executedStatements(server.database, async () => {
        const { errors } = await work();
        if (errors) throw new Error(JSON.stringify(errors));
      });
      return statements.filter(({ text }) => text.includes('limit 1001'));
    }

    const tables = ['booking', 'booking_order', 'order_payment', 'order_line_item'];
    function expectNoScan({ sequentialScans }: ExecutedStatement): void {
      expect(sequentialScans.filter((table) => tables.includes(table))).toEqual([]);
    }

    it.each(['DAY', 'HOUR_OF_DAY', 'WEEKDAY, STATE', 'SERVICE, RESOURCE'])(
      'the usual figures of bookings by %s read one index, without the table',
      async (groupBy) => {
        const [statement, ...others] = await statementsOf(() =>
          figures('bookingFigures', groupBy, 'bookings people minutes cancellationRate noShowRate'),
        );
        if (!statement) throw new Error('no statement');
        expect(others).toEqual([]);
        expectNoScan(statement);
        // The sums by start are a scan, too.
        expect(statement.rowsRead).toBeLessThanOrEqual(2 * ofWeek);
        if (!hasStatistics) return;
        expect(statement.indexes).toEqual(['booking_figures']);
        expect(statement.pagesRead).toBeLessThan(10);
      },
    );

    it('other figures of bookings read those of the period', async () => {
      const statements = await statementsOf(() => figures('bookingFigures', 'DAY, SERVICE', 'paid medianLeadTime'));
      expect(statements).toHaveLength(2);
      for (const statement of statements) {
        expectNoScan(statement);
        // A bitmap counts each row twice: in the index and in the table.
        expect(statement.rowsRead).toBeLessThanOrEqual(3 * ofWeek);
      }
    });

    it('new people are found by one scan of the bookings of the people of the period', async () => {
      const [statement] = await statementsOf(() => figures('bookingFigures', 'WEEK', 'newPeople'));
      if (!statement) throw new Error('no statement');
      expectNoScan(statement);
      // The bookings of the period, all bookings of their people, and these again as the rows of a window.
      expect(statement.rowsRead).toBeLessThanOrEqual(3 * ofWeek + 3 * count);
    });

    it('values and revenue read the orders and payments of the period', async () => {
      const statements = [
        ...(await statementsOf(() => figures('bookingFigures', 'DAY', 'value'))),
        ...(await statementsOf(() => figures('revenueFigures', 'DAY, SERVICE', 'ordered paid'))),
      ];
      expect(statements).toHaveLength(3);
      for (const statement of statements) {
        expectNoScan(statement);
        // With statistics, reading all 2,400 orders of so small an account is cheaper than 168 look-ups.
        if (!hasStatistics) expect(statement.rowsRead).toBeLessThanOrEqual(5 * ofWeek);
      }
    });
  },
);
