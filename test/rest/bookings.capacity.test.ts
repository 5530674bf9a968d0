import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const book = (attributes: object, parameters: object = {}) =>
  account.post('/bookings', { json: { booking: { ...time, ...attributes }, ...parameters } });

describe('capacity', () => {
  it('limits the peak of people, not the number of bookings', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 3 } });
    const at = async (from: string, to: string, count: number) => {
      const times = { booked_from: `2026-03-03 ${from}`, booked_to: `2026-03-03 ${to}` };
      const { status, body } = await book({ resource_id: resourceId, ...times, count });
      return status === 200 ? 'booked' : body;
    };
    const taken = { resource_id: ['is not available'] };
    expect(await at('10:00', '11:00', 2)).toBe('booked');
    expect(await at('11:00', '12:00', 2)).toBe('booked');
    expect(await at('10:30', '11:30', 1)).toBe('booked');
    expect(await at('10:59', '11:00', 1)).toEqual(taken);
    expect(await at('11:00', '11:01', 1)).toEqual(taken);
    expect(await at('10:00', '10:30', 1)).toBe('booked');
    expect(await at('11:30', '12:30', 1)).toBe('booked');
    expect(await at('11:59', '12:01', 1)).toEqual(taken);
    expect(await at('12:00', '12:30', 2)).toBe('booked');
    expect(await at('12:00', '12:30', 1)).toEqual(taken);
  });

  it('can be ignored, but not by the public', async () => {
    const { resourceId } = await createBookableService(account);
    expect((await book({ resource_id: resourceId })).status).toBe(200);
    expect((await book({ resource_id: resourceId })).body).toEqual({ resource_id: ['is not available'] });
    expect((await book({ resource_id: resourceId }, { ignore_capacity: true })).status).toBe(200);
    const open = { resource_id: resourceId, public_booking: true };
    expect((await book(open, { ignore_capacity: true })).body).toEqual({ resource_id: ['is not available'] });
  });

  it('is ignored on a resource only if none is free', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    const ignoring = async (attributes: object) => {
      const { body } = await book({ service_id: serviceId, ...attributes }, { ignore_capacity: true });
      return resourceIds.indexOf(body.booking.resource_id);
    };
    expect(await ignoring({ resource_id: resourceIds[0] })).toBe(0);
    expect(await ignoring({})).toBe(1);
    expect([0, 1]).toContain(await ignoring({}));
    expect(await ignoring({ resource_id: resourceIds[0] })).toBe(0);
  });

  it('of an empty resource limits the count', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 2 } });
    const tooMany = { count: ['must be less than or equal to 2'] };
    expect((await book({ resource_id: resourceId, count: 3 })).body).toEqual(tooMany);
    expect((await book({ resource_id: resourceId, count: 3, public_booking: true })).body).toEqual(tooMany);
    const { id } = (await book({ resource_id: resourceId, count: 2 })).body.booking;
    expect((await book({ resource_id: resourceId, count: 3 })).body).toEqual(tooMany);
    expect((await account.put(`/bookings/${id}`, { json: { count: 3 } })).body).toEqual(tooMany);
    expect((await book({ resource_id: resourceId, count: 3 }, { ignore_capacity: true })).status).toBe(200);
  });

  it('of the largest resource that offers a service limits the count', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    await account.put(`/resources/${resourceIds[1]}`, { json: { capacity: 4 } });
    expect((await book({ service_id: serviceId, count: 5 })).body).toEqual({
      count: ['must be less than or equal to 4'],
    });
    expect((await book({ service_id: serviceId, count: 4 })).body.booking.resource_id).toBe(resourceIds[1]);
    expect((await book({ service_id: serviceId, count: 4 })).body).toEqual({ resource_id: ['is not available'] });
  });

  it('is used by bookings without a person or service', async () => {
    const { resourceId, serviceId } = await createBookableService(account);
    await book({ resource_id: resourceId });
    const { body } = await book({ resource_id: resourceId, service_id: serviceId });
    expect(body).toEqual({ resource_id: ['is not available'] });
  });

  it('is used up by an event, for appointments', async () => {
    const { resourceId, serviceId } = await createBookableService(account, { resource: { capacity: 10 } });
    const event = { resource_id: resourceId, service_id: serviceId, capacity: 1 };
    const { id } = await account.create('/events', 'event', {
      ...event,
      starts_at: '2026-03-03 10:30',
      ends_at: '2026-03-03 10:45',
    });
    expect((await book({ resource_id: resourceId })).body).toEqual({ resource_id: ['is not available'] });
    await account.del(`/events/${id}`);
    expect((await book({ resource_id: resourceId })).status).toBe(200);
  });

  it.each([
    [{ booking_capacity: 2 }, 3, 'must be less than or equal to 2'],
    [{ booking_minimum: 2 }, 1, 'must be greater than or equal to 2'],
  ])('of one booking is limited by its service: %j', async (service, count, message) => {
    const { resourceId, serviceId } = await createBookableService(account, { service, resource: { capacity: 9 } });
    const wanted = { resource_id: resourceId, service_id: serviceId };
    expect((await book({ ...wanted, count })).body).toEqual({ count: [message] });
    expect((await book({ ...wanted, count: 2 })).status).toBe(200);
  });
});

describe('a booking without a resource', () => {
  it('gets the free one with the lowest priority value', async () => {
    const providers = [{}, { priority_value: 5 }, { priority_value: 1 }];
    const { serviceId, resourceIds } = await createBookableService(account, { providers });
    const assigned = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { body } = await book({ service_id: serviceId });
      assigned.push(body.booking?.resource_id ?? body);
    }
    const [none, high, low] = resourceIds;
    expect(assigned).toEqual([low, high, none, { resource_id: ['is not available'] }]);
  });

  it.each(['random', 'weight'])('gets any free one by the priority strategy %s', async (priority_strategy) => {
    const { serviceId, resourceIds } = await createBookableService(account, {
      service: { priority_strategy },
      providers: [{}, {}, {}],
    });
    const assigned = [];
    for (const _ of resourceIds) assigned.push((await book({ service_id: serviceId })).body.booking.resource_id);
    expect(assigned.toSorted((a, b) => a - b)).toEqual(resourceIds);
  });

  it('is rejected if no resource offers the service', async () => {
    const { id } = await account.create('/services', 'service', { title: 'Not offered' });
    expect((await book({ service_id: id })).body).toEqual({ service_id: ['is not offered by any resource'] });
  });

  it('does not get a deleted resource', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    await account.del(`/resources/${resourceId}`);
    expect((await book({ service_id: serviceId })).status).toBe(400);
    expect((await book({ resource_id: resourceId })).body).toEqual({ resource_id: ['does not exist'] });
  });
});

it('rejects a service that the resource does not offer, or that was deleted', async () => {
  const { resourceId } = await createBookableService(account);
  const { serviceId } = await createBookableService(account);
  expect((await book({ resource_id: resourceId, service_id: serviceId })).body).toEqual({
    service_id: ['is not offered by the resource'],
  });
  await account.del(`/services/${serviceId}`);
  expect((await book({ service_id: serviceId })).body).toEqual({ service_id: ['does not exist'] });
});
