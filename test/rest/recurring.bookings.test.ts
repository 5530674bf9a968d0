import { accepted } from '../../src/platform/accepted.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { createAllOccurrences, createBatch } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';
import { daily, dates, type Listed, time, unknown } from './recurring.series.js';

const server = await useTestServer();
const account = server.accountPerTest();

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

describe('POST /bookings/recurring', () => {
  it('creates the first booking immediately and the others in the background, which differ only in their times', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { providers: [{}, {}] });
    const booking = {
      service_id: serviceId,
      count: 1,
      title: 'Lesson',
      notes: 'Bring a pen',
      external_id: 'x',
      custom_data: { room: 'blue' },
      reminder_at: '2026-03-02 12:00',
      person_attributes: { name: 'Kari', email: 'kari@example.org' },
    };
    const { status, body } = await book(booking, { rrule: 'FREQ=WEEKLY;COUNT=5' });
    expect(status).toBe(200);
    const collectionId = body.collection_id;
    expect(body).toEqual({ collection_id: collectionId });
    expect(dates(await list(collectionId))).toEqual(['03-03']);
    expect(await server.changes(account)).toEqual(expect.arrayContaining(['booking.created', 'recurrence.created']));

    await createAllOccurrences(server, account, collectionId);
    const bookings = await list(collectionId);
    expect(bookings.map(({ booked_from, booked_to, reminder_at }) => [booked_from, booked_to, reminder_at])).toEqual([
      ['2026-03-03T10:00:00+01:00', '2026-03-03T11:00:00+01:00', '2026-03-02T12:00:00+01:00'],
      ['2026-03-10T10:00:00+01:00', '2026-03-10T11:00:00+01:00', '2026-03-09T12:00:00+01:00'],
      ['2026-03-17T10:00:00+01:00', '2026-03-17T11:00:00+01:00', '2026-03-16T12:00:00+01:00'],
      ['2026-03-24T10:00:00+01:00', '2026-03-24T11:00:00+01:00', '2026-03-23T12:00:00+01:00'],
      ['2026-03-31T10:00:00+02:00', '2026-03-31T11:00:00+02:00', '2026-03-30T12:00:00+02:00'],
    ]);
    const [first, ...others] = bookings.map(({ id, booked_from, booked_to, reminder_at, ...shared }) => shared);
    expect(first).toMatchObject({
      title: 'Lesson',
      resource_id: resourceId,
      collection_id: collectionId,
      state: 'confirmed',
      created_by: 'api',
      custom_data: { room: 'blue' },
      person: { name: 'Kari' },
    });
    for (const other of others) expect(other).toEqual(first);
    expect((await account.get('/people')).body).toHaveLength(1);
    expect((await server.changes(account)).filter((name) => name === 'booking.created')).toHaveLength(5);
  });

  it('skips occurrences without room, and continues', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const place = { service_id: serviceId, resource_id: resourceId };
    await account.create('/bookings', 'booking', {
      ...place,
      booked_from: '2026-03-05 10:30',
      booked_to: '2026-03-05 10:45',
    });
    await account.create('/events', 'event', {
      resource_id: resourceId,
      service_id: serviceId,
      capacity: 1,
      starts_at: '2026-03-07 08:00',
      ends_at: '2026-03-07 12:00',
    });
    const collectionId = await bookAll(place, daily(6));
    expect(dates(await list(collectionId))).toEqual(['03-03', '03-04', '03-06', '03-08']);
  });

  it('creates them without room if it ignores the capacity, but skips those that overlap each other', async () => {
    const { resourceId } = await createBookableService(account);
    const long = { resource_id: resourceId, booked_to: '2026-03-04 12:00' };
    expect(dates(await list(await bookAll(long, daily(4))))).toEqual(['03-03', '03-05']);
    const all = await bookAll(long, daily(4), { ignore_capacity: true });
    expect(dates(await list(all))).toHaveLength(4);
  });

  it('applies the rules for the public to each', async () => {
    const { serviceId } = await createBookableService(account, {
      resource: { opening_hours_sat: null, opening_hours_sun: null },
    });
    await server.configure(account, { future_bookable_period: 'in 10 days' });
    const collectionId = await bookAll({ service_id: serviceId, public_booking: true }, daily(14));
    expect(dates(await list(collectionId))).toEqual([
      ...['03-03', '03-04', '03-05', '03-06'],
      ...['03-09', '03-10', '03-11'],
    ]);
  });

  it('requires the verification of each by its own code', async () => {
    await server.configure(account, { verification_method: 1 });
    const { serviceId } = await createBookableService(account);
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const collectionId = await bookAll({ service_id: serviceId, person_attributes }, daily(3), { confirm: false });
    const bookings = await list(collectionId);
    expect(bookings.map(({ state }) => state)).toEqual(Array(3).fill('awaiting_verification'));
    expect(bookings.every(({ verification_code }) => /^\d{6}$/.test(String(verification_code)))).toBe(true);
  });

  it('sets reminders of each by the settings of the account', async () => {
    const { resourceId } = await createBookableService(account);
    const collectionId = await bookAll({ resource_id: resourceId }, daily(2), { add_reminder_sms: true });
    expect((await list(collectionId)).map(({ reminder_at }) => reminder_at)).toEqual([
      '2026-03-02T12:00:00+01:00',
      '2026-03-03T12:00:00+01:00',
    ]);
  });

  it('accepts a form, the other name of the parameter, and the object without its wrapper', async () => {
    const { resourceId } = await createBookableService(account);
    const form = new URLSearchParams({
      'booking[resource_id]': String(resourceId),
      'booking[booked_from]': '2026-03-03 10:00',
      'booking[booked_to]': '2026-03-03 11:00',
      'recurring[rdate]': 'VALUE=DATE:20260305,20260304',
    });
    const { body } = await account.post('/bookings/recurring', { form: form.toString() });
    await createAllOccurrences(server, account, body.collection_id);
    expect(dates(await list(body.collection_id))).toEqual(['03-03', '03-04', '03-05']);
    const json = { resource_id: resourceId, ...time, booked_from: '2026-03-03 10:30', recurrence: daily(2) };
    const other = await account.post('/bookings/recurring?ignore_capacity=1', { json });
    expect([other.status, Object.keys(other.body)]).toEqual([200, ['collection_id']]);
  });

  it('does not keep a first booking that exdate excludes, but keeps its person', async () => {
    const { serviceId } = await createBookableService(account);
    const collectionId = await bookAll(
      { service_id: serviceId, person_attributes: { name: 'Kari' } },
      { ...daily(3), exdate: 'VALUE=DATE:20260303' },
    );
    const bookings = await list(collectionId);
    expect(dates(bookings)).toEqual(['03-04', '03-05']);
    expect(bookings.map(({ person }) => (person as { name: string }).name)).toEqual(['Kari', 'Kari']);
  });

  it('reports errors of the first booking like a single creation, with any rule, and creates nothing', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const busy = { service_id: serviceId, resource_id: resourceId };
    await account.create('/bookings', 'booking', { ...busy, ...time });
    const before = await server.changes(account);
    const invalid = [
      busy,
      { ...busy, booked_to: '2026-03-03 09:00' },
      { ...busy, booked_from: null },
      { ...busy, resource_id: 2_000_000_000 },
      { ...busy, person_id: 2_000_000_000 },
      { ...busy, person_attributes: {} },
      { ...busy, count: 'x' },
      { ...busy, title: 'x'.repeat(256) },
      {},
    ];
    for (const booking of invalid) {
      const single = await account.post('/bookings', { json: { booking: { ...time, ...booking } } });
      expect(single.status).toBe(400);
      for (const recurring of [daily(3), { rrule: 'x' }, { ...daily(3), exdate: '20260303' }]) {
        const { status, body } = await book(booking, recurring);
        expect([status, body]).toEqual([400, single.body]);
      }
    }
    expect(await server.changes(account)).toEqual(before);
    expect(await server.sql('select from recurrence where account_id = ?', account.credentials.id)).toEqual([]);
  });

  it.each<[string, unknown, object]>([
    ['is missing', undefined, { collection_id: ['needs an rrule or an rdate'], rrule: ['needs an rrule or an rdate'] }],
    ['is empty', {}, { collection_id: ['needs an rrule or an rdate'], rrule: ['needs an rrule or an rdate'] }],
    [
      'is blank',
      { rrule: null, rdate: ' ' },
      { collection_id: ['needs an rrule or an rdate'], rrule: ['needs an rrule or an rdate'] },
    ],
    [
      'only takes out',
      { exdate: '20260304' },
      { collection_id: ['needs an rrule or an rdate'], rrule: ['needs an rrule or an rdate'] },
    ],
    [
      'is no rule',
      { rrule: 'every day' },
      { collection_id: ['has an invalid rrule'], rrule: ['is invalid', accepted.rule] },
    ],
    ['is a number', { rrule: 7 }, { collection_id: ['has an invalid rrule'], rrule: ['is invalid', accepted.rule] }],
    [
      'adds no date',
      { ...daily(2), rdate: 'x' },
      { collection_id: ['has an invalid rdate'], rdate: ['is invalid', accepted.ruleDates] },
    ],
    [
      'takes out no date',
      { ...daily(2), exdate: '20260230' },
      { collection_id: ['has an invalid exdate'], exdate: ['is invalid', accepted.ruleDates] },
    ],
    [
      'counts too many',
      { rrule: 'FREQ=DAILY;COUNT=732' },
      {
        collection_id: ['has too many occurrences (maximum is 731)'],
        rrule: ['has too many occurrences (maximum is 731)'],
      },
    ],
    [
      'lasts too long',
      { rrule: 'FREQ=DAILY;UNTIL=20300101' },
      {
        collection_id: ['has too many occurrences (maximum is 731)'],
        rrule: ['has too many occurrences (maximum is 731)'],
      },
    ],
    [
      'never matches',
      { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
      { collection_id: ['has no occurrences'], rrule: ['has no occurrences'] },
    ],
    [
      'ends before it begins',
      { rrule: 'FREQ=DAILY;UNTIL=20260302' },
      { collection_id: ['has no occurrences'], rrule: ['has no occurrences'] },
    ],
    [
      'takes out all',
      { ...daily(1), exdate: '20260303' },
      { collection_id: ['has no occurrences'], rrule: ['has no occurrences'] },
    ],
    [
      'ends too late',
      { rrule: 'FREQ=YEARLY;COUNT=300' },
      { collection_id: ['must end by the year 2200'], rrule: ['must end by the year 2200'] },
    ],
    [
      'is too long',
      { rrule: `FREQ=DAILY;${' '.repeat(20_000)}COUNT=2` },
      {
        collection_id: ['is too long (maximum is 20000 characters)'],
        rrule: ['is too long (maximum is 20000 characters)'],
      },
    ],
    ['is a text', 'FREQ=DAILY;COUNT=2', { recurring: ['is invalid'] }],
    ['is an array', [1], { recurring: ['is invalid'] }],
    ['has an array', { rrule: ['FREQ=DAILY'] }, { recurring: { rrule: ['is invalid'] } }],
    ['has an object', { rrule: { freq: 'DAILY' } }, { recurring: { rrule: ['is invalid'] } }],
  ])('rejects a pattern that %s', async (_, recurring, errors) => {
    const { id: resourceId } = await account.create('/resources', 'resource', { title: 'Chair' });
    const { status, body } = await book({ resource_id: resourceId }, recurring);
    expect([status, body]).toEqual([400, errors]);
    expect((await account.get('/bookings/all')).body).toEqual([]);
  });

  it('only the first attends the event, because the others are at other times', async () => {
    const event = await createEvent(account);
    const { body } = await account.post('/bookings/recurring', {
      json: { booking: { event_id: event.id }, recurring: daily(3) },
    });
    await createAllOccurrences(server, account, body.collection_id);
    expect(dates(await list(body.collection_id))).toEqual(['03-03']);
  });

  it('creates 731 occurrences of an endless pattern', async () => {
    const { resourceId } = await createBookableService(account);
    const { body } = await book({ resource_id: resourceId }, { rrule: 'FREQ=DAILY' });
    const [row] = await server.sql<{ left: number }>(
      'select jsonb_array_length(occurrences) as left from recurrence where collection_id = ?',
      body.collection_id,
    );
    expect(row).toEqual({ left: 730 });
  });
});

const notFound = { error: { description: 'Not found' } };

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
