import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const buffers = { buffer_before: 15, buffer_after: 30 };
const notAvailable = [400, { resource_id: ['is not available'] }];

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  ({ serviceId, resourceId } = await createBookableService(account, { service: buffers }));
});

const at = (from: string, to: string) => ({ booked_from: `2026-03-04 ${from}`, booked_to: `2026-03-04 ${to}` });
const book = async (from: string, to: string, attributes: object = {}, parameters: object = {}) => {
  const booking = { service_id: serviceId, resource_id: resourceId, ...at(from, to), ...attributes };
  const { status, body } = await account.post('/bookings', { json: { booking, ...parameters } });
  return status === 200 ? body.booking : [status, body];
};
const change = async (id: number, json: object) => {
  const { status, body } = await account.put(`/bookings/${id}`, { json });
  return status === 200 ? status : [status, body];
};
const startsOf = async (read: (path: string) => Promise<{ body: { slot: { timestamp: string } }[] }>) => {
  const { body } = await read(`/services/${serviceId}/slots?from=2026-03-04&to=2026-03-04`);
  return body.map(({ slot }) => slot.timestamp.slice(11, 16)).join(' ');
};
const withoutBuffers = async (): Promise<number> => {
  const { id } = await account.create('/services', 'service', { title: 'Wash' });
  await account.create('/providers', 'provider', { service_id: id, resource_id: resourceId });
  return id;
};

describe('the buffers of a service', () => {
  it.each([
    [{ buffer_before: -1 }, { buffer_before: ['must be greater than or equal to 0'] }],
    [{ buffer_after: 1441 }, { buffer_after: ['must be less than or equal to 1440'] }],
    [{ buffer_before: 1.5 }, { buffer_before: [expect.any(String)] }],
    [{ buffer_after: 'long' }, { buffer_after: ['is not a number'] }],
  ])('%j is rejected', async (given, errors) => {
    const { status, body } = await account.post('/services', { json: { service: { title: 'Cut', ...given } } });
    expect([status, body]).toEqual([400, errors]);
  });

  it('are kept free by other bookings, with theirs', async () => {
    await book('12:00', '13:00');
    expect(await book('13:44', '14:44')).toEqual(notAvailable);
    expect(await book('10:16', '11:16')).toEqual(notAvailable);
    const wash = await withoutBuffers();
    expect(await book('13:29', '14:00', { service_id: wash })).toEqual(notAvailable);
    expect(await book('13:30', '13:45', { service_id: wash })).toMatchObject({ state: 'confirmed' });
    expect(await book('14:00', '15:00')).toMatchObject({ state: 'confirmed' });
    expect(await book('10:15', '11:15')).toMatchObject({ state: 'confirmed' });
  });

  it('are kept free by slots, and may lie outside the opening hours', async () => {
    const visitor = new Visitor(account);
    expect(await startsOf(account.get)).toBe('09:00 10:00 11:00 12:00 13:00 14:00 15:00 16:00');
    await book('12:00', '13:00');
    expect(await startsOf(account.get)).toBe('09:00 10:00 13:45 14:45 15:45');
    expect(await startsOf(visitor.get)).toBe('09:00 10:00 13:45 14:45 15:45');
    for (const start of ['09:00', '13:45', '15:45']) {
      const [hour = '', minute = ''] = start.split(':');
      const booked = await book(start, `${Number(hour) + 1}:${minute}`, { public_booking: true });
      expect([start, booked]).toEqual([start, expect.objectContaining({ state: 'confirmed' })]);
    }
  });

  it('count with the people of a resource with room for several', async () => {
    await account.put(`/resources/${resourceId}`, { json: { capacity: 2 } });
    await book('10:00', '11:00');
    await book('12:00', '13:00');
    // It overlaps one buffer at a time.
    expect(await book('11:15', '11:30', { count: 1 })).toMatchObject({ state: 'confirmed' });
    expect(await book('11:20', '11:30')).toEqual(notAvailable);
  });

  it('are those of the time when a booking is made or moved', async () => {
    const booking = await book('12:00', '13:00');
    await account.put(`/services/${serviceId}`, { json: { buffer_before: 120, buffer_after: 0 } });
    const wash = await withoutBuffers();
    expect(await book('11:00', '11:45', { service_id: wash })).toMatchObject({ state: 'confirmed' });
    expect(await book('13:00', '13:30', { service_id: wash })).toEqual(notAvailable);
    expect(await change(booking.id, { booked_to: '2026-03-04 12:45' })).toBe(200);
    expect(await change(booking.id, { title: 'Hers' })).toBe(200);
    expect(await change(booking.id, { booked_from: '2026-03-04 12:15', booked_to: '2026-03-04 13:15' })).toEqual(
      notAvailable,
    );
    expect(await change(booking.id, at('14:00', '15:00'))).toBe(200);
    const { data } = await account.graphql(
      'query ($id: Int!) { booking(id: $id) { bufferBefore bufferAfter } }',
      booking,
    );
    expect(data.booking).toEqual({ bufferBefore: 120, bufferAfter: 0 });
    expect(await change(booking.id, { service_id: wash })).toBe(200);
    expect(await book('13:00', '14:00', { service_id: wash })).toMatchObject({ state: 'confirmed' });
    // The other service needs room before it.
    expect(await change(booking.id, { service_id: serviceId })).toEqual(notAvailable);
  });

  it('of an event are kept free, too, but not between the people in it', async () => {
    const { id: service_id } = await account.create('/services', 'service', {
      title: 'Class',
      booking_type: 'attendance',
      ...buffers,
    });
    const times = { starts_at: '2026-03-04 12:00', ends_at: '2026-03-04 13:00' };
    const event = await account.create('/events', 'event', {
      ...{ service_id, resource_id: resourceId, capacity: 2, ...times },
    });
    const wash = await withoutBuffers();
    expect(await book('13:29', '14:00', { service_id: wash })).toEqual(notAvailable);
    expect(await book('11:00', '11:46', { service_id: wash })).toEqual(notAvailable);
    expect(await book('13:30', '14:00', { service_id: wash })).toMatchObject({ state: 'confirmed' });
    for (const _ of [1, 2]) await account.create('/bookings', 'booking', { event_id: event.id });
    await account.put(`/services/${service_id}`, { json: { buffer_after: 0 } });
    await account.put(`/events/${event.id}`, { json: { title: 'Yoga' } });
    expect(await book('13:00', '13:20', { service_id: wash })).toEqual(notAvailable);
    await account.put(`/events/${event.id}`, { json: { ends_at: '2026-03-04 13:01' } });
    expect(await book('13:01', '13:20', { service_id: wash })).toMatchObject({ state: 'confirmed' });
  });

  it('are kept free between the items of a batch, and in a series', async () => {
    const create = `mutation ($items: [NewBookingInput!]!) {
      createBookings(items: $items, mode: EACH) { items { booking { id } } } }`;
    const item = (from: string, to: string) => ({
      ...{ serviceId, resourceId },
      ...{ bookedFrom: `2026-03-04 ${from}`, bookedTo: `2026-03-04 ${to}` },
    });
    const items = [item('12:00', '13:00'), item('13:44', '14:00'), item('13:45', '14:00')];
    const { data } = await account.graphql(create, { items });
    expect(data.createBookings.items.map(({ booking }: { booking: object | null }) => booking !== null)).toEqual([
      true,
      false,
      true,
    ]);
    const series = await account.post('/bookings/recurring', {
      json: {
        booking: { service_id: serviceId, resource_id: resourceId, ...at('09:00', '10:00') },
        recurring: { rrule: 'FREQ=DAILY;COUNT=2' },
      },
    });
    expect(series.status).toBe(200);
    expect(await book('10:30', '11:00')).toEqual(notAvailable);
  });
});

it.each([
  ['before', '11:00', '12:00'],
  ['after', '13:00', '14:00'],
])('a booking that gets larger keeps the buffer %s with which it was made', async (_side, from, to) => {
  await account.put(`/resources/${resourceId}`, { json: { resource: { capacity: 3 } } });
  const { id } = await book('12:00', '13:00');
  await account.put(`/services/${serviceId}`, { json: { service: { buffer_before: 0, buffer_after: 0 } } });
  await book(from, to, { count: 2 });
  expect(await change(id, { booking: { count: 2 } })).toEqual(notAvailable);
});

describe('two bookings whose buffers overlap', () => {
  it('are never both active, when they are made at once', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 8 }, (_, index) => book(`1${index % 4}:${index < 4 ? '00' : '15'}`, `1${index % 4}:45`)),
    );
    const made = attempts.filter((booking) => !Array.isArray(booking));
    const occupied = made.map(({ booked_from, booked_to }) => ({
      from: Date.parse(booked_from) - 15 * 60_000,
      to: Date.parse(booked_to) + 30 * 60_000,
    }));
    for (const [index, one] of occupied.entries()) {
      expect(occupied.slice(index + 1).filter(({ from, to }) => from < one.to && to > one.from)).toEqual([]);
    }
    expect(made.length).toBeGreaterThan(0);
  });

  it('are rejected by the database alone', async () => {
    const insert = (from: string, to: string, before: number, after: number) =>
      server.sql(
        `insert into booking (account_id, created_at, updated_at, resource_id, booked_from, booked_to, state, buffer_before, buffer_after)
         values (?, now(), now(), ?, ?, ?, 'confirmed', ?, ?)`,
        ...[account.credentials.id, resourceId, `2026-03-04T${from}Z`, `2026-03-04T${to}Z`, before, after],
      );
    await insert('12:00', '13:00', 15, 30);
    await expect(insert('13:00', '14:00', 0, 0)).rejects.toThrow('is taken');
    await expect(insert('13:44', '14:00', 15, 0)).rejects.toThrow('is taken');
    await expect(insert('11:00', '11:30', 0, 16)).rejects.toThrow('is taken');
    await insert('13:45', '14:00', 15, 0);
    await insert('11:00', '11:30', 0, 15);
    const { id } = account.credentials;
    await expect(
      server.sql('update booking set buffer_after = 46 where account_id = ? and buffer_after = 30', id),
    ).rejects.toThrow('is taken');
    await server.sql('update booking set buffer_after = 20 where account_id = ? and buffer_after = 30', id);
  });
});
