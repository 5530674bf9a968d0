import { createBookableService } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';
import { unknown } from './recurring.series.js';

const server = await useTestServer();
const account = server.accountPerTest();
let collectionId: string;
beforeEach(async () => {
  const { serviceId, resourceId } = await createBookableService(account, { service: { booking_type: 'attendance' } });
  const event = {
    ...{ service_id: serviceId, resource_id: resourceId, title: 'Yoga', capacity: 3 },
    ...{ starts_at: '2026-03-16 12:00', ends_at: '2026-03-16 13:30', last_booking_at: '2026-03-15 12:00' },
  };
  const { body } = await account.post('/events/recurring', {
    json: { event, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } },
  });
  collectionId = body.collection_id;
});

interface Listed {
  id: number;
  starts_at: string;
  ends_at: string;
  last_booking_at: string;
  title: string;
}

const change = (json: object) => account.put(`/events/recurring/${collectionId}`, { json });
const list = async (id = collectionId): Promise<Listed[]> =>
  (await account.get(`/events/recurring/${id}`)).body.map(({ event }: { event: Listed }) => event);
const shown = async (id = collectionId) =>
  (await list(id)).map(
    ({ starts_at, ends_at, title }) => `${starts_at.slice(5, 16)} ${ends_at.slice(11, 16)} ${title}`,
  );

it('changes nothing if it is repeated', async () => {
  await createAllOccurrences(server, account, collectionId);
  const json = { event: { starts_at: '2026-03-16 15:00', ends_at: '2026-03-16 16:00', title: 'Pilates' } };
  await change(json);
  const [before, changes] = [await list(), await server.changes(account)];
  expect((await change(json)).body).toEqual({ collection_id: collectionId });
  expect([await list(), await server.changes(account)]).toEqual([before, changes]);
});

it('changes all events with their bookings, across a change of the clock', async () => {
  await createAllOccurrences(server, account, collectionId);
  const [, second, third, fourth] = await list();
  await account.put(`/events/${second?.id}`, { json: { title: 'Pilates' } });
  await account.del(`/events/${fourth?.id}`);
  const booking = await account.create('/bookings', 'booking', { event_id: third?.id });
  const times = { starts_at: '2026-03-16 15:00', ends_at: '2026-03-16 16:00', last_booking_at: '2026-03-16 10:00' };
  const { status, body } = await change({ event: { ...times, capacity: 5 } });
  expect([status, body]).toEqual([200, { collection_id: collectionId }]);
  expect(await shown()).toEqual(['03-16T15:00 16:00 Yoga', '03-23T15:00 16:00 Pilates', '03-30T15:00 16:00 Yoga']);
  expect((await list()).map(({ last_booking_at }) => last_booking_at)).toEqual([
    '2026-03-16T10:00:00+01:00',
    '2026-03-23T10:00:00+01:00',
    '2026-03-30T10:00:00+02:00',
  ]);
  const moved = (await account.get(`/bookings/${booking.id}`)).body.booking;
  expect([moved.booked_from, moved.booked_to]).toEqual(['2026-03-30T15:00:00+02:00', '2026-03-30T16:00:00+02:00']);
});

it('splits a series of which the job has created one', async () => {
  const [first] = await list();
  const { status, body } = await change({ scope: 'following', from: first?.id, event: { title: 'Pilates' } });
  expect(status).toBe(200);
  for (const id of [collectionId, body.collection_id]) await createAllOccurrences(server, account, id);
  expect(await shown()).toEqual([]);
  expect(await shown(body.collection_id)).toEqual([
    '03-16T12:00 13:30 Pilates',
    '03-23T12:00 13:30 Pilates',
    '03-30T12:00 13:30 Pilates',
    '04-06T12:00 13:30 Pilates',
  ]);
});

it('changes one event', async () => {
  await createAllOccurrences(server, account, collectionId);
  const [, second] = await list();
  expect((await change({ scope: 'one', from: second?.id, event: { title: 'Pilates' } })).body).toEqual({
    collection_id: collectionId,
  });
  expect((await list()).map(({ title }) => title)).toEqual(['Yoga', 'Pilates', 'Yoga', 'Yoga']);
});

it('changes nothing if an event would be invalid', async () => {
  await createAllOccurrences(server, account, collectionId);
  const [first] = await list();
  await account.put(`/events/${first?.id}`, { json: { first_booking_at: '2026-03-14 12:00' } });
  const before = [await list(), await server.changes(account)];
  const tooEarly = ['must be after first_booking_at'];
  const invalid = await change({ from: first?.id, event: { last_booking_at: '2026-03-13 12:00' } });
  expect([invalid.status, invalid.body]).toEqual([
    400,
    { last_booking_at: tooEarly, occurrences: { [first?.id ?? 0]: { last_booking_at: tooEarly } } },
  ]);
  const cases: [object, object][] = [
    [{ event: { starts_at: '2026-03-16 14:00' } }, { ends_at: ['must be after starts_at'] }],
    [{ event: { ends_at: '' } }, { ends_at: ["can't be blank"] }],
    [{ scope: 'following', event: {} }, { from: ["can't be blank"] }],
    [{ from: 2_000_000_000, event: {} }, { from: ['is not an occurrence that can change'] }],
  ];
  for (const [json, body] of cases) {
    const answer = await change(json);
    expect([json, answer.status, answer.body]).toEqual([json, 400, body]);
  }
  expect([await list(), await server.changes(account)]).toEqual(before);
  expect((await account.put(`/events/recurring/${unknown}`, { json: { event: {} } })).status).toBe(404);
  const staff = await server.withRole(account, 'staff');
  expect((await staff.put(`/events/recurring/${collectionId}`, { json: { event: {} } })).status).toBe(403);
});
