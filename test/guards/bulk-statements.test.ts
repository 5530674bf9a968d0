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
  cancelBookings: 9,
  createBookings: 17,
  importPeople: 7,
  updateBookings: 13,
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
      service: { price: 100 },
      providers: [{}, {}, {}],
    });
    const send = async (field: string, type: string, items: unknown, more = '') => {
      const { result, statements } = await statementsOf(server.database, () => bulk(account, field, type, items, more));
      expect([field, result.data?.written]).toEqual([field, count]);
      counts[field] = [...(counts[field] ?? []), statements.length];
      return result.data?.items ?? [];
    };
    const numbers = Array.from({ length: count }, (_, index) => index);
    await send(
      'importPeople',
      '[PersonAttributesInput!]!',
      numbers.map((n) => ({ name: 'x', email: `${n}@x.org` })),
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
    const updates = ids.map((id) => ({ id, input: { resourceId: resourceIds[2], title: 'moved' } }));
    await send('updateBookings', '[BookingUpdate!]!', updates);
    await send('cancelBookings', '[Int!]!', ids);
  }
  for (const [field, [ofFew, ofMany = 0]] of Object.entries(counts)) {
    expect([field, ofMany]).toEqual([field, ofFew]);
    expect(ofMany).toBeLessThanOrEqual(ceilings[field] ?? 0);
  }
  expect(Object.keys(counts).toSorted()).toEqual(Object.keys(ceilings));
});
