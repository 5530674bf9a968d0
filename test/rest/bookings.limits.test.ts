import { bulk } from '../graphql/bulk.calls.js';
import { type BookableService, createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });

const limit = (client: object) => account.put('/client', { json: { client } });
const kari = { name: 'Kari', email: 'kari@example.org' };

/** The clock begins on Monday, 2 March 2026. */
const at = (day: string, time = '10:00') => ({
  booked_from: `2026-03-${day} ${time}`,
  booked_to: `2026-03-${day} ${time.slice(0, 2)}:30`,
});
const open = { service: { interval: 30 }, resource: { capacity: 50 } };
const post = (booking: object, query = '') => account.post(`/bookings${query}`, { json: { booking } });
const answerOf = async (request: ReturnType<typeof post>) => {
  const { status, body } = await request;
  return status === 200 ? 'booked' : body;
};

describe('limits of a person', () => {
  let service: BookableService;
  beforeEach(async () => {
    service = await createBookableService(account, open);
  });
  const book = (time: object, more: object = {}) =>
    answerOf(
      post({
        service_id: service.serviceId,
        resource_id: service.resourceId,
        person_attributes: kari,
        ...time,
        ...more,
      }),
    );

  it('bound the bookings that are not over, of the account and of a service', async () => {
    const { serviceId: other } = await createBookableService(account, open);
    await limit({ max_active_per_person: 3 });
    await account.put(`/services/${service.serviceId}`, { json: { service: { max_active_per_person: 2 } } });
    const ofOther = { service_id: other, resource_id: undefined };
    expect(await book(at('03'))).toBe('booked');
    expect(await book(at('04'))).toBe('booked');
    expect(await book(at('05'))).toEqual({ person: ['has too many bookings of the service (maximum is 2)'] });
    expect(await book(at('05'), ofOther)).toBe('booked');
    expect(await book(at('06'), ofOther)).toEqual({ person: ['has too many bookings (maximum is 3)'] });
    expect(await book(at('06'), { ...ofOther, person_attributes: { email: 'per@example.org' } })).toBe('booked');
    expect(await book(at('06'), { ...ofOther, person_attributes: undefined })).toBe('booked');
    server.clock.advance(24 * 60);
    expect(await book(at('06'))).toEqual({
      person: ['has too many bookings (maximum is 3)', 'has too many bookings of the service (maximum is 2)'],
    });
    server.clock.advance(24 * 60);
    expect(await book(at('06'))).toBe('booked');
  });

  it('bound the bookings of a day and of a week from Monday, in the zone of the account', async () => {
    await limit({ max_daily_per_person: 1, max_weekly_per_person: 2 });
    expect(await book(at('08', '23:00'))).toBe('booked');
    expect(await book(at('08', '09:00'))).toEqual({ person: ['has too many bookings on that day (maximum is 1)'] });
    expect(await book(at('02', '00:00'))).toBe('booked');
    expect(await book(at('05'))).toEqual({ person: ['has too many bookings in that week (maximum is 2)'] });
    expect(await book(at('09', '00:00'))).toBe('booked');
  });

  it('do not count bookings that were cancelled or have expired, nor 0', async () => {
    await limit({ max_active_per_person: 1, max_daily_per_person: 0 });
    const { body } = await post({ resource_id: service.resourceId, person_attributes: kari, ...at('03') });
    expect(await book(at('04'))).toEqual({ person: ['has too many bookings (maximum is 1)'] });
    await account.put(`/bookings/${body.booking.id}/cancel`);
    expect(await book(at('04'))).toBe('booked');
  });

  it('bind staff, except with ignore_capacity, which a public booking cannot have', async () => {
    await limit({ max_active_per_person: 1 });
    await book(at('03'));
    const booking = { resource_id: service.resourceId, person_attributes: kari, ...at('04') };
    const full = { person: ['has too many bookings (maximum is 1)'] };
    expect(await answerOf(post(booking))).toEqual(full);
    const isPublic = { service_id: service.serviceId, public_booking: true };
    expect(await answerOf(post({ ...booking, ...isPublic }, '?ignore_capacity=true'))).toEqual(full);
    expect(await answerOf(post(booking, '?ignore_capacity=true'))).toBe('booked');
  });

  it('refuse a move to another day and to another person, and no other change', async () => {
    await limit({ max_daily_per_person: 1 });
    await book(at('03'));
    const { body } = await post({ resource_id: service.resourceId, person_attributes: kari, ...at('04') });
    const { id, person_id } = body.booking;
    const change = (booking: object) => answerOf(account.put(`/bookings/${id}`, { json: { booking } }));
    const full = { person: ['has too many bookings on that day (maximum is 1)'] };
    expect(await change(at('03', '12:00'))).toEqual(full);
    expect(await change(at('04', '12:00'))).toBe('booked');
    expect(await change({ comment: 'x', count: 2 })).toBe('booked');
    expect(await change({ person_attributes: { name: 'Kari N' } })).toBe('booked');
    const { body: other } = await post({
      resource_id: service.resourceId,
      person_attributes: { email: 'per@example.org' },
      ...at('03', '15:00'),
    });
    const give = account.put(`/bookings/${other.booking.id}`, { json: { booking: { person_id } } });
    expect(await answerOf(give)).toEqual(full);
  });

  it('keep the bookings that they would have refused when they are set later', async () => {
    await book(at('03'));
    await book(at('03', '12:00'));
    await limit({ max_daily_per_person: 1 });
    const { body } = await account.get('/bookings');
    expect(body).toHaveLength(2);
    const { booking } = body[1];
    expect(await answerOf(account.put(`/bookings/${booking.id}`, { json: { booking: at('03', '14:00') } }))).toBe(
      'booked',
    );
  });
});

it('a person is booked once for an event of a service that says so', async () => {
  const event = await createEvent(account, { capacity: 5 }, { once_per_person: true });
  const { body: next } = await account.post('/events', {
    json: {
      event: {
        ...{ title: 'Next', service_id: event.service_id, resource_id: event.resource_id, capacity: 5 },
        ...{ starts_at: '2026-03-04 12:00', ends_at: '2026-03-04 13:00' },
      },
    },
  });
  const book = (eventId: number, person: object = kari) =>
    answerOf(post({ event_id: eventId, person_attributes: person }));
  expect(await book(event.id)).toBe('booked');
  expect(await book(event.id)).toEqual({ person: ['is already booked for the event'] });
  expect(await book(event.id, { email: 'per@example.org' })).toBe('booked');
  expect(await book(next.event.id)).toBe('booked');
});

describe('daily limits', () => {
  const full = ['is fully booked on that day (maximum is 2 bookings)'];

  it('of a service bound its bookings, on all resources', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { ...open, providers: [{}, {}] });
    await account.put(`/services/${serviceId}`, { json: { service: { max_daily_bookings: 2 } } });
    const book = (index: number, day: string) =>
      answerOf(post({ service_id: serviceId, resource_id: resourceIds[index], ...at(day) }));
    expect([await book(0, '03'), await book(1, '03')]).toEqual(['booked', 'booked']);
    expect(await book(0, '03')).toEqual({ service_id: full });
    expect(await book(0, '04')).toBe('booked');
  });

  it('of a resource bound its appointments, and another one is chosen', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, {
      ...open,
      resource: { capacity: 50, max_daily_bookings: 2 },
      providers: [{ priority_value: 1 }, { priority_value: 2 }],
    });
    const book = async (more: object = {}) => {
      const { body } = await post({ service_id: serviceId, ...at('03'), ...more });
      return body.booking?.resource_id ?? body;
    };
    const [first, second] = resourceIds;
    expect([await book(), await book(), await book()]).toEqual([first, first, second]);
    expect(await book({ resource_id: first })).toEqual({ resource_id: full });
    expect([await book(), await book()]).toEqual([second, { resource_id: full }]);
  });

  it('count the bookings of one request', async () => {
    const { serviceId, resourceId } = await createBookableService(account, open);
    await account.put(`/services/${serviceId}`, { json: { service: { max_daily_bookings: 3 } } });
    await limit({ max_daily_per_person: 2 });
    const { body: person } = await account.post('/people', { json: { person: kari } });
    const inputs = [1, 2, 3, 4, 5].map((index) => ({
      ...{ serviceId, resourceId, personId: index < 4 ? person.person.id : null },
      ...{ bookedFrom: '2026-03-03T10:00:00+01:00', bookedTo: '2026-03-03T10:30:00+01:00' },
    }));
    const { data } = await bulk(account, 'createBookings', '[NewBookingInput!]!', inputs, 'mode: EACH');
    const problems = data?.items.map(({ error }) => Object.values(error?.fields ?? {}));
    const onDay = { person: ['has too many bookings on that day (maximum is 2)'] };
    const ofService = { serviceId: ['is fully booked on that day (maximum is 3 bookings)'] };
    expect(problems).toEqual([[], [], [onDay], [], [ofService]]);
  });
});
