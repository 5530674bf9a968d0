import { wantedBy } from '../../src/domain/refusal/refusal.rules.js';
import { maxKept, maxOfAccount, RefusalLog } from '../../src/domain/refusal/refusal-log.js';
import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const offered = bookableServicePerTest(account);

const fields =
  'requestId interface operation userId apiKeyId code attribute rule rules bookingId serviceId resourceId eventId bookedFrom leftOut';

interface Listed {
  operation: string;
  rules: string[];
  [field: string]: unknown;
}

async function list(of: TestAccount = account, filter = ''): Promise<Listed[]> {
  const { data, errors } = await of.graphql(
    `{ bookingRefusals(filter: {${filter}}, first: 100) { totalCount nodes { ${fields} } } }`,
  );
  expect(errors).toBeUndefined();
  return data.bookingRefusals.nodes;
}

async function listed(count: number): Promise<Listed[]> {
  await until(async () => (await list()).length >= count, 30_000);
  return list();
}

const noon = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };

describe('the list of refused bookings', () => {
  it('has the rule, the request and what was wanted, but no value', async () => {
    const { serviceId, resourceId } = offered;
    const booking = await bookService(account, offered);
    const person_attributes = { name: 'Kari Secret', email: 'no address of kari' };
    const headers = { 'x-request-id': 'the-request' };
    const of = { service_id: serviceId, resource_id: resourceId, ...noon };
    expect((await account.post('/bookings', { json: { booking: of }, headers })).status).toBe(400);
    expect((await account.post('/bookings', { json: { booking: { ...of, person_attributes } } })).status).toBe(400);
    expect((await account.post('/bookings', { json: { booking: { ...of, booked_from: 'kari' } } })).status).toBe(400);
    expect((await account.put('/bookings/2000000000', { json: { booking: { notes: 'kari' } } })).status).toBe(404);
    const [missing, invalid, person, busy] = await listed(4);
    expect(busy).toEqual({
      requestId: 'the-request',
      interface: 'rest',
      operation: 'createBooking',
      userId: null,
      apiKeyId: expect.any(Number),
      code: 'BAD_USER_INPUT',
      attribute: 'resourceId',
      rule: expect.any(String),
      rules: [expect.stringMatching(/^resourceId: /)],
      bookingId: null,
      serviceId,
      resourceId,
      eventId: null,
      bookedFrom: booking.booked_from,
      leftOut: 0,
    });
    expect(person?.rules.join()).toMatch(/email: is invalid/);
    expect(invalid).toMatchObject({
      operation: 'createBooking',
      rule: 'is invalid',
      serviceId: null,
    });
    expect(missing).toMatchObject({ operation: 'updateBooking', code: 'NOT_FOUND', attribute: null, bookingId: 2e9 });
    const stored = await server.sql('select * from booking_refusal where account_id = ?', account.credentials.id);
    expect(JSON.stringify(stored)).not.toMatch(/kari|secret/i);

    const ids = async (filter: string) => (await list(account, filter)).map(({ operation }) => operation);
    expect(await ids('requestId: "the-request"')).toEqual(['createBooking']);
    expect(await ids(`attribute: "${invalid?.['attribute']}", rule: "is invalid"`)).toEqual(['createBooking']);
    expect(await ids('operation: "updateBooking"')).toEqual(['updateBooking']);
    expect(await ids(`apiKeyId: ${Number(busy?.['apiKeyId']) + 1}`)).toEqual([]);
    expect(await ids('createdAt: { from: "2026-03-02T07:00:01Z" }')).toEqual([]);
  });

  it('has refusals of every way in', async () => {
    const { serviceId, resourceId } = offered;
    await bookService(account, offered);
    const input = `serviceId: ${serviceId}, resourceId: ${resourceId}, bookedFrom: "2026-03-04T11:00:00Z", bookedTo: "2026-03-04T12:00:00Z"`;
    await account.graphql(`mutation { createBooking(input: { ${input} }) { id } }`);
    await account.graphql(
      `mutation { createBookings(mode: EACH, items: [{ ${input} }, { ${input} }]) { items { error { code } } } }`,
    );
    await account.graphql(
      `mutation { createRecurringBookings(input: { ${input} }, recurrence: { rrule: "FREQ=NEVER" }) }`,
    );
    const booking = {
      service_id: serviceId,
      resource_id: resourceId,
      ...noon,
      person_attributes: { name: 'Ola', email: 'ola@example.org' },
    };
    const sent = await fetch(`${server.origin}/sites/${account.subdomain}/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ booking }),
    });
    expect(sent.status).toBe(400);
    const ways = (await listed(5)).map(({ operation, interface: by }) => `${by} ${operation}`);
    expect(ways.toSorted()).toEqual([
      'graphql createBooking',
      'graphql createBookings',
      'graphql createBookings',
      'graphql createRecurringBookings',
      'site startPublicBooking',
    ]);
  });

  it('keeps the last thousand, and a flood is a bounded number of rows', async () => {
    const { id } = account.credentials;
    await server.sql(
      `insert into booking_refusal (account_id, created_at, updated_at, request_id, interface, operation, code, rule)
       select ?, now(), now(), 'old', 'rest', 'createBooking', 'BAD_USER_INPUT', 'is old' from generate_series(1, ${maxKept})`,
      id,
    );
    const errors: unknown[] = [];
    const log = new RefusalLog(server.database, { onError: (error) => errors.push(error), repeat: () => () => {} });
    const context = {
      account: { id },
      actor: { kind: 'public' },
      requestId: 'flood',
      serverClock: server.clock,
    } as unknown as Parameters<RefusalLog['note']>[0];
    const refusal = { code: 'BAD_USER_INPUT', message: '', fields: { resourceId: ['is busy'] } };
    for (let index = 0; index < 5_000; index += 1) log.note(context, 'createBooking', refusal, wantedBy({}));
    await log.stop();
    expect(errors).toEqual([]);
    const rows = await server.sql<{ request: string; count: number; left: number }>(
      `select request_id as request, count(*)::integer as count, sum(left_out)::integer as left
       from booking_refusal where account_id = ? group by 1 order by 1`,
      id,
    );
    expect(rows).toEqual([
      { request: 'flood', count: maxOfAccount, left: 5_000 - maxOfAccount },
      { request: 'old', count: maxKept - maxOfAccount, left: 0 },
    ]);
  });
});
