import { accepted } from '../../src/platform/accepted.js';
import { type BookableService, bookableServicePerTest, bookService } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';
import { daily, dates, type Listed, time, unknown } from './recurring.series.js';

const server = await useTestServer();
const account = server.accountPerTest();
const service: BookableService = bookableServicePerTest(account);

const kari = { name: 'Kari', email: 'kari@example.org' };
const taken = '2026-03-04T10:00:00+01:00';

/** Books three days, of which the second is taken. @returns the collection, and the booking in the way */
async function bookSeries(): Promise<{ collectionId: string; otherId: number }> {
  const { id: otherId } = await bookService(account, service, {
    booked_from: '2026-03-04 10:00',
    booked_to: '2026-03-04 11:00',
  });
  const booking = { ...time, service_id: service.serviceId, resource_id: service.resourceId, person_attributes: kari };
  const { body } = await account.post('/bookings/recurring', { json: { booking, recurring: daily(3) } });
  await createAllOccurrences(server, account, body.collection_id);
  return { collectionId: body.collection_id, otherId };
}

const add = (collectionId: string, json: object = { from: taken }) =>
  account.post(`/bookings/recurring/${collectionId}/left_out`, { json });

async function list(collectionId: string): Promise<Listed[]> {
  const { body } = await account.get(`/bookings/recurring/${collectionId}`);
  return body.map(({ booking }: { booking: Listed }) => booking);
}

const seriesOf = async (collectionId: string) => (await account.get(`/series/${collectionId}`)).body.series;

describe('POST /bookings/recurring/{collection_id}/left_out', () => {
  it('books a date that was left out once it is free, as one of the series', async () => {
    const { collectionId, otherId } = await bookSeries();
    const before = await seriesOf(collectionId);
    expect(before.left_out).toMatchObject([{ from: taken, attribute: 'resource_id', reason: 'is not available' }]);
    const refused = await add(collectionId);
    expect([refused.status, refused.body]).toEqual([400, { resource_id: ['is not available'] }]);
    expect(await seriesOf(collectionId)).toEqual(before);

    await account.put(`/bookings/${otherId}/cancel`);
    const { status, body } = await add(collectionId, { from: taken, confirmation_send_email: true });
    expect(status).toBe(200);
    const [first] = await list(collectionId);
    expect(body.booking).toMatchObject({
      ...{
        booked_from: taken,
        booked_to: '2026-03-04T11:00:00+01:00',
        collection_id: collectionId,
        state: 'confirmed',
      },
      ...{ person_id: first?.['person_id'], service_id: service.serviceId, resource_id: service.resourceId },
    });
    expect(dates(await list(collectionId))).toEqual(['03-03', '03-04', '03-05']);
    const after = await seriesOf(collectionId);
    expect(after).toMatchObject({ dates: 3, processed: 3, left_out: [] });
    expect(after.revision).not.toBe(before.revision);
    const requests = await server.sql('select id from message_request where booking_id = ?', body.booking.id);
    expect(requests).toHaveLength(1);
  });

  it('takes what differs from the series', async () => {
    const { collectionId } = await bookSeries();
    const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Other' });
    await account.create('/providers', 'provider', { resource_id, service_id: service.serviceId });
    const { body } = await add(collectionId, { from: taken, booking: { resource_id, notes: 'Elsewhere' } });
    expect(body.booking).toMatchObject({ resource_id, notes: 'Elsewhere', collection_id: collectionId });
  });

  it('lifts the capacity only on request', async () => {
    const { collectionId } = await bookSeries();
    expect((await add(collectionId)).status).toBe(400);
    expect((await add(collectionId, { from: taken, ignore_capacity: true })).status).toBe(200);
    expect((await seriesOf(collectionId)).left_out).toEqual([]);
  });

  it('adds a date once, however many requests ask for it', async () => {
    const { collectionId, otherId } = await bookSeries();
    await account.put(`/bookings/${otherId}/cancel`);
    const answers = await Promise.all([1, 2, 3].map(() => add(collectionId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(dates(await list(collectionId))).toEqual(['03-03', '03-04', '03-05']);
  });

  it.each([
    [{}, { from: ["can't be blank"] }],
    [{ from: 'soon' }, { from: ['is invalid', accepted.dateTime] }],
    [{ from: '2026-03-03 10:00' }, { from: ['is not a date that was left out'] }],
    [{ from: taken, booking: { count: 0 } }, { count: [expect.any(String)] }],
  ])('refuses %j', async (json, errors) => {
    const { collectionId } = await bookSeries();
    const { status, body } = await add(collectionId, json);
    expect([status, body]).toEqual([400, errors]);
  });

  it('adds nothing to a series that was cancelled, or that does not exist', async () => {
    const { collectionId, otherId } = await bookSeries();
    await account.put(`/bookings/${otherId}/cancel`);
    await account.put(`/bookings/recurring/${collectionId}/cancel`);
    const { status, body } = await add(collectionId);
    expect([status, body]).toEqual([400, { collection_id: ['has ended'] }]);
    expect((await add(unknown)).status).toBe(404);
    expect((await account.post(`/events/recurring/${collectionId}/left_out`, { json: { from: taken } })).status).toBe(
      404,
    );
  });
});

describe('POST /events/recurring/{collection_id}/left_out', () => {
  it('adds a date that was left out, as one of the series', async () => {
    const event = { title: 'Yoga', service_id: service.serviceId, resource_id: service.resourceId, capacity: 3 };
    const times = { starts_at: '2026-03-03 12:00', ends_at: '2026-03-03 13:00' };
    const { body: created } = await account.post('/events/recurring', {
      json: { event: { ...event, ...times }, recurrence: daily(2) },
    });
    const collectionId = created.collection_id;
    await account.del(`/resources/${service.resourceId}`);
    await createAllOccurrences(server, account, collectionId);
    const [{ from }] = (await seriesOf(collectionId)).left_out;
    const add = (json: object) => account.post(`/events/recurring/${collectionId}/left_out`, { json });
    expect(Object.keys((await add({ from })).body)).toEqual(['resource_id']);
    const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Hall' });
    const { body } = await add({ from, event: { resource_id } });
    expect(body.event).toMatchObject({ title: 'Yoga', starts_at: from, resource_id, collection_id: collectionId });
    expect((await seriesOf(collectionId)).left_out).toEqual([]);
    expect((await add({ from })).body).toEqual({ from: ['is not a date that was left out'] });
  });
});
