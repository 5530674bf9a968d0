import { accepted } from '../../src/platform/accepted.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const other = await server.account();

const times = { starts_at: '2026-03-03 12:00', ends_at: '2026-03-03 13:00' };

async function required(of: TestAccount = account) {
  const { resourceId, serviceId } = await createBookableService(of, { service: { booking_type: 'attendance' } });
  return { resource_id: resourceId, service_id: serviceId, capacity: 3, ...times };
}

const attend = (event: { id: number }, attributes: object = {}) =>
  account.create('/bookings', 'booking', { event_id: event.id, ...attributes });
const read = async ({ id }: { id: number }) => (await account.get(`/events/${id}`)).body.event;

const wholeEvent = {
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  active: true,
  title: null,
  description: null,
  published: true,
  capacity: 3,
  starts_at: '2026-03-03T12:00:00+01:00',
  ends_at: '2026-03-03T13:00:00+01:00',
  first_booking_at: null,
  last_booking_at: null,
  availability: 3,
  nr_of_attendances: 0,
  custom_data: null,
  collection_id: null,
  overlapping_bookings: null,
};

describe('an event', () => {
  it('is created from resource, service, capacity and times', async () => {
    const given = await required();
    const { status, body } = await account.post('/events', { json: { event: given } });
    expect(status).toBe(200);
    const { resource_id, service_id } = given;
    expect(body).toEqual({ event: { ...wholeEvent, id: expect.any(Number), resource_id, service_id } });
  });

  it('has all given attributes, and is read as it was returned', async () => {
    const { resource_id, service_id } = await required();
    const given = { resource_id, service_id, title: 'Yoga', description: 'Slow.', published: false, capacity: 0 };
    const { body } = await account.post('/events', {
      json: {
        event: {
          ...given,
          starts_at: '2026-07-01T10:00:00Z',
          ends_at: '01.07.26 14:00',
          first_booking_at: '2026-06-01',
          last_booking_at: '2026-07-01 11:30',
          custom_data: { mats: 12 },
        },
      },
    });
    expect(body).toEqual({
      event: {
        ...wholeEvent,
        ...given,
        id: expect.any(Number),
        starts_at: '2026-07-01T12:00:00+02:00',
        ends_at: '2026-07-01T14:00:00+02:00',
        first_booking_at: '2026-06-01T00:00:00+02:00',
        last_booking_at: '2026-07-01T11:30:00+02:00',
        availability: 0,
        custom_data: { mats: '12' },
      },
    });
    expect((await account.get(`/events/${body.event.id}`)).body).toEqual(body);
  });

  it('counts the people of its active bookings', async () => {
    const event = await createEvent(account, { capacity: 5 });
    await attend(event, { count: 2 });
    const cancelled = await attend(event);
    expect(await read(event)).toMatchObject({ nr_of_attendances: 3, availability: 2 });
    await account.put(`/bookings/${cancelled.id}/cancel`);
    expect(await read(event)).toMatchObject({ nr_of_attendances: 2, availability: 3 });
    const { body } = await account.put(`/events/${event.id}`, { json: { event: { capacity: 1 } } });
    expect(body.event).toMatchObject({ nr_of_attendances: 2, availability: 0 });
  });

  it('does not count an expired hold', async () => {
    const event = await createEvent(account);
    const { id } = await attend(event);
    await server.sql(
      "update booking set state = 'awaiting_verification', expires_at = ? where account_id = ? and id = ?",
      new Date(server.clock.now().getTime() + 60_000),
      account.credentials.id,
      id,
    );
    expect(await read(event)).toMatchObject({ nr_of_attendances: 1, availability: 2 });
    server.clock.advance(1);
    expect(await read(event)).toMatchObject({ nr_of_attendances: 0, availability: 3 });
  });
});

describe('bad input', () => {
  it.each([
    [{ resource_id: null }, { resource_id: ["can't be blank"] }],
    [{ resource_id: 999_999 }, { resource_id: ['does not exist'] }],
    [{ service_id: 0 }, { service_id: ['does not exist'] }],
    [{ capacity: -1 }, { capacity: ['must be greater than or equal to 0'] }],
    [{ capacity: 100_001 }, { capacity: ['must be less than or equal to 100000'] }],
    [{ starts_at: null }, { starts_at: ["can't be blank"] }],
    [{ starts_at: 'noon' }, { starts_at: ['is invalid', accepted.dateTime] }],
    [{ ends_at: '2026-03-03 12:00' }, { ends_at: ['must be after starts_at'] }],
    [{ ends_at: '2026-03-03 11:59' }, { ends_at: ['must be after starts_at'] }],
    [
      { first_booking_at: '2026-03-02', last_booking_at: '2026-03-01' },
      { last_booking_at: ['must be after first_booking_at'] },
    ],
    [{ title: 'a'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
  ])('%j is rejected, on creation and on change', async (attributes, errors) => {
    const creation = await account.post('/events', { json: { event: { ...(await required()), ...attributes } } });
    expect([creation.status, creation.body]).toEqual([400, errors]);
    const before = await createEvent(account);
    const change = await account.put(`/events/${before.id}`, { json: { event: attributes } });
    expect([change.status, change.body]).toEqual([400, errors]);
    expect(await read(before)).toEqual(before);
  });

  it('includes all missing required attributes', async () => {
    const { status, body } = await account.post('/events', { json: { event: {} } });
    const blank = ["can't be blank"];
    const errors = { resource_id: blank, service_id: blank, capacity: blank, starts_at: blank, ends_at: blank };
    expect([status, body]).toEqual([400, errors]);
  });

  it('includes a resource or service of another account', async () => {
    const { status, body } = await account.post('/events', { json: { event: await required(other) } });
    expect([status, body]).toEqual([400, { resource_id: ['does not exist'], service_id: ['does not exist'] }]);
  });
});

describe('lists', () => {
  let studio: TestAccount;
  let ids: Record<string, { resource_id: number; service_id: number }>;
  beforeAll(async () => {
    studio = await server.account();
    ids = { a: await required(studio), b: await required(studio) };
    const schedule: [string, string, string][] = [
      ['late', '2026-03-05 12:00', 'a'],
      ['early', '2026-03-03 12:00', 'a'],
      ['middle', '2026-03-04 12:00', 'b'],
    ];
    for (const [title, starts_at, at] of schedule) {
      server.clock.advance(60);
      const ends_at = starts_at.replace('12:00', '13:00');
      await studio.create('/events', 'event', { ...ids[at], title, starts_at, ends_at });
    }
  });

  const titles = ({ body }: { body: { event: { title: string } }[] }): string[] => body.map(({ event }) => event.title);

  it('are in the order of time', async () => {
    expect(titles(await studio.get('/events'))).toEqual(['early', 'middle', 'late']);
    expect(titles(await studio.get('/events?order=starts_at_desc'))).toEqual(['late', 'middle', 'early']);
  });

  it.each([
    ['start=2026-03-04 12:00', ['middle', 'late']],
    ['start=2026-03-04T12:00:01', ['late']],
    ['end=2026-03-04 13:00', ['early', 'middle']],
    ['start=2026-03-04&end=2026-03-05', ['middle']],
    ['start=&service_id=', ['early', 'middle', 'late']],
  ])('with %s', async (query, expected) => {
    expect(titles(await studio.get(`/events?${query}`))).toEqual(expected);
  });

  it('of a resource, of a service, of changes since a time', async () => {
    expect(titles(await studio.get(`/events?resource_id=${ids['a']?.resource_id}`))).toEqual(['early', 'late']);
    expect(titles(await studio.get(`/events?service_id=${ids['b']?.service_id}`))).toEqual(['middle']);
    const { updated_at } = (await studio.get('/events')).body[0].event;
    expect(titles(await studio.get(`/events?since=${encodeURIComponent(updated_at)}`))).toEqual(['early', 'middle']);
  });

  it.each([
    ['order=title', { order: ['is not included in the list', expect.stringMatching(/^must be one of /)] }],
    ['start=soon', { start: ['is invalid', accepted.dateTime] }],
    ['since=2026-13-01', { since: ['is invalid', accepted.dateTime] }],
    ['resource_id=x', { resource_id: ['is not a number'] }],
  ])('reject %s', async (query, errors) => {
    const { status, body } = await studio.get(`/events?${query}`);
    expect([status, body]).toEqual([400, errors]);
  });

  it('count the people of all their events by one statement', async () => {
    const { statements } = await statementsOf(server.database, () => studio.get('/events'));
    expect(statements.filter((sql) => sql.includes('from booking'))).toHaveLength(1);
    expect(statements).toHaveLength(3);
  });
});
