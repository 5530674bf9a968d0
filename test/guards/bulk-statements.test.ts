import { bulk } from '../graphql/bulk.calls.js';
import { createBookableService } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server[Symbol.asyncDispose]());

/** The most statements of a transaction, with those that begin and end it. */
const ceilings: Readonly<Record<string, number>> = {
  cancelBookings: 8,
  createBookings: 15,
  importPeople: 6,
  'importPeople with parents': 8,
  updateBookings: 9,
  'updateBookings, attributes of people': 10,
  'updateBookings, counts': 12,
  'updateBookings, services': 12,
};

/** Items of a call: at few and at many, a transaction takes as many statements. */
const few = 20;
const many = 100;

const minute = (index: number): string => new Date(Date.UTC(2026, 2, 3, 8, 0) + index * 3_600_000).toISOString();

it('a bulk mutation takes as many statements for many items as for few', async () => {
  const counts: Record<string, number[]> = {};
  for (const count of [few, many]) {
    const account = await server.account();
    const { resourceIds, serviceId } = await createBookableService(account, {
      service: { price: 100, booking_capacity: 2 },
      resource: { capacity: 2 },
      providers: [{}, {}, {}],
    });
    const { id: otherId } = await account.create('/services', 'service', { title: 'x', price: 5, booking_capacity: 2 });
    await account.create('/providers', 'provider', { service_id: otherId, resource_id: resourceIds[2] });
    const send = async (name: string, type: string, items: unknown) => {
      const [field = ''] = name.split(/\W/);
      const { result, statements } = await statementsOf(server.database, () => bulk(account, field, type, items));
      expect([name, result.data?.written]).toEqual([name, count]);
      counts[name] = [...(counts[name] ?? []), statements.length];
      return result.data?.items ?? [];
    };
    const update = (name: string, ids: readonly number[], input: object) =>
      send(
        name,
        '[BookingUpdate!]!',
        ids.map((id) => ({ id, input })),
      );
    const numbers = Array.from({ length: count }, (_, index) => index);
    const parents = await send(
      'importPeople',
      '[PersonAttributesInput!]!',
      numbers.map((n) => ({ name: 'x', email: `${n}@x.org` })),
    );
    await send(
      'importPeople with parents',
      '[PersonAttributesInput!]!',
      numbers.map((n) => ({ name: 'x', email: `child${n}@x.org`, parentId: parents[n]?.person?.id })),
    );
    const created = await send(
      'createBookings',
      '[NewBookingInput!]!',
      numbers.map((n) => ({
        serviceId,
        ...(n % 2 === 0 && { resourceId: resourceIds[0] }),
        ...{ bookedFrom: minute(n), bookedTo: minute(n + 1) },
        personAttributes: { name: 'x', email: `${n % 2 === 0 ? n : n + 1_000}@x.org` },
      })),
    );
    const ids = created.map(({ booking }) => booking?.id ?? 0);
    await update('updateBookings', ids, { resourceId: resourceIds[2], title: 'moved' });
    await update('updateBookings, counts', ids, { count: 2 });
    await update('updateBookings, services', ids, { serviceId: otherId });
    await update('updateBookings, attributes of people', ids, { personAttributes: { city: 'Oslo' } });
    await send('cancelBookings', '[Int!]!', ids);
  }
  for (const [field, [ofFew, ofMany = 0]] of Object.entries(counts)) {
    expect([field, ofMany]).toEqual([field, ofFew]);
    expect(ofMany).toBeLessThanOrEqual(ceilings[field] ?? 0);
  }
  expect(Object.keys(counts).toSorted()).toEqual(Object.keys(ceilings));
});
