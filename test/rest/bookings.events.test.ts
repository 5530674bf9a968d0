import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const attend = (eventId: number, attributes: object = {}, parameters: object = {}) =>
  account.post('/bookings', { json: { booking: { event_id: eventId, ...attributes }, ...parameters } });
const full = { event_id: ['is full'] };

it('takes time, resource and service from its event', async () => {
  const event = await createEvent(account, { starts_at: '2026-03-03 22:00', ends_at: '2026-03-03 23:30' });
  const { status, body } = await attend(event.id, { count: 2 });
  expect(status).toBe(200);
  expect(body.booking).toMatchObject({
    booking_type: 'attendance',
    event_id: event.id,
    service_id: event.service_id,
    resource_id: event.resource_id,
    booked_from: '2026-03-03T22:00:00+01:00',
    booked_to: '2026-03-03T23:30:00+01:00',
    event: {
      id: event.id,
      title: 'Yoga',
      starts_at: '2026-03-03T22:00:00+01:00',
      ends_at: '2026-03-03T23:30:00+01:00',
    },
  });
  const { body: extended } = await account.get(`/bookings/${body.booking.id}?extended=true`);
  const { overlapping_bookings: _, ...shown } = (await account.get(`/events/${event.id}`)).body.event;
  expect(extended.booking.event).toEqual(shown);
  expect(extended.booking.event).toMatchObject({ availability: 1, nr_of_attendances: 2 });
});

it('can repeat the values of the event, but not differ', async () => {
  const event = await createEvent(account);
  const { id: other } = await account.create('/resources', 'resource', { title: 'Other' });
  const same = {
    booked_from: event.starts_at,
    booked_to: '2026-03-03 13:00',
    resource_id: event.resource_id,
    service_id: event.service_id,
  };
  const { status, body } = await attend(event.id, same);
  expect(status).toBe(200);
  const different = {
    booked_from: '2026-03-03 12:01',
    booked_to: '2026-03-03 13:01',
    resource_id: other,
    service_id: 2_000_000_000,
  };
  for (const [attribute, value] of Object.entries(different)) {
    expect((await attend(event.id, { [attribute]: value })).body).toEqual({
      [attribute]: ['must be that of the event'],
    });
    const moved = await account.put(`/bookings/${body.booking.id}`, { json: { [attribute]: value } });
    expect(moved.body).toEqual({ [attribute]: ["can't be changed on a booking of an event"] });
  }
  expect((await account.put(`/bookings/${body.booking.id}`, { json: { ...same, title: 'x' } })).status).toBe(200);
  expect((await account.put(`/bookings/${body.booking.id}`, { json: { event_id: null } })).body).toEqual({
    event_id: ["can't be blank"],
  });
});

it('is limited only by the capacity of the event', async () => {
  const event = await createEvent(account, { capacity: 3 });
  const sameTime = await createEvent(account, {
    capacity: 1,
    resource_id: event.resource_id,
    service_id: event.service_id,
  });
  expect((await attend(event.id, { count: 4 })).body).toEqual(full);
  const { body } = await attend(event.id, { count: 2 });
  expect((await attend(event.id, { count: 2 })).body).toEqual(full);
  expect((await attend(event.id)).status).toBe(200);
  expect((await attend(sameTime.id)).status).toBe(200);
  expect((await attend(event.id)).body).toEqual(full);
  expect((await attend(event.id, {}, { ignore_capacity: true })).status).toBe(200);
  await account.del(`/bookings/${body.booking.id}`);
  expect((await attend(event.id)).status).toBe(200);
  expect((await attend(event.id)).body).toEqual(full);
});

it('can grow and shrink within the capacity', async () => {
  const event = await createEvent(account, { capacity: 3 });
  const { body } = await attend(event.id);
  await attend(event.id);
  const resize = (count: number) => account.put(`/bookings/${body.booking.id}`, { json: { count } });
  expect((await resize(3)).body).toEqual(full);
  expect((await resize(2)).body.booking.count).toBe(2);
  await account.put(`/events/${event.id}`, { json: { capacity: 1 } });
  expect((await resize(1)).status).toBe(200);
  expect((await resize(2)).body).toEqual(full);
});

it('can move to another event that has room', async () => {
  const [from, to] = [
    await createEvent(account),
    await createEvent(account, { capacity: 1, starts_at: '2026-03-03 11:00' }),
  ];
  const { body } = await attend(from.id);
  const move = (id: number, attributes: object = {}) =>
    account.put(`/bookings/${body.booking.id}`, { json: { event_id: id, ...attributes } });
  expect((await move(to.id)).body.booking).toMatchObject({
    event_id: to.id,
    booked_from: to.starts_at,
    resource_id: to.resource_id,
  });
  await attend(from.id, { count: 3 });
  expect((await move(from.id)).body).toEqual(full);
  expect((await move(2_000_000_000)).body).toEqual({ event_id: ['does not exist'] });
});

it('follows its event', async () => {
  const event = await createEvent(account);
  const { body } = await attend(event.id);
  await account.put(`/events/${event.id}`, { json: { starts_at: '2026-03-03 12:30', ends_at: '2026-03-03 14:00' } });
  const { body: moved } = await account.get(`/bookings/${body.booking.id}`);
  expect(moved.booking).toMatchObject({
    booked_from: '2026-03-03T12:30:00+01:00',
    booked_to: '2026-03-03T14:00:00+01:00',
    revision_count: 1,
  });
});

it("is limited to the service's count per booking", async () => {
  const event = await createEvent(account, {}, { booking_minimum: 2, booking_capacity: 2 });
  expect((await attend(event.id)).body).toEqual({ count: ['must be greater than or equal to 2'] });
  expect((await attend(event.id, { count: 3 })).body).toEqual({ count: ['must be less than or equal to 2'] });
});

it('is rejected for a deleted event, and for an attendance without one', async () => {
  const event = await createEvent(account);
  await account.del(`/events/${event.id}`);
  expect((await attend(event.id)).body).toEqual({ event_id: ['does not exist'] });
  const { serviceId, resourceId } = await createBookableService(account, { service: { booking_type: 'attendance' } });
  const booking = {
    service_id: serviceId,
    resource_id: resourceId,
    booked_from: '2026-03-03 10:00',
    booked_to: '2026-03-03 11:00',
  };
  expect((await account.post('/bookings', { json: booking })).body).toEqual({ event_id: ["can't be blank"] });
});

describe('bookings of an event', () => {
  it('are listed if active, and others by their state', async () => {
    const event = await createEvent(account);
    const ids: number[] = [];
    for (const _ of [1, 2, 3]) ids.push((await attend(event.id)).body.booking.id);
    await account.put(`/bookings/${ids[0]}/cancel`);
    await account.del(`/bookings/${ids[1]}`);
    const listed = async (suffix = '') => {
      const { body } = await account.get(`/events/${event.id}/bookings${suffix}`);
      return body.map(({ booking }: { booking: { id: number } }) => ids.indexOf(booking.id));
    };
    expect(await listed()).toEqual([2]);
    expect(await listed('?state=cancelled,deleted')).toEqual([0, 1]);
    expect(await listed('/all')).toEqual([0, 1, 2]);
    expect(await listed('/visible?order=booked_from_desc')).toEqual([2, 0]);
  });
});

describe('without an event_id', () => {
  const startsAt = { starts_at: '2026-03-05 12:00', ends_at: '2026-03-05 13:00' };
  const unchosen = { event_id: ["can't be blank"] };
  const another = (event: { service_id: number; resource_id: number }, attributes: object) =>
    account.create('/events', 'event', {
      ...{ service_id: event.service_id, resource_id: event.resource_id, capacity: 3, ...startsAt },
      ...attributes,
    });
  const attendService = (serviceId: number, attributes: object = {}) =>
    account.post('/bookings', {
      json: { booking: { service_id: serviceId, booked_from: startsAt.starts_at, ...attributes } },
    });

  it('gets the only event of the service with that start and room', async () => {
    const event = await createEvent(account, { ...startsAt, capacity: 2 });
    await another(event, { starts_at: '2026-03-05 12:01' });
    const { status, body } = await attendService(event.service_id, { count: 2 });
    expect([status, body.booking]).toMatchObject([
      200,
      { event_id: event.id, booking_type: 'attendance', booked_to: event.ends_at, resource_id: event.resource_id },
    ]);
    expect((await attendService(event.service_id)).body).toEqual(unchosen);
    const { id } = await another(event, startsAt);
    expect((await attendService(event.service_id)).body.booking.event_id).toBe(id);
    expect((await attendService(event.service_id, { booked_to: '2026-03-05 13:01' })).body).toEqual({
      booked_to: ['must be that of the event'],
    });
  });

  it('is full for a booking of another service that ignored the capacity of its resource', async () => {
    const event = await createEvent(account, { ...startsAt, capacity: 1 });
    expect((await attend(event.id)).status).toBe(200);
    const of = await createBookableService(account);
    const time = { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' };
    const { id } = await bookService(account, of, time, { ignore_capacity: true });
    const change = { json: { service_id: event.service_id } };
    expect((await account.put(`/bookings/${id}`, change)).body).toEqual(unchosen);
    const { id: free } = await another(event, startsAt);
    expect((await account.put(`/bookings/${id}`, change)).body).toMatchObject({ booking: { event_id: free } });
  });

  it('is rejected if several or no events start then', async () => {
    const event = await createEvent(account, startsAt);
    await another(event, startsAt);
    expect((await attendService(event.service_id)).body).toEqual(unchosen);
    expect((await attendService(event.service_id, { booked_from: '2026-03-06 12:00' })).body).toEqual(unchosen);
    expect((await attendService(event.service_id, { booked_from: null })).body).toEqual(unchosen);
  });

  it('gets that of its resource if several start then', async () => {
    const event = await createEvent(account, startsAt);
    const { id: hall } = await account.create('/resources', 'resource', { title: 'Hall' });
    const { id } = await another(event, { ...startsAt, resource_id: hall });
    const at = async (resource: number) => (await attendService(event.service_id, { resource_id: resource })).body;
    expect((await at(hall)).booking.event_id).toBe(id);
    expect((await at(event.resource_id)).booking.event_id).toBe(event.id);
    const { id: other } = await account.create('/resources', 'resource', { title: 'Other' });
    expect(await at(other)).toEqual(unchosen);
    await another(event, { ...startsAt, resource_id: hall });
    expect(await at(hall)).toEqual(unchosen);
  });

  it('gets no event that the public cannot book, if it is public', async () => {
    const event = await createEvent(account, { ...startsAt, published: false });
    expect((await attendService(event.service_id, { public_booking: true })).body).toEqual(unchosen);
    const { id } = await another(event, startsAt);
    expect((await attendService(event.service_id, { public_booking: true })).body.booking.event_id).toBe(id);
  });
});
