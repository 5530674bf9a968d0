import { bulk } from '../graphql/bulk.calls.js';
import { type BookableService, createBookableService, createEvent } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { slotTimes } from '../support/slots.js';
import { useTestServer } from '../support/test-server.js';
import { linkTokenOf } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { WaitlistEntries } from '../support/waitlist-entries.js';

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
const answerOf = async (request: Promise<{ status: number; body: unknown }>) => {
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

describe('limits also bind', () => {
  const perDay = (maximum: number) => ({ person: [`has too many bookings on that day (maximum is ${maximum})`] });
  const tooMany = { cause: 'limit', attribute: 'person', reason: 'has too many bookings in that week' };
  let service: BookableService;
  beforeEach(async () => {
    service = await createBookableService(account, { ...open, providers: [{}, {}] });
  });
  const own = (time: object, more: object = {}) => ({
    ...{ service_id: service.serviceId, resource_id: service.resourceIds[0], person_attributes: kari },
    ...{ ...time, ...more },
  });
  const daysOf = async (query = '') =>
    (await account.get(`/bookings?${query}`)).body.map(({ booking }: { booking: { booked_from: string } }) =>
      booking.booked_from.slice(8, 10),
    );

  it('the dates of a series, which leaves out those beyond them', async () => {
    await limit({ max_weekly_per_person: 2 });
    const { body } = await account.post('/bookings/recurring', {
      json: { booking: own(at('05')), recurring: { rrule: 'FREQ=DAILY;COUNT=7' } },
    });
    await createAllOccurrences(server, account, body.collection_id);
    expect(await daysOf()).toEqual(['05', '06', '09', '10']);
    const { series } = (await account.get(`/series/${body.collection_id}`)).body;
    expect(series.left_out).toEqual(
      ['07', '08', '11'].map((day) => ({
        ...{ from: `2026-03-${day}T10:00:00+01:00`, to: `2026-03-${day}T10:30:00+01:00` },
        ...tooMany,
      })),
    );
  });

  it('a series that moves as a whole: its dates leave their days before they are counted', async () => {
    await limit({ max_daily_per_person: 1 });
    const { body } = await account.post('/bookings/recurring', {
      json: { booking: own(at('03')), recurring: { rrule: 'FREQ=DAILY;COUNT=3' } },
    });
    await createAllOccurrences(server, account, body.collection_id);
    await post(own(at('07')));
    const move = (day: string) =>
      account.put(`/bookings/recurring/${body.collection_id}`, { json: { booking: at(day) } });
    expect((await move('04')).status).toBe(200);
    expect(await daysOf()).toEqual(['04', '05', '06', '07']);
    const { body: refused } = await move('05');
    expect(Object.values(refused.occurrences)).toEqual([perDay(1)]);
    expect(await daysOf()).toEqual(['04', '05', '06', '07']);
  });

  it('the offers of the waitlist, which go to the next in the line', async () => {
    await limit({ max_daily_per_person: 1 });
    await account.put(`/services/${service.serviceId}`, { json: { service: { max_daily_bookings: 3 } } });
    await post(own(at('03', '08:00')));
    const { body: full } = await post(own(at('03'), { person_attributes: { email: 'ola@example.org' } }));
    const { body: other } = await post(own(at('03', '12:00'), { person_attributes: { email: 'nn@example.org' } }));
    const jobs = new WaitlistJobs(server, account);
    await jobs.openings();
    const entries = new WaitlistEntries(account, service.serviceId, { from: '2026-03-03', to: '2026-03-03' });
    const first = await entries.add('Kari');
    const second = await entries.add('Per');
    const third = await entries.add('Ida');
    await jobs.run();
    expect(await entries.statesOf(first, second, third)).toEqual(['waiting', 'waiting', 'waiting']);
    await account.put(`/bookings/${full.booking.id}/cancel`);
    await jobs.run();
    // The offered hold is the third booking of the day.
    expect(await entries.statesOf(first, second, third)).toEqual(['waiting', 'offered', 'waiting']);
    await account.put(`/bookings/${other.booking.id}/cancel`);
    await jobs.run();
    expect(await entries.statesOf(first, second, third)).toEqual(['waiting', 'offered', 'offered']);
  });

  it('moves by the link of a booking, whose slots leave out the full days', async () => {
    await server.configure(account, { allow_cancellation: true });
    await limit({ max_daily_per_person: 1 });
    await post(own(at('04')));
    const { body } = await post(own(at('05')));
    const token = await linkTokenOf(account, body.booking.id);
    const visitor = new Visitor(account);
    const move = (booking: object) => answerOf(visitor.put(`/bookings/${token}`, { json: { booking } }));
    expect(await move({ booked_from: '2026-03-04 15:00' })).toEqual(perDay(1));
    const slots = async (date: string) => (await visitor.get(`/bookings/${token}/slots?from=${date}&to=${date}`)).body;
    expect([(await slots('2026-03-04')).length, (await slots('2026-03-05')).length > 5]).toEqual([0, true]);
    expect(await move({ booked_from: '2026-03-05 15:00' })).toBe('booked');
    await account.put(`/resources/${service.resourceIds[1]}`, { json: { resource: { max_daily_bookings: 1 } } });
    const there = { resource_id: service.resourceIds[1], person_attributes: { email: 'ola@example.org' } };
    await post(own(at('05'), there));
    expect(await move({ resource_id: service.resourceIds[1] })).toEqual({
      resource_id: ['is fully booked on that day (maximum is 1 bookings)'],
    });
  });

  it('moves by link to other days only, as a limit that was lowered keeps the bookings of its own', async () => {
    await server.configure(account, { allow_cancellation: true });
    const { body } = await post(own(at('04')));
    await post(own(at('04', '12:00')));
    for (const day of ['03', '10']) await post(own(at(day)));
    const token = await linkTokenOf(account, body.booking.id);
    const visitor = new Visitor(account);
    const dates = async () => {
      const { body: slots } = await visitor.get(`/bookings/${token}/slots?from=2026-03-03&to=2026-03-10`);
      const starts = slots.map(({ slot }: { slot: { timestamp: string } }) => slot.timestamp.slice(8, 10));
      return [...new Set(starts)].join(' ');
    };
    expect(await dates()).toBe('03 04 05 06 07 08 09 10');
    await limit({ max_active_per_person: 1, max_daily_per_person: 1, max_weekly_per_person: 1 });
    const ofDay = { max_daily_bookings: 1 };
    await account.put(`/services/${service.serviceId}`, { json: { service: ofDay } });
    await account.put(`/resources/${service.resourceIds[0]}`, { json: { resource: ofDay } });
    expect(await dates()).toBe('04 05 06 07 08');
    const move = (day: string) =>
      answerOf(visitor.put(`/bookings/${token}`, { json: { booking: { booked_from: `2026-03-${day} 16:00` } } }));
    expect([await move('04'), await move('06')]).toEqual(['booked', 'booked']);
    expect(await move('09')).toEqual({ person: ['has too many bookings in that week (maximum is 1)'] });
  });

  it('moves of all bookings of a resource, of which those beyond them stay', async () => {
    const [from, to] = service.resourceIds;
    await account.put(`/resources/${to}`, { json: { resource: { max_daily_bookings: 2 } } });
    await post(own(at('03', '08:00'), { resource_id: to }));
    for (const time of ['09:00', '10:00', '11:00']) await post(own(at('03', time)));
    const { data } = await account.graphql(
      `mutation { moveBookings(fromResourceId: ${from}, toResourceId: ${to}, date: "2026-03-03", mode: EACH) {
        written items { error { fields } }
      } }`,
    );
    const message = { resourceId: ['is fully booked on that day (maximum is 2 bookings)'] };
    const stays = (index: number) => ({ error: { fields: { [index]: message } } });
    expect(data.moveBookings).toEqual({ written: 1, items: [{ error: null }, stays(1), stays(2)] });
  });

  it('people who were merged, or deleted and restored, by the bookings of both', async () => {
    await post(own(at('03')));
    const { body } = await post(own(at('03', '12:00'), { person_attributes: { email: 'k@example.org' } }));
    const { person_id: other } = body.booking;
    const { person_id: id } = (await account.get('/bookings?end=2026-03-03T11:00')).body[0].booking;
    await limit({ max_daily_per_person: 2 });
    const merged = await account.post(`/people/${id}/merge?merge_person_id=${other}`);
    expect(merged.status).toBe(200);
    expect(await answerOf(post(own(at('03', '14:00'))))).toEqual(perDay(2));
    expect(await slotTimes(account, service.serviceId, `from=2026-03-03&person_id=${id}`)).toBe('');
    await account.del(`/people/${id}`);
    await account.put(`/people/${id}/undelete`);
    expect(await answerOf(post(own(at('03', '14:00'), { person_attributes: undefined, person_id: id })))).toEqual(
      perDay(2),
    );
  });

  it('bookings that are imported, of which past ones count for their day and not as those of a time', async () => {
    await limit({ max_active_per_person: 1, max_daily_per_person: 2 });
    const { body: person } = await account.post('/people', { json: { person: kari } });
    const input = (day: string) => ({
      ...{ serviceId: service.serviceId, resourceId: service.resourceId, personId: person.person.id },
      ...{ bookedFrom: `2026-${day}T10:00`, bookedTo: `2026-${day}T10:30` },
    });
    const inputs = ['02-03', '02-03', '02-03', '03-03', '03-04'].map(input);
    const { data } = await bulk(account, 'createBookings', '[NewBookingInput!]!', inputs, 'mode: EACH');
    const active = { person: ['has too many bookings (maximum is 1)'] };
    expect(data?.items.map(({ error }) => Object.values(error?.fields ?? {}))).toEqual([
      ...[[], [], [perDay(2)]],
      ...[[], [active]],
    ]);
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

it('limits do not count a booking that is over, though it changes in the same request', async () => {
  const { serviceId: service_id, resourceId: resource_id } = await createBookableService(account, open);
  const of = { service_id, resource_id };
  const cancelled = (await post({ ...of, ...at('03') })).body.booking.id;
  await account.put(`/bookings/${cancelled}/cancel`);
  const moved = (await post({ ...of, ...at('04') })).body.booking.id;
  await account.put(`/services/${service_id}`, { json: { service: { max_daily_bookings: 1 } } });
  const items = [
    { id: cancelled, input: { title: 'Cancelled' } },
    { id: moved, input: { bookedFrom: '2026-03-03 10:00', bookedTo: '2026-03-03 10:30' } },
  ];
  const { data } = await bulk(account, 'updateBookings', '[BookingUpdate!]!', items, 'mode: EACH');
  expect(data?.items.map(({ error }) => error)).toEqual([null, null]);
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
