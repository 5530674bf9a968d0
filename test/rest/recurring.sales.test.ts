import { createBookableService } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

it.each<[string, (id: string) => [string, string]]>([
  ['cancelled', (id: string) => ['PUT', `/bookings/recurring/${id}/cancel`]],
  ['deleted', (id: string) => ['DELETE', `/bookings/recurring/${id}`]],
])('a collection with a coupon uses it for each booking, and returns all uses when it is %s', async (_state, end) => {
  const account = await server.account();
  const { serviceId, resourceId } = await createBookableService(account, { service: { price: 100 } });
  const coupon = await account.create('/coupons', 'coupon', {
    title: 'Ten',
    code: 'TEN',
    value_type: 'percentage',
    value: 10,
    availability: 3,
  });
  const available = async () => (await account.get(`/coupons/${coupon.id}`)).body.coupon.availability;
  const { body } = await account.post('/bookings/recurring', {
    json: {
      booking: {
        service_id: serviceId,
        resource_id: resourceId,
        coupon_id: coupon.id,
        booked_from: '2026-03-03 10:00',
        booked_to: '2026-03-03 11:00',
      },
      recurring: { rrule: 'FREQ=DAILY;COUNT=5' },
    },
  });
  await createAllOccurrences(server, account, body.collection_id);
  expect((await account.get(`/bookings/recurring/${body.collection_id}`)).body).toHaveLength(3);
  expect(await available()).toBe(0);
  const orders = async (state: string) => (await account.get(`/orders?state=${state}`)).body;
  expect((await orders('pending')).map(({ order }: { order: object }) => order)).toMatchObject(
    [1, 2, 3].map(() => ({ total: '100.0', discount_amount: '10.0', payable_amount: '90.0' })),
  );

  expect((await account.send(...end(body.collection_id))).status).toBe(200);
  expect(await available()).toBe(3);
  expect(await orders('pending')).toEqual([]);
  expect(await orders('cancelled')).toHaveLength(3);
});
