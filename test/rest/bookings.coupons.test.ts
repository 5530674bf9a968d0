import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { bookableServicePerTest, createBookableService, createEvent } from '../support/catalog.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, { service: { price: 100 }, resource: { capacity: 1000 } });

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const addCoupon = async (attributes: object = {}, of: TestAccount = account): Promise<number> => {
  const coupon = { title: 'Spring', code: `C${JSON.stringify(attributes)}`, value_type: 'percentage', value: 10 };
  return (await of.create('/coupons', 'coupon', { ...coupon, ...attributes })).id;
};
const wanted = (attributes: object = {}) => ({
  ...time,
  resource_id: offered.resourceId,
  service_id: offered.serviceId,
  ...attributes,
});
const book = async (attributes: object, parameters: object = {}) =>
  account.create('/bookings', 'booking', wanted(attributes), parameters);
const availability = async (id: number) => (await account.get(`/coupons/${id}`)).body.coupon.availability;
const refusal = async (coupon_id: number, attributes: object = {}) => {
  const { status, body } = await account.post('/bookings', { json: wanted({ coupon_id, ...attributes }) });
  return [status, body];
};
const refusedWith = (...messages: string[]) => [400, { coupon_id: messages }];

describe('a coupon is used', () => {
  it('by a booking with its code, as often as it is available', async () => {
    const coupon_id = await addCoupon({ availability: 2 });
    expect((await book({ coupon_id })).coupon_id).toBe(coupon_id);
    expect(await availability(coupon_id)).toBe(1);
    await book({ coupon_id });
    expect(await refusal(coupon_id)).toEqual(refusedWith('is used up'));
    expect(await availability(coupon_id)).toBe(0);
    const names = await server.changes(account);
    expect(names.filter((name) => name === 'coupon.used')).toHaveLength(2);
  });

  it('without a limit if it has no availability', async () => {
    const coupon_id = await addCoupon();
    await book({ coupon_id });
    expect(await availability(coupon_id)).toBeNull();
  });

  it('by a booking without a price, and by one of an event', async () => {
    const coupon_id = await addCoupon({ availability: 3 });
    await book({ coupon_id, service_id: null });
    const event = await createEvent(account, {}, { price: 80 });
    await account.create('/bookings', 'booking', { event_id: event.id, coupon_id });
    expect(await availability(coupon_id)).toBe(1);
  });

  it('by no rejected booking', async () => {
    const coupon_id = await addCoupon({ availability: 1 });
    expect((await refusal(coupon_id, { count: 1001 }))[0]).toBe(400);
    expect(await availability(coupon_id)).toBe(1);
  });

  it.each([
    [{ active: false }, {}, 'is not active'],
    [{ valid_from: '2026-03-02 08:01' }, {}, 'is not valid yet'],
    [{ valid_until: '2026-03-02 07:59' }, {}, 'is no longer valid'],
    [{ allowed_booking_start_at: '2026-03-03 10:01' }, {}, 'is not for bookings at that time'],
    [{ allowed_booking_end_at: '2026-03-03 09:59' }, {}, 'is not for bookings at that time'],
    [{ min_count: 3 }, { count: 2 }, 'needs a count of at least 3'],
    [{ max_count: 3 }, { count: 4 }, 'needs a count of at most 3'],
    [{ min_order_amount: 300 }, { count: 2 }, 'needs an amount of at least 300.0'],
    [{ max_order_amount: '199.99' }, { count: 2 }, 'needs an amount of at most 199.99'],
    [{ min_order_amount: 1 }, { service_id: null }, 'needs an amount of at least 1.0'],
    [{ availability: 0 }, {}, 'is used up'],
  ])('not with %j for a booking with %j: %s', async (coupon, booking, message) => {
    expect(await refusal(await addCoupon(coupon), booking)).toEqual(refusedWith(message));
  });

  it('only for its services and resources', async () => {
    const another = await createBookableService(account);
    const services = await addCoupon({ applies_to: { services: [another.serviceId] } });
    const resources = await addCoupon({ applies_to: { resources: [another.resourceId] } });
    expect(await refusal(services)).toEqual(refusedWith('is not for that service'));
    expect(await refusal(resources)).toEqual(refusedWith('is not for that resource'));
    const there = { service_id: another.serviceId, resource_id: another.resourceId };
    for (const coupon_id of [services, resources]) {
      await book({ ...there, coupon_id, booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' }).then(
        ({ id }) => account.put(`/bookings/${id}/cancel`),
      );
    }
  });

  it('if it belongs to the account', async () => {
    const other = await server.account();
    expect(await refusal(await addCoupon({}, other))).toEqual(refusedWith('does not exist'));
    expect(await refusal(0)).toEqual(refusedWith('does not exist'));
    expect(await refusal(-1)).toEqual(refusedWith('does not exist'));
  });
});

describe('the use of a coupon is returned once', () => {
  let coupon_id: number;
  beforeEach(async () => {
    coupon_id = await addCoupon({ availability: 1 });
  });

  it.each(['cancel', 'delete'])('by a booking that ends: %s', async (step) => {
    const { id } = await book({ coupon_id });
    expect(await availability(coupon_id)).toBe(0);
    if (step === 'cancel') await account.put(`/bookings/${id}/cancel`);
    await account.del(`/bookings/${id}`);
    await account.del(`/bookings/${id}`);
    expect(await availability(coupon_id)).toBe(1);
    expect((await account.get(`/bookings/${id}`)).body.booking.coupon_id).toBe(coupon_id);
    expect(await server.changes(account)).toContain('coupon.returned');
  });

  it('by a declined booking', async () => {
    await server.configure(account, { confirm_manually: true });
    const { id } = await book({ coupon_id }, { confirm: false });
    await account.put(`/bookings/${id}/decline`);
    await account.del(`/bookings/${id}`);
    expect(await availability(coupon_id)).toBe(1);
  });

  it.each([
    [{ verification_method: 1 }, 'verification_expired'],
    [{}, 'cancelled'],
  ])('by the job that expires a hold, with the account settings %j, into the state %s', async (settings, state) => {
    if (Object.keys(settings).length > 0) await server.configure(account, settings);
    await account.put(`/services/${offered.serviceId}`, { json: { payment_required: true } });
    const person_attributes = { email: 'kari@example.org' };
    const { id } = await book({ coupon_id, person_attributes }, { confirm: false });
    server.clock.advance(21);
    const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
    await expireHold(context, id);
    await expireHold(context, id);
    expect((await account.get(`/bookings/${id}`)).body.booking.state).toBe(state);
    expect(await availability(coupon_id)).toBe(1);
    await account.del(`/bookings/${id}`);
    expect(await availability(coupon_id)).toBe(1);
  });

  it('by a booking that drops or replaces it', async () => {
    const { id } = await book({ coupon_id });
    const another = await addCoupon({ availability: 5 });
    await account.put(`/bookings/${id}`, { json: { coupon_id: another } });
    expect([await availability(coupon_id), await availability(another)]).toEqual([1, 4]);
    await account.put(`/bookings/${id}`, { json: { coupon_id: null } });
    expect([await availability(coupon_id), await availability(another)]).toEqual([1, 5]);
    await account.put(`/bookings/${id}/cancel`);
    expect([await availability(coupon_id), await availability(another)]).toEqual([1, 5]);
  });
});

describe('a change of a booking', () => {
  it('uses a coupon under its conditions', async () => {
    const { id } = await book({});
    const used = await addCoupon({ availability: 0 });
    const put = async (json: object) => (await account.put(`/bookings/${id}`, { json })).body;
    expect(await put({ coupon_id: used })).toEqual({ coupon_id: ['is used up'] });
    expect(await put({ coupon_id: 2_000_000_000 })).toEqual({ coupon_id: ['does not exist'] });
    const large = await addCoupon({ availability: 1, min_count: 4 });
    expect(await put({ coupon_id: large })).toEqual({ coupon_id: ['needs a count of at least 4'] });
    expect((await put({ coupon_id: large, count: 4 })).booking).toMatchObject({ coupon_id: large, count: 4 });
    expect(await availability(large)).toBe(0);
  });

  it('keeps a coupon whose conditions it meets, even if it is used up', async () => {
    const coupon_id = await addCoupon({ availability: 1, max_count: 3, allowed_booking_end_at: '2026-03-03 12:00' });
    const { id } = await book({ coupon_id });
    await account.put(`/coupons/${coupon_id}`, { json: { active: false } });
    const put = async (json: object) => (await account.put(`/bookings/${id}`, { json })).body;
    expect((await put({ count: 3 })).booking.count).toBe(3);
    expect(await put({ count: 4 })).toEqual({ coupon_id: ['needs a count of at most 3'] });
    expect(await put({ booked_from: '2026-03-03 13:00', booked_to: '2026-03-03 14:00' })).toEqual({
      coupon_id: ['is not for bookings at that time'],
    });
    expect((await put({ title: 'x' })).booking.title).toBe('x');
    expect(await availability(coupon_id)).toBe(0);
  });

  it('of an ended booking uses none', async () => {
    const { id } = await book({});
    await account.put(`/bookings/${id}/cancel`);
    const coupon_id = await addCoupon({ availability: 1 });
    const { body } = await account.put(`/bookings/${id}`, { json: { coupon_id } });
    expect(body).toEqual({ coupon_id: ['needs an active booking'] });
    expect(await availability(coupon_id)).toBe(1);
  });
});

it('the coupon of bookings and orders is kept when it is deleted', async () => {
  const coupon_id = await addCoupon({ availability: 1 });
  const { id } = await book({ coupon_id });
  expect((await account.del(`/coupons/${coupon_id}`)).status).toBe(200);
  expect((await account.get(`/bookings/${id}`)).body.booking).toMatchObject({ coupon_id, state: 'confirmed' });
  const [{ order }] = (await account.get('/orders')).body;
  expect(order).toMatchObject({ coupon_id, discount_amount: '10.0', balance: '90.0' });
  expect(await refusal(coupon_id)).toEqual(refusedWith('is not active', 'is used up'));
  expect((await account.put(`/bookings/${id}/cancel`)).status).toBe(200);
  expect(await refusal(coupon_id)).toEqual(refusedWith('is not active'));
});
