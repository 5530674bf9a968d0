import { createBookableService } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
let event: object;
beforeEach(async () => {
  const { serviceId, resourceId } = await createBookableService(account, { service: { booking_type: 'attendance' } });
  event = {
    service_id: serviceId,
    resource_id: resourceId,
    title: 'Yoga',
    capacity: 3,
    custom_data: { level: 'easy' },
    starts_at: '2026-03-24 12:00',
    ends_at: '2026-03-24 13:30',
    last_booking_at: '2026-03-23 12:00',
  };
});

const createEvent = (attributes: object, pattern: object) =>
  account.post('/events/recurring', { json: { event: { ...event, ...attributes }, ...pattern } });

it.each(['recurrence', 'recurring'])('creates events that differ only in their times, by %s', async (parameter) => {
  const { status, body } = await createEvent({}, { [parameter]: { rrule: 'FREQ=WEEKLY;COUNT=3' } });
  expect([status, body]).toEqual([200, { collection_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  const path = `/events/recurring/${body.collection_id}`;
  expect((await account.get(path)).body).toHaveLength(1);
  await createAllOccurrences(server, account, body.collection_id);
  const { body: listed } = await account.get(path);
  const events = listed.map(({ event: found }: { event: Record<string, unknown> }) => found);
  expect(events.map(({ starts_at, ends_at, last_booking_at }: never) => [starts_at, ends_at, last_booking_at])).toEqual(
    [
      ['2026-03-24T12:00:00+01:00', '2026-03-24T13:30:00+01:00', '2026-03-23T12:00:00+01:00'],
      ['2026-03-31T12:00:00+02:00', '2026-03-31T13:30:00+02:00', '2026-03-30T12:00:00+02:00'],
      ['2026-04-07T12:00:00+02:00', '2026-04-07T13:30:00+02:00', '2026-04-06T12:00:00+02:00'],
    ],
  );
  for (const found of events) {
    expect(found).toMatchObject({ title: 'Yoga', capacity: 3, custom_data: { level: 'easy' }, availability: 3 });
    expect(found.collection_id).toBe(body.collection_id);
  }
  await account.del(`/events/${events[1].id}`);
  expect((await account.get(`${path}?order=starts_at_desc`)).body).toHaveLength(2);
});

it('does not keep a first event that exdate excludes', async () => {
  const { body } = await createEvent({}, { recurrence: { rrule: 'FREQ=DAILY;COUNT=2', exdate: '20260324' } });
  await createAllOccurrences(server, account, body.collection_id);
  expect((await account.get(`/events/recurring/${body.collection_id}`)).body).toHaveLength(1);
});

it('reports errors of the first event before those of the pattern', async () => {
  for (const attributes of [{ capacity: -1 }, { ends_at: null }, { resource_id: 2_000_000_000 }, { title: [] }]) {
    const single = await account.post('/events', { json: { event: { ...event, ...attributes } } });
    const { status, body } = await createEvent(attributes, { recurrence: { rrule: 'x' } });
    expect([status, body]).toEqual([400, single.body]);
  }
  const { status, body } = await createEvent({}, { recurrence: { rrule: 'FREQ=DAILY;COUNT=732' } });
  expect([status, body]).toEqual([
    400,
    {
      collection_id: ['has too many occurrences (maximum is 731)'],
      rrule: ['has too many occurrences (maximum is 731)'],
    },
  ]);
  expect((await account.get('/events')).body).toEqual([]);
  expect((await createEvent({}, { recurrence: 'x' })).body).toEqual({ recurrence: ['is invalid'] });
});

it('finds no other collection', async () => {
  const { body } = await createEvent({}, { recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } });
  const other = await server.account();
  expect((await other.get(`/events/recurring/${body.collection_id}`)).status).toBe(404);
  expect((await account.get('/events/recurring/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await account.get('/events/recurring/x')).status).toBe(404);
});
