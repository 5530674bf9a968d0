import 'reflect-metadata';
import { createBookableService } from '../support/catalog.js';
import { describeWithStatistics, type ExecutedStatement, executedStatements } from '../support/plans.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';

/** Hourly bookings of an account, and as many messages and deliveries. */
const count = 2_400;
const people = 100;
const ofWeek = 7 * 24;

let server: TestServer;
let account: TestAccount;

async function insertRows(of: TestAccount): Promise<void> {
  const { resourceId } = await createBookableService(of);
  const { id } = await of.create('/web_hooks', 'web_hook', {
    target_url: 'https://example.org',
    event: 'booking.created',
  });
  const hours = `(select n, '2030-01-01'::timestamptz + n * interval '1 hour' as at from generate_series(1, ${count}) as n)`;
  const common = 'account_id, created_at, updated_at';
  const account = of.credentials.id;
  await server.sql(
    `with person as (
       insert into person (${common}, name)
       select ${account}, now(), now(), 'Person ' || n from generate_series(1, ${people}) as n returning id
     ), message as (
       insert into message (${common}, kind, channel, recipient, body, state)
       select ${account}, at, at, 'reminder', 'email', 'kari@example.org', 'Hello', 'sent' from ${hours} as hours
     ), delivery as (
       insert into web_hook_delivery (${common}, web_hook_id, change_cursor, event, state)
       select ${account}, at, at, ${id}, n::text, 'booking.created', 'delivered' from ${hours} as hours
     )
     insert into booking (${common}, resource_id, person_id, booked_from, booked_to, state, ignores_capacity)
     select ${account}, now(), now(), ${resourceId}, (select min(id) from person) + n % ${people}, at,
       at + interval '1 hour', 'confirmed', true from ${hours} as hours`,
  );
}

beforeAll(async () => {
  server = await startTestServer();
  for (let others = 0; others < 3; others += 1) await insertRows(await server.account());
  account = await server.account();
  await insertRows(account);
});
afterAll(async () => server[Symbol.asyncDispose]());

describeWithStatistics(
  () => server,
  () => {
    describe.each([false, true])('generic plans: %s', (hasGenericPlans) => {
      /** The statements of figures of a week, without those of the request. */
      async function statementsOf(kindOfFigures: string, fields: string): Promise<ExecutedStatement[]> {
        const query = `{ ${kindOfFigures}(during: { from: "2030-02-04", to: "2030-02-11" }, groupBy: [DAY]) { ${fields} } }`;
        const work = async (): Promise<void> => {
          const { errors } = await account.graphql(query);
          if (errors) throw new Error(JSON.stringify(errors));
        };
        const statements = await executedStatements(server.database, work, { hasGenericPlans });
        return statements.filter(({ text }) => /\b(booking|message|web_hook_delivery)\b/.test(text));
      }

      const scanned = (statements: readonly ExecutedStatement[]): string[] =>
        statements
          .flatMap(({ sequentialScans }) => sequentialScans)
          .filter((table) => ['booking', 'message', 'web_hook_delivery'].includes(table));

      it('new and returning people are those of the period, with the first booking of each', async () => {
        const statements = await statementsOf('peopleFigures', 'groups { figure { newPeople } }');
        expect(statements).toHaveLength(1);
        expect(scanned(statements)).toEqual([]);
        expect(statements[0]?.indexes).toContain('booking_person_booked_from');
        // The bookings, twice if by a bitmap, the people of each day several times, and the first booking of each.
        expect(statements[0]?.rowsRead).toBeLessThanOrEqual(5 * ofWeek + 2 * people);
      });

      it('people at risk are found by the last booking of each', async () => {
        const statements = await statementsOf('peopleFigures', 'groups { figure { atRisk } } peopleAtRisk { id }');
        expect(statements).toHaveLength(2);
        expect(scanned(statements)).toEqual([]);
        // At most the people of all accounts, who are few, and the last booking of each of this account.
        for (const { rowsRead } of statements) expect(rowsRead).toBeLessThanOrEqual(7 * people);
      });

      it('the people with the most bookings are found by the bookings of the period', async () => {
        const statements = await statementsOf('peopleFigures', 'topByBookings { id } topByValue { id }');
        expect(statements).toHaveLength(2);
        expect(scanned(statements)).toEqual([]);
        for (const { rowsRead } of statements) expect(rowsRead).toBeLessThanOrEqual(2 * ofWeek + 5 * people);
      });

      it('figures of operations read the deliveries and messages of the period', async () => {
        const fields = 'groups { figure { deliveries { failed } messages { failed } } } messagesByKind { kind }';
        const statements = await statementsOf('operationFigures', `${fields} deliveriesByWebHook { webHookId }`);
        expect(statements).toHaveLength(4);
        expect(scanned(statements)).toEqual([]);
        for (const { rowsRead } of statements) expect(rowsRead).toBeLessThanOrEqual(2 * ofWeek + 10);
      });
    });
  },
);
