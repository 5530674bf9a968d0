import { createBookableService, openDaily } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);

/** A junior by the terms of the service, 60 minutes for 600, and a senior who takes 90 minutes for 900. */
async function salon(senior: object = { interval: 90, price: 900 }, service: object = {}) {
  const { serviceId, resourceIds } = await createBookableService(account, {
    service: { interval: 60, price: 600, ...service },
    providers: [{ priority_value: 1 }, { priority_value: 2, ...senior }],
  });
  const [juniorId = 0, seniorId = 0] = resourceIds;
  return { serviceId, juniorId, seniorId };
}

const day = '2026-03-03';
const at = (from: string, to: string) => ({ booked_from: `${day} ${from}`, booked_to: `${day} ${to}` });
const read = async (path: string) => (await account.get(path)).body;
const slotsOf = async (serviceId: number, query = '') => {
  const slots = await read(`/services/${serviceId}/slots?from=${day}&to=${day}${query}`);
  return slots.map(({ slot }: { slot: Record<string, string> }) => slot);
};
const lineOf = async (bookingId: number) => {
  const { data } = await account.graphql(`{ booking(id: ${bookingId}) { orderLineItem { amount quantity } } }`);
  return data['booking'];
};

describe('a service whose resources have different lengths and prices', () => {
  it('lists the times of each resource with its length and its price', async () => {
    const { serviceId, juniorId, seniorId } = await salon();
    const slots = await slotsOf(serviceId);
    const texts = slots.map((slot: Record<string, string>) =>
      [
        slot['timestamp']?.slice(11, 16),
        slot['timestamp_end']?.slice(11, 16),
        slot['available_resources'],
        slot['price_from'],
      ].join(' '),
    );
    expect(texts.slice(0, 4)).toEqual([
      `09:00 10:00 ${juniorId} 600.0`,
      `09:00 10:30 ${seniorId} 900.0`,
      `10:00 11:00 ${juniorId} 600.0`,
      `10:30 12:00 ${seniorId} 900.0`,
    ]);
  });

  it('lists from the lowest price to the highest where several are free', async () => {
    const { serviceId } = await salon({ price: 900 });
    expect((await slotsOf(serviceId))[0]).toMatchObject({ price_from: '600.0', price_to: '900.0' });
    const { body } = await visitor.get(`/services/${serviceId}`);
    expect(body.service).toMatchObject({ price: '600.0', price_from: '600.0', price_to: '900.0', interval_from: null });
  });

  it('sells at the price of the resource that was booked', async () => {
    const { serviceId, seniorId, juniorId } = await salon();
    const book = (attributes: object) =>
      account.create('/bookings', 'booking', { service_id: serviceId, ...attributes });
    const senior = await book({ ...at('09:00', '10:30'), resource_id: seniorId, count: 1 });
    const any = await book(at('12:00', '13:00'));
    expect([senior.price, any.price, any.resource_id]).toEqual(['900.0', null, juniorId]);
    expect(await lineOf(senior.id)).toEqual({ orderLineItem: { amount: '900.0', quantity: 1 } });
    expect(await lineOf(any.id)).toEqual({ orderLineItem: { amount: '600.0', quantity: 1 } });
  });

  it('shows and sells each price with the tax that is added to it', async () => {
    const rate = { name: 'VAT 25 %', percentage: '25', included: false };
    const { id: tax_rate_id } = await account.create('/tax_rates', 'tax_rate', rate);
    const { serviceId, seniorId } = await salon({ price: 900 }, { tax_rate_id });
    const { body } = await visitor.get(`/services/${serviceId}`);
    const sold = { price: '750.0', price_from: '750.0', price_to: '1125.0', tax_name: 'VAT 25 %' };
    expect(body.service).toMatchObject(sold);
    expect((await slotsOf(serviceId))[0]).toMatchObject({ price_from: '750.0', price_to: '1125.0' });
    const senior = { service_id: serviceId, resource_id: seniorId, ...at('09:00', '10:00') };
    const book = (expected_price: string) =>
      account.post('/bookings', { json: { booking: { ...senior, expected_price } } });
    expect(await book('900')).toMatchObject({ status: 409, body: { price: '1125.0' } });
    const { booking } = (await book('1125')).body;
    const query = `{ booking(id: ${booking.id}) { price salesPrice orderLineItem { amount } } }`;
    expect((await account.graphql(query)).data).toEqual({
      booking: { price: '900.0', salesPrice: '1125.0', orderLineItem: { amount: '1125.0' } },
    });
  });

  it('keeps the price of a booking that moves to another resource, and takes that of another service', async () => {
    const { serviceId, seniorId, juniorId } = await salon();
    const { id } = await account.create('/bookings', 'booking', {
      ...{ service_id: serviceId, resource_id: seniorId },
      ...at('09:00', '10:30'),
    });
    const moved = await account.put(`/bookings/${id}`, { json: { booking: { resource_id: juniorId } } });
    expect([moved.status, moved.body.booking.price]).toEqual([200, '900.0']);
    await account.put(`/services/${serviceId}`, { json: { service: { price: 700 } } });
    const other = await account.create('/services', 'service', { title: 'Colour', price: 100 });
    await account.create('/providers', 'provider', { service_id: other.id, resource_id: juniorId, price: 250 });
    const changed = await account.put(`/bookings/${id}`, { json: { booking: { service_id: other.id } } });
    expect([changed.status, changed.body.booking.price]).toEqual([200, '250.0']);
    expect(await lineOf(id)).toEqual({ orderLineItem: { amount: '250.0', quantity: 1 } });
  });

  it('gives the public only the length of the resource', async () => {
    const { serviceId, seniorId, juniorId } = await salon();
    const book = (attributes: object) =>
      account.post('/bookings', { json: { booking: { service_id: serviceId, public_booking: true, ...attributes } } });
    const refused = await book({ ...at('09:00', '10:00'), resource_id: seniorId });
    expect([refused.status, refused.body]).toEqual([400, { booked_from: ['must last a multiple of 90 minutes'] }]);
    const tooLong = await book({ ...at('09:00', '10:30'), resource_id: juniorId });
    expect([tooLong.status, tooLong.body]).toEqual([400, { booked_from: ['is too long (maximum is 1 slots)'] }]);
    const any = await book(at('09:00', '10:30'));
    expect([any.status, any.body.booking.resource_id]).toEqual([200, seniorId]);
  });

  it('lets a visitor start only where a slot of that length is listed', async () => {
    const { serviceId, seniorId } = await salon();
    const person = { name: 'Kari', email: 'kari@example.org' };
    const book = (from: string, to: string) =>
      visitor.post('/bookings', {
        json: { booking: { service_id: serviceId, ...at(from, to), person_attributes: person } },
      });
    const off = await book('10:00', '11:30');
    expect([off.status, off.body]).toEqual([400, { booked_from: ['is not the start of a slot'] }]);
    const on = await book('10:30', '12:00');
    expect([on.status, on.body.booking.resource_id]).toEqual([200, seniorId]);
  });
});

describe('the buffers of a resource', () => {
  it('are kept free around its bookings, and only around its own', async () => {
    const { serviceId, seniorId, juniorId } = await salon({ buffer_after: 45 });
    const book = (resource_id: number | undefined, from: string, to: string) =>
      account.post('/bookings', { json: { booking: { service_id: serviceId, resource_id, ...at(from, to) } } });
    expect((await book(seniorId, '09:00', '10:00')).body.booking).toMatchObject({ resource_id: seniorId });
    expect((await book(juniorId, '09:00', '10:00')).status).toBe(200);
    const early = await book(seniorId, '10:30', '11:30');
    expect([early.status, early.body]).toEqual([400, { resource_id: ['is not available'] }]);
    expect((await book(undefined, '10:30', '11:30')).body.booking.resource_id).toBe(juniorId);
    expect((await book(seniorId, '10:45', '11:45')).status).toBe(200);
    const { data } = await account.graphql('{ bookings(order: BOOKED_FROM) { nodes { resourceId bufferAfter } } }');
    const buffers = data['bookings'] as { nodes: { resourceId: number; bufferAfter: number }[] };
    expect(buffers.nodes.every((one) => one.bufferAfter === (one.resourceId === seniorId ? 45 : 0))).toBe(true);
  });

  it('are read as far as they reach, beyond the dates of the slots', async () => {
    const { serviceId, seniorId } = await salon({ buffer_before: 1_440 });
    await account.create('/bookings', 'booking', {
      ...{ resource_id: seniorId, booked_from: '2026-03-02 10:00', booked_to: '2026-03-02 16:00' },
    });
    const slots = await slotsOf(serviceId, `&selected_resources[]=${seniorId}`);
    expect(slots.map(({ timestamp }: Record<string, string>) => timestamp?.slice(11, 16))).toEqual(['16:00']);
    const { body } = await account.get(
      `/services/${serviceId}/conflicts?from=${day} 15:00&to=${day} 16:00&resource_id=${seniorId}`,
    );
    expect(body).toEqual([expect.objectContaining({ conflict: expect.objectContaining({ kind: 'booking' }) })]);
  });
});

describe('slots', () => {
  it('are read by a second statement only if terms of a resource reach further than the service', async () => {
    const { serviceId } = await salon({ price: 900 });
    const counted = async () => {
      const path = `/services/${serviceId}/slots?from=${day}&to=${day}`;
      return (await statementsOf(server.database, () => account.get(path))).statements.length;
    };
    const plain = await counted();
    const { body } = await account.get(`/providers?service_id=${serviceId}`);
    await account.put(`/providers/${body[1].provider.id}`, { json: { provider: { interval: 90 } } });
    expect((await counted()) - plain).toBe(1);
  });

  it('leave out a resource whose length is refused', async () => {
    const { serviceId, juniorId } = await salon({ interval: 527_040 }, { max_slots: 3 });
    const slots = await slotsOf(serviceId, '&intervals=2');
    expect(new Set(slots.flatMap((slot: Record<string, unknown>) => slot['available_resources']))).toEqual(
      new Set([juniorId]),
    );
  });
});

describe('a provider', () => {
  it.each<[string, object, object]>([
    ['a length of 0', { interval: 0 }, { interval: ['must be greater than 0'] }],
    [
      'a length of more than a leap year',
      { interval: 527_041 },
      { interval: ['must be less than or equal to 527040'] },
    ],
    ['a negative price', { price: -1 }, { price: ['must be greater than or equal to 0'] }],
    ['a buffer of more than a day', { buffer_after: 1_441 }, { buffer_after: ['must be less than or equal to 1440'] }],
    [
      'a price with too many decimals',
      { price: '1.005' },
      { price: ['is invalid', 'must have at most 2 decimals, as amounts of NOK'] },
    ],
  ])('is refused %s', async (_name, terms, errors) => {
    await account.put('/client', { json: { client: { currency: 'NOK' } } });
    const { id: resource_id } = await account.create('/resources', 'resource', {
      title: 'Chair',
      ...openDaily('09:00', '17:00'),
    });
    const { id: service_id } = await account.create('/services', 'service', { title: 'Cut' });
    const { status, body } = await account.post('/providers', {
      json: { provider: { resource_id, service_id, ...terms } },
    });
    expect([status, body]).toEqual([400, errors]);
  });
});
