import { bookableServicePerTest, createBookableService } from '../support/catalog.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const offered = bookableServicePerTest(account, { service: { price: 100 }, resource: { capacity: 1000 } });

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const wanted = (attributes: object = {}) => ({
  ...time,
  resource_id: offered.resourceId,
  service_id: offered.serviceId,
  ...attributes,
});
const addCoupon = async (attributes: object = {}): Promise<number> => {
  const coupon = { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10, ...attributes };
  return (await account.create('/coupons', 'coupon', coupon)).id;
};
const book = (attributes: object) => account.create('/bookings', 'booking', wanted(attributes));
const refusal = async (attributes: object) => {
  const { status, body } = await account.post('/bookings', { json: wanted(attributes) });
  return [status, body];
};
const availability = async (id: number) => (await account.get(`/coupons/${id}`)).body.coupon.availability;

describe('a booking takes a coupon by its code', () => {
  it.each(['SPRING', 'spring', '  Spring ', 'sp ring', 'SP-RING', 'ＳＰＲＩＮＧ\u200b'])(
    'as people write it: %j',
    async (coupon_code) => {
      const coupon_id = await addCoupon({ availability: 2 });
      expect((await book({ coupon_code })).coupon_id).toBe(coupon_id);
      expect(await availability(coupon_id)).toBe(1);
      const [{ order }] = (await account.get('/orders')).body;
      expect(order).toMatchObject({ coupon_id, total: '100.0', discount_amount: '10.0', balance: '90.0' });
    },
  );

  it('rather than the id beside it', async () => {
    const other = await addCoupon({ code: 'OTHER' });
    const coupon_id = await addCoupon();
    expect((await book({ coupon_id: other, coupon_code: 'SPRING' })).coupon_id).toBe(coupon_id);
  });

  it.each(['', null])('and none if the code is %j', async (coupon_code) => {
    const coupon_id = await addCoupon();
    expect((await book({ coupon_code })).coupon_id).toBeNull();
    expect((await book({ coupon_code, coupon_id })).coupon_id).toBe(coupon_id);
  });

  it('after the code of an archived coupon was given to another', async () => {
    const first = await addCoupon();
    await book({ coupon_code: 'SPRING' });
    await account.del(`/coupons/${first}`);
    expect(await refusal({ coupon_code: 'SPRING' })).toEqual([400, { coupon_code: ['does not exist'] }]);
    const second = await addCoupon();
    expect((await book({ coupon_code: 'SPRING' })).coupon_id).toBe(second);
  });
});

describe('a code is rejected', () => {
  it.each([
    [{ code: 'OTHER' }, 'does not exist'],
    [{ active: false }, 'is not active'],
    [{ valid_from: '2026-03-02 08:01' }, 'is not valid yet'],
    [{ valid_until: '2026-03-02 07:59' }, 'is no longer valid'],
    [{ availability: 0 }, 'is used up'],
    [{ min_count: 3 }, 'needs a count of at least 3'],
    [{ min_order_amount: 101 }, 'needs an amount of at least 101.0'],
  ])('of a coupon with %j: %s', async (coupon, message) => {
    await addCoupon(coupon);
    expect(await refusal({ coupon_code: 'SPRING' })).toEqual([400, { coupon_code: [message] }]);
    expect((await account.get('/bookings')).body).toEqual([]);
  });

  it('of a coupon for another service, and of another account', async () => {
    const { serviceId } = await createBookableService(account);
    await addCoupon({ applies_to: { services: [serviceId] } });
    expect(await refusal({ coupon_code: 'SPRING' })).toEqual([400, { coupon_code: ['is not for that service'] }]);
    const other = await server.account();
    await other.create('/coupons', 'coupon', { title: 'Other', code: 'THEIRS', value: 5 });
    expect(await refusal({ coupon_code: 'THEIRS' })).toEqual([400, { coupon_code: ['does not exist'] }]);
  });
});

it('a change of a booking takes, replaces and drops a coupon by code', async () => {
  const spring = await addCoupon({ availability: 1 });
  const autumn = await addCoupon({ code: 'AUTUMN', availability: 1 });
  const { id } = await book({});
  const put = async (json: object) => (await account.put(`/bookings/${id}`, { json })).body;
  expect((await put({ coupon_code: 'SPRING' })).booking.coupon_id).toBe(spring);
  expect((await put({ title: 'x' })).booking.coupon_id).toBe(spring);
  expect((await put({ coupon_code: 'AUTUMN' })).booking.coupon_id).toBe(autumn);
  expect([await availability(spring), await availability(autumn)]).toEqual([1, 0]);
  expect(await put({ coupon_code: 'WINTER' })).toEqual({ coupon_code: ['does not exist'] });
  expect((await put({ coupon_code: null })).booking.coupon_id).toBeNull();
  expect([await availability(spring), await availability(autumn)]).toEqual([1, 1]);
  await account.put(`/coupons/${spring}`, { json: { availability: 0 } });
  expect(await put({ coupon_code: 'SPRING' })).toEqual({ coupon_code: ['is used up'] });
});

it('every occurrence of a recurring booking uses the coupon', async () => {
  const coupon_id = await addCoupon({ availability: 5 });
  const recurring = { rrule: 'FREQ=DAILY;COUNT=3' };
  const json = { booking: wanted({ coupon_code: 'spring' }), recurring };
  const { body } = await account.post('/bookings/recurring', { json });
  await createAllOccurrences(server, account, body.collection_id);
  expect(await availability(coupon_id)).toBe(2);
});

it('many bookings of one request share the uses of a coupon', async () => {
  const coupon_id = await addCoupon({ availability: 2 });
  const item = {
    bookedFrom: '2026-03-03T10:00:00+01:00',
    bookedTo: '2026-03-03T11:00:00+01:00',
    resourceId: offered.resourceId,
    serviceId: offered.serviceId,
  };
  const items = ['SPRING', 'NONE', 'spring', 'SPRING'].map((couponCode) => ({ ...item, couponCode }));
  const { data } = await account.graphql(
    `mutation ($items: [NewBookingInput!]!) {
      createBookings(items: $items, mode: EACH) { items { booking { couponId } error { fields } } }
    }`,
    { items },
  );
  expect(data.createBookings.items).toEqual([
    { booking: { couponId: coupon_id }, error: null },
    { booking: null, error: { fields: { 1: { couponCode: ['does not exist'] } } } },
    { booking: { couponId: coupon_id }, error: null },
    { booking: null, error: { fields: { 3: { couponCode: ['is used up'] } } } },
  ]);
});

describe('a visitor', () => {
  const person_attributes = { name: 'Kari', email: 'kari@example.org' };
  const visit = (attributes: object) => {
    const visitor = new Visitor(account);
    return visitor.post('/bookings', {
      json: { service_id: offered.serviceId, ...time, person_attributes, ...attributes },
    });
  };

  it('books with a code, but not with an id', async () => {
    const coupon_id = await addCoupon({ availability: 3 });
    expect((await visit({ coupon_id })).status).toBe(200);
    expect(await availability(coupon_id)).toBe(3);
    expect((await visit({ coupon_code: 'spring' })).status).toBe(200);
    expect(await availability(coupon_id)).toBe(2);
    const { status, body } = await visit({ coupon_code: 'winter' });
    expect([status, body]).toEqual([400, { coupon_code: ['does not exist'] }]);
  });

  it('can try 20 wrong codes in an hour', async () => {
    await addCoupon();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await visit({ coupon_code: `GUESS${attempt}` })).status).toBe(400);
    }
    expect((await visit({ coupon_code: 'SPRING' })).status).toBe(429);
    expect((await visit({})).status).toBe(200);
    server.clock.advance(61);
    expect((await visit({ coupon_code: 'SPRING' })).status).toBe(200);
  });
});
