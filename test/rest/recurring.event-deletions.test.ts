import { createBookableService } from '../support/catalog.js';
import { holdLock, untilBlocked } from '../support/held-lock.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';
import { unknown } from './recurring.series.js';

const server = await useTestServer();
const account = server.accountPerTest({ verification: 'email' });
let collectionId: string;
beforeEach(async () => {
  const { serviceId, resourceId } = await createBookableService(account, { service: { booking_type: 'attendance' } });
  const event = {
    ...{ service_id: serviceId, resource_id: resourceId, title: 'Yoga', capacity: 3 },
    ...{ starts_at: '2026-03-16 12:00', ends_at: '2026-03-16 13:30' },
  };
  const { body } = await account.post('/events/recurring', {
    json: { event, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } },
  });
  collectionId = body.collection_id;
});

const remove = (query = '') => account.del(`/events/recurring/${collectionId}${query}`);
const listIds = async (): Promise<number[]> =>
  (await account.get(`/events/recurring/${collectionId}`)).body.map(({ event }: { event: { id: number } }) => event.id);
const createdIds = async () => {
  await createAllOccurrences(server, account, collectionId);
  return listIds();
};
const attend = (eventId: number | undefined) =>
  account.create('/bookings', 'booking', { event_id: eventId, person_attributes: { name: 'Ola', email: 'o@a.org' } });
const stateOf = async ({ id }: { id: number }) => (await account.get(`/bookings/${id}`)).body.booking.state;

it('deletes all events that are not over with their bookings, in one transaction', async () => {
  const [first, second, third, fourth] = await createdIds();
  const bookings = [await attend(first), await attend(second), await attend(second), await attend(fourth)];
  await account.del(`/events/${third}`);
  server.clock.set('2026-03-16T15:00:00Z');
  const logged = (await server.changes(account)).length;
  expect(await remove()).toMatchObject({ status: 200, body: { collection_id: collectionId } });
  expect(await Promise.all(bookings.map(stateOf))).toEqual(['confirmed', 'cancelled', 'cancelled', 'cancelled']);
  expect(await listIds()).toEqual([first]);
  const changes = (await server.changes(account)).slice(logged);
  expect(changes.toSorted()).toEqual([
    ...['booking.cancelled', 'booking.cancelled', 'booking.cancelled'],
    ...['event.deleted', 'event.deleted'],
    ...['message_request.created', 'message_request.created', 'message_request.created'],
  ]);
  const transactions = await server.sql(
    `select distinct transaction_id from change where account_id = ? and name = 'event.deleted' and object_id <> ?`,
    account.credentials.id,
    third,
  );
  expect(transactions).toHaveLength(1);
});

it('requests the messages that the deletion of a single event requests', async () => {
  const [first, second] = await createdIds();
  const [single, ofSeries] = [await attend(first), await attend(second)];
  await account.del(`/events/${first}`);
  await remove();
  const rows = await server.sql<{ booking_id: number; messages: object }>(
    'select booking_id, messages from message_request where account_id = ? order by id desc limit 2',
    account.credentials.id,
  );
  const { messages } = rows[1] ?? {};
  expect(rows).toEqual([
    { booking_id: ofSeries.id, messages },
    { booking_id: single.id, messages },
  ]);
  expect(JSON.stringify(messages)).toContain('cancellation');
});

it('deletes an event and the following, also those that are not created yet', async () => {
  const [first] = await listIds();
  expect((await remove(`?scope=following&from=${first}`)).status).toBe(200);
  expect(await createdIds()).toEqual([]);
});

it('keeps events before it that are not created yet', async () => {
  const [first] = await listIds();
  await account.put(`/events/${first}`, { json: { starts_at: '2026-03-25 12:00', ends_at: '2026-03-25 13:00' } });
  expect((await remove(`?scope=following&from=${first}`)).status).toBe(200);
  await createAllOccurrences(server, account, collectionId);
  const { body } = await account.get(`/events/recurring/${collectionId}`);
  expect(body).toMatchObject([{ event: { starts_at: '2026-03-23T12:00:00+01:00' } }]);
});

it('deletes one event, and lets the series go on', async () => {
  const [first] = await listIds();
  expect((await remove(`?scope=one&from=${first}`)).status).toBe(200);
  expect(await createdIds()).toHaveLength(3);
});

it('changes nothing if it is repeated', async () => {
  await createdIds();
  await remove();
  const logged = await server.changes(account);
  expect((await remove()).body).toEqual({ collection_id: collectionId });
  expect(await server.changes(account)).toEqual(logged);
});

it('rejects what it cannot delete', async () => {
  const [first] = await createdIds();
  const cases: [string, number, object][] = [
    ['?scope=following', 400, { from: ["can't be blank"] }],
    ['?scope=one&from=2000000000', 400, { from: ['is not an occurrence that can change'] }],
    ['?scope=some', 400, { scope: ['is not included in the list', 'must be one of one, following, all'] }],
  ];
  for (const [query, status, body] of cases) expect(await remove(query)).toMatchObject({ status, body });
  expect((await account.del(`/events/recurring/${unknown}`)).status).toBe(404);
  expect((await (await server.account()).del(`/events/recurring/${collectionId}`)).status).toBe(404);
  const staff = await server.withRole(account, 'staff');
  expect((await staff.del(`/events/recurring/${collectionId}?scope=one&from=${first}`)).status).toBe(403);
  expect(await listIds()).toHaveLength(4);
});

it('cancels a booking that was made during its wait, and refuses one that waited for it', async () => {
  const [, second] = await createdIds();
  await using lock = await holdLock(server, account, 'event', second ?? 0);
  const book = () => account.post('/bookings', { json: { event_id: second } });
  const early = book();
  await untilBlocked(server, 1, early);
  const removal = remove();
  await untilBlocked(server, 2, removal);
  const late = book();
  await untilBlocked(server, 3, late);
  await lock.release();
  const { body } = await early;
  expect((await removal).status).toBe(200);
  expect(await stateOf(body.booking)).toBe('cancelled');
  expect(await late).toMatchObject({ status: 400, body: { event_id: ['does not exist'] } });
});
