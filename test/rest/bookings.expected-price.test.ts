import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);

const at = { booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' };
/** A junior for 600, and a senior for 900. */
const salon = (service: object = { price: 600 }) =>
  createBookableService(account, { service, providers: [{ priority_value: 1 }, { priority_value: 2, price: 900 }] });
const book = (booking: object) => account.post('/bookings', { json: { booking: { ...at, ...booking } } });
const conflict = (price: string) => [409, { error: { description: `The price is ${price}` }, price }];
const count = async () => (await account.get('/bookings')).body.length;

describe('the expected price', () => {
  it.each<{ name: string; service: object; booking: object; expected: string; price: string | undefined }>([
    { name: 'that of the service', service: { price: 600 }, booking: {}, expected: '600', price: undefined },
    { name: 'another one', service: { price: 600 }, booking: {}, expected: '599.99', price: '600.0' },
    {
      name: 'that of all people',
      service: { price: 600 },
      booking: { count: 2 },
      expected: '1200.00',
      price: undefined,
    },
    {
      name: 'that of one of two people',
      service: { price: 600 },
      booking: { count: 2 },
      expected: '600',
      price: '1200.0',
    },
    { name: 'nothing for a service without a price', service: {}, booking: {}, expected: '0', price: undefined },
    { name: 'an amount for a service without a price', service: {}, booking: {}, expected: '1', price: '0.0' },
  ])('$name is compared', async ({ service, booking, expected, price }) => {
    const { serviceId, resourceId } = await createBookableService(account, { service, resource: { capacity: 2 } });
    const of = { service_id: serviceId, resource_id: resourceId };
    const { status, body } = await book({ ...of, ...booking, expected_price: expected });
    if (price === undefined) expect(status).toBe(200);
    else expect([status, body]).toEqual(conflict(price));
    expect(await count()).toBe(price === undefined ? 1 : 0);
  });

  it('is compared with the price of the resource that was chosen', async () => {
    const { serviceId, resourceIds } = await salon();
    const [, senior] = resourceIds;
    const any = { service_id: serviceId, expected_price: 600 };
    expect((await book(any)).status).toBe(200);
    // Only the senior is left.
    const refused = await book(any);
    expect([refused.status, refused.body]).toEqual(conflict('900.0'));
    const accepted = await book({ ...any, expected_price: 900 });
    expect([accepted.status, accepted.body.booking.resource_id]).toEqual([200, senior]);
  });

  it('is the price before a discount', async () => {
    const { serviceId } = await salon();
    const coupon = { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10, availability: 9 };
    await account.create('/coupons', 'coupon', coupon);
    const booking = { service_id: serviceId, coupon_code: 'SPRING' };
    expect((await book({ ...booking, expected_price: 540 })).status).toBe(409);
    expect((await book({ ...booking, expected_price: 600 })).status).toBe(200);
  });

  it('is compared after everything else', async () => {
    const { serviceId, resourceId } = await salon();
    const booking = { service_id: serviceId, resource_id: resourceId, expected_price: 1 };
    const { status, body } = await book({ ...booking, booked_to: '2026-03-03 08:00' });
    expect([status, body]).toEqual([400, { booked_to: ['must be after booked_from'] }]);
  });

  it('binds the bookings of visitors, who see the new price', async () => {
    const { serviceId } = await salon();
    const booking = { service_id: serviceId, ...at, person_attributes: { name: 'Kari', email: 'kari@example.org' } };
    const start = (expected_price: string) =>
      visitor.post('/bookings', { json: { booking: { ...booking, expected_price } } });
    const refused = await start('500');
    expect([refused.status, refused.body]).toEqual(conflict('600.0'));
    expect((await start('600')).status).toBe(200);
  });

  it('is refused in GraphQL with the code and the field, alone and among many', async () => {
    const { serviceId, resourceId } = await salon();
    const input = `{ serviceId: ${serviceId}, resourceId: ${resourceId}, bookedFrom: "${at.booked_from}", bookedTo: "${at.booked_to}", expectedPrice: 1 }`;
    const { errors } = await account.graphql(`mutation { createBooking(input: ${input}) { id } }`);
    expect(errors?.[0]).toMatchObject({
      message: 'The price is 600.0',
      extensions: { code: 'CONFLICT', fields: { expectedPrice: ['differs from the price (600.0)'] } },
    });
    const { data } = await account.graphql(
      `mutation { createBookings(items: [${input}]) { items { booking { id } error { code fields } } } }`,
    );
    expect(data).toEqual({
      createBookings: {
        items: [
          {
            booking: null,
            error: { code: 'CONFLICT', fields: { 0: { expectedPrice: ['differs from the price (600.0)'] } } },
          },
        ],
      },
    });
  });
});
