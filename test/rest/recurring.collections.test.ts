import { createBookableService, createEvent } from '../support/catalog.js';
import { createAllOccurrences, createBatch } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';
import { daily, dates, type Listed, time, unknown } from './recurring.series.js';

const server = await useTestServer();
const account = server.accountPerTest();

const notFound = { error: { description: 'Not found' } };

const book = (booking: object, recurring: unknown, parameters: object = {}) =>
  account.post('/bookings/recurring', { json: { booking: { ...time, ...booking }, recurring, ...parameters } });

async function list(collectionId: string, query = ''): Promise<Listed[]> {
  const { status, body } = await account.get(`/bookings/recurring/${collectionId}${query}`);
  expect(status).toBe(200);
  return body.map(({ booking }: { booking: Listed }) => booking);
}

async function bookAll(booking: object, recurring: unknown, parameters: object = {}): Promise<string> {
  const { status, body } = await book(booking, recurring, parameters);
  expect([status, body]).toEqual([200, { collection_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  await createAllOccurrences(server, account, body.collection_id);
  return body.collection_id;
}

describe('GET /bookings/recurring/{collection_id}', () => {
  it('lists every state except deleted, with filters, order and pages', async () => {
    const { resourceId } = await createBookableService(account);
    const collectionId = await bookAll({ resource_id: resourceId }, daily(4));
    await bookAll(
      { resource_id: resourceId, booked_from: '2026-03-03 08:00', booked_to: '2026-03-03 09:00' },
      daily(2),
    );
    const [first, second] = await list(collectionId);
    await account.put(`/bookings/${first?.id}/cancel`);
    await account.del(`/bookings/${second?.id}`);
    expect(dates(await list(collectionId))).toEqual(['03-03', '03-05', '03-06']);
    expect(dates(await list(collectionId, '?state=cancelled,deleted'))).toEqual(['03-03', '03-04']);
    expect(dates(await list(collectionId, '?start=2026-03-05&order=booked_from_desc'))).toEqual(['03-06', '03-05']);
  });

  it.each([
    ['get', ''],
    ['put', '/cancel'],
    ['del', ''],
  ] as const)('knows no other collection: %s %s', async (method, suffix) => {
    const other = await server.account();
    const { resourceId } = await createBookableService(account);
    const collectionId = await bookAll({ resource_id: resourceId }, daily(2));
    const event = await createEvent(account);
    const events = await account.post('/events/recurring', { json: { event, recurrence: daily(2) } });
    for (const id of [unknown, '1', 'x', events.body.collection_id]) {
      const { status, body } = await account[method](`/bookings/recurring/${id}${suffix}`);
      expect([status, body]).toEqual([404, notFound]);
    }
    expect((await other[method](`/bookings/recurring/${collectionId}${suffix}`)).status).toBe(404);
    expect((await list(collectionId)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
  });
});

describe('cancelling and deleting a collection', () => {
  it('cancels active bookings, each with its change, and stops the creation of others', async () => {
    const { resourceId } = await createBookableService(account);
    const { body } = await book({ resource_id: resourceId }, daily(120));
    const { collection_id } = body;
    expect(await createBatch(server, account, collection_id)).toBe(true);
    const [first, second] = await list(collection_id);
    await account.del(`/bookings/${first?.id}`);
    await account.put(`/bookings/${second?.id}/cancel`);
    const answer = await account.put(`/bookings/recurring/${collection_id}/cancel`);
    expect([answer.status, answer.body]).toEqual([200, { collection_id }]);
    expect(await createBatch(server, account, collection_id)).toBe(false);
    const all = await list(collection_id, '?state=confirmed,cancelled,deleted');
    expect(Map.groupBy(all, ({ state }) => state).get('cancelled')).toHaveLength(50);
    expect(all).toHaveLength(51);
    const changes = await server.changes(account);
    expect(changes.filter((name) => name === 'booking.cancelled')).toHaveLength(50);
    expect(changes.filter((name) => name === 'recurrence.stopped')).toHaveLength(1);
    expect((await account.put(`/bookings/recurring/${collection_id}/cancel`)).status).toBe(200);
    expect(await server.changes(account)).toEqual(changes);
  });

  it('deletes all that are not deleted, also more than a batch', async () => {
    const { resourceId } = await createBookableService(account);
    const collection_id = await bookAll({ resource_id: resourceId }, daily(130));
    const [first] = await list(collection_id);
    await account.put(`/bookings/${first?.id}/cancel`);
    const answer = await account.del(`/bookings/recurring/${collection_id}`);
    expect([answer.status, answer.body]).toEqual([200, { collection_id }]);
    expect(await list(collection_id)).toEqual([]);
    expect(await list(collection_id, '?state=deleted')).toHaveLength(130);
    expect((await server.changes(account)).filter((name) => name === 'booking.deleted')).toHaveLength(130);
    expect((await account.del(`/bookings/recurring/${collection_id}`)).status).toBe(200);
  });
});
