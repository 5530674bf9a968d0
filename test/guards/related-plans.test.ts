import { createBookableService } from '../support/catalog.js';
import { executedStatements } from '../support/plans.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';

/** So many that a plan which reads all bookings of an account reads far more than a page needs. */
const [people, bookings] = [600, 3_000];
const holds = 20;

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
  const { resourceId } = await createBookableService(account);
  await server.sql(
    `insert into person (account_id, created_at, updated_at, name)
     select ?, now(), now(), 'Person ' || n from generate_series(1, ${people}) as n`,
    account.credentials.id,
  );
  await server.sql(
    `insert into booking (account_id, created_at, updated_at, resource_id, person_id, booked_from, booked_to, state, ignores_capacity)
     select account_id, '2026-01-01'::timestamptz + n * interval '1 minute', now(), ?, first + n % ${people},
       '2030-01-01'::timestamptz + n * interval '1 hour', '2030-01-01'::timestamptz + (n + 1) * interval '1 hour', 'confirmed', true
     from (select account_id, min(id) as first from person where account_id = ? group by account_id) as person,
       generate_series(1, ${bookings}) as n`,
    resourceId,
    account.credentials.id,
  );
  await server.sql(
    `insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, expires_at, ignores_capacity)
     select ?, now(), now(), ?, '2031-01-01'::timestamptz, '2031-01-02'::timestamptz, 'awaiting_verification',
       '2030-12-01'::timestamptz + n * interval '1 minute', true
     from generate_series(1, ${holds}) as n`,
    account.credentials.id,
    resourceId,
  );
});
afterAll(async () => server[Symbol.asyncDispose]());

const read = async (document: string) => {
  const { data, errors } = await account.graphql(document);
  expect(errors).toBeUndefined();
  return data;
};

const statementOf = async (document: string, pattern: RegExp, hasGenericPlans: boolean) => {
  const statements = await executedStatements(server.database, () => read(document), { hasGenericPlans });
  const [found, ...others] = statements.filter(({ text }) => pattern.test(text));
  if (!found || others.length > 0) throw new Error(`${statements.map(({ text }) => text).join('\n')}`);
  return found;
};

describe.each([false, true])('with generic plans: %s', (hasGenericPlans) => {
  it.each([
    ['BOOKED_FROM', 'booking_booked_from'],
    ['BOOKED_FROM_DESC', 'booking_booked_from'],
    ['CREATED_AT', 'booking_created_at'],
    ['UPDATED_AT_DESC', 'booking_updated_at'],
  ])('a page in the middle of bookings by %s reads its rows alone', async (order, index) => {
    const filter = 'filter: { scope: ALL }';
    const middle = await read(
      `{ bookings(order: ${order}, ${filter}, page: 2, perPage: 700) { pageInfo { endCursor } } }`,
    );
    const document = `{ bookings(order: ${order}, ${filter}, first: 10, after: "${middle.bookings.pageInfo.endCursor}") { nodes { id } } }`;
    const { indexes, rowsRead, rowsSorted } = await statementOf(document, /from "booking"/, hasGenericPlans);
    expect([indexes, rowsRead <= 11, rowsSorted]).toEqual([[index], true, 0]);
  });

  it('the bookings of 50 people are read by the index of each, with the limit of each', async () => {
    const document = '{ people(first: 50) { nodes { id bookings(first: 2) { nodes { id } } } } }';
    const { indexes, sequentialScans, rowsRead } = await statementOf(document, /cross join lateral/, hasGenericPlans);
    expect(new Set(indexes)).toEqual(new Set(['booking_person_booked_from']));
    expect(sequentialScans).not.toContain('booking');
    // Each has five bookings. Those at the same time as the last are read, too.
    expect(rowsRead).toBeLessThanOrEqual(50 * 5);
  });

  it('the holds that expire next are read by the index of holds', async () => {
    const document = `{ bookings(order: EXPIRES_AT, first: 10,
      filter: { state: [AWAITING_VERIFICATION, AWAITING_PAYMENT] }) { nodes { id } } }`;
    const { indexes, rowsRead, rowsSorted } = await statementOf(document, /from "booking"/, hasGenericPlans);
    expect(indexes).toEqual(['booking_hold_order']);
    expect([rowsRead <= 10, rowsSorted]).toEqual([true, 0]);
  });

  it('they are counted by the same index', async () => {
    const document = '{ people(first: 50) { nodes { id bookings { totalCount } } } }';
    const { indexes, rowsRead } = await statementOf(document, /cross join lateral/, hasGenericPlans);
    expect(indexes.length).toBeGreaterThan(0);
    expect(rowsRead).toBeLessThanOrEqual(2 * 50 * 5);
  });
});
