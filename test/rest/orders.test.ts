import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { expireHold } from '../../src/domain/booking/states/booking-state.actions.js';
import { bookableServicePerTest, createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
const offered = bookableServicePerTest(account, { service: { price: '115.25' }, resource: { capacity: 1000 } });

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const kari = { name: 'Kari', email: 'kari@example.org' };
const book = (attributes: object = {}, parameters: object = {}) =>
  account.create(
    '/bookings',
    'booking',
    { ...time, resource_id: offered.resourceId, service_id: offered.serviceId, ...attributes },
    parameters,
  );
const addCoupon = async (attributes: object = {}): Promise<number> => {
  const coupon = { title: 'Spring', code: `C${JSON.stringify(attributes)}`, value_type: 'percentage', value: 10 };
  return (await account.create('/coupons', 'coupon', { ...coupon, ...attributes })).id;
};
const change = async (id: number, json: object) => {
  const { status, body } = await account.put(`/bookings/${id}`, { json });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.booking;
};
const orders = async (query = '') =>
  (await account.get(`/orders${query}`)).body.map(({ order }: { order: object }) => order);
const onlyOrder = async () => {
  const [order, ...others] = await orders();
  expect(others).toEqual([]);
  return order;
};

describe('a booking of a service with a price', () => {
  it('creates an order', async () => {
    const booking = await book({ count: 2, person_attributes: kari });
    const order = await onlyOrder();
    expect(order).toEqual({
      id: expect.any(Number),
      created_at: '2026-03-02T08:00:00+01:00',
      updated_at: '2026-03-02T08:00:00+01:00',
      person_id: booking.person_id,
      state: 'pending',
      total: '230.5',
      discount_amount: '0.0',
      coupon_id: null,
      paid_amount: '0.0',
      settled_at: null,
      payable_amount: '230.5',
      tax_amount: null,
      balance: '230.5',
      ...{ deposit: null, due_now: null, due_later: null },
      person: { id: booking.person_id, ...kari },
      order_line_items: [
        {
          id: expect.any(Number),
          service_id: offered.serviceId,
          quantity: 2,
          amount: '115.25',
          ...{ tax_name: null, tax_percentage: null, tax_amount: null, payable_amount: null },
          gift_card_id: null,
          booking_id: booking.id,
        },
      ],
      issued_gift_cards: [],
    });
    expect((await account.get(`/orders/${order.id}`)).body).toEqual({ order });
    expect(booking).toMatchObject({ paid_at: null, paid_amount: null });
    expect(await server.changes(account)).toEqual(expect.arrayContaining(['order.created', 'booking.created']));
  });

  it.each([
    [{ value_type: 'percentage', value: 10 }, 1, '11.53', '103.72'],
    [{ value_type: 'percentage', value: 33 }, 3, '114.1', '231.65'],
    [{ value_type: 'amount', value: 100 }, 1, '100.0', '15.25'],
  ])(
    'has by the coupon %j for a count of %i the discount %s, and %s to pay',
    async (coupon, count, discount_amount, balance) => {
      const coupon_id = await addCoupon(coupon);
      await book({ coupon_id, count });
      expect(await onlyOrder()).toMatchObject({ coupon_id, discount_amount, payable_amount: balance, balance });
    },
  );

  it('is settled immediately if nothing is left to pay', async () => {
    const coupon_id = await addCoupon({ value_type: 'amount', value: 500 });
    await account.put(`/services/${offered.serviceId}`, { json: { payment_required: true } });
    const booking = await book({ coupon_id }, { confirm: false });
    expect(booking).toMatchObject({
      state: 'confirmed',
      paid_at: '2026-03-02T08:00:00+01:00',
      paid_amount: '0.0',
    });
    expect(await onlyOrder()).toMatchObject({
      state: 'confirmed',
      total: '115.25',
      discount_amount: '115.25',
      balance: '0.0',
      settled_at: '2026-03-02T08:00:00+01:00',
    });
  });

  it('is settled if it is created as paid', async () => {
    await book({ paid_at: '2026-03-01 12:00' });
    expect(await onlyOrder()).toMatchObject({
      state: 'confirmed',
      paid_amount: '115.25',
      balance: '0.0',
      settled_at: '2026-03-01T12:00:00+01:00',
    });
  });

  it('can have the maximum price', async () => {
    await account.put(`/services/${offered.serviceId}`, { json: { price: '9999999999.99' } });
    const booking = await book({ count: 100_000, paid_at: '2026-03-01 12:00' }, { ignore_capacity: true });
    expect(booking.paid_amount).toBe('999999999999000.0');
    expect(await onlyOrder()).toMatchObject({ total: '999999999999000.0', balance: '0.0' });
  });

  it('of an event creates an order, too; one of a service without a price does not', async () => {
    const event = await createEvent(account, {}, { price: 80 });
    const booking = await account.create('/bookings', 'booking', { event_id: event.id });
    const free = await createBookableService(account);
    await book({ service_id: free.serviceId, resource_id: free.resourceId });
    await book({ service_id: null });
    expect(await onlyOrder()).toMatchObject({
      total: '80.0',
      order_line_items: [{ booking_id: booking.id, service_id: event.service_id }],
    });
  });

  it('that is rejected creates none', async () => {
    const refused = { ...time, resource_id: offered.resourceId, service_id: offered.serviceId, count: 1001 };
    expect((await account.post('/bookings', { json: refused })).status).toBe(400);
    expect(await orders()).toEqual([]);
  });
});

describe('an order follows its booking', () => {
  it('in count and service, and until it is settled in coupon and person', async () => {
    const { id } = await book();
    await change(id, { count: 3 });
    expect(await onlyOrder()).toMatchObject({ total: '345.75', order_line_items: [{ quantity: 3 }] });

    const coupon_id = await addCoupon({ value: 50 });
    await change(id, { coupon_id });
    expect(await onlyOrder()).toMatchObject({ coupon_id, discount_amount: '172.88', balance: '172.87' });

    const { serviceId } = await createBookableService(account, { service: { price: 20 } });
    await account.create('/providers', 'provider', { service_id: serviceId, resource_id: offered.resourceId });
    await change(id, { service_id: serviceId });
    expect(await onlyOrder()).toMatchObject({
      total: '60.0',
      discount_amount: '30.0',
      order_line_items: [{ service_id: serviceId, amount: '20.0', quantity: 3 }],
    });

    const { person_id } = await change(id, { person_attributes: kari });
    expect(await onlyOrder()).toMatchObject({ person_id, person: kari });

    await change(id, { paid_at: '2026-03-02 08:00', coupon_id: null });
    const settled = await onlyOrder();
    expect(settled).toMatchObject({ state: 'confirmed', coupon_id: null, paid_amount: '60.0', balance: '0.0' });
    await change(id, { person_id: null });
    expect(await onlyOrder()).toEqual(settled);
    const { body } = await account.put(`/bookings/${id}`, { json: { coupon_id } });
    expect(body).toEqual({ coupon_id: ["can't be changed when the order is settled"] });
  });

  it('at the price of its creation', async () => {
    const { id } = await book();
    await account.put(`/services/${offered.serviceId}`, { json: { price: 500 } });
    await change(id, { count: 2 });
    expect(await onlyOrder()).toMatchObject({ total: '230.5' });
    await change(id, { paid_at: '2026-03-02 08:00' });
    expect(await onlyOrder()).toMatchObject({ total: '230.5', balance: '0.0' });
  });

  it('and does not change with other attributes', async () => {
    const { id } = await book();
    const before = await onlyOrder();
    server.clock.advance(1);
    await change(id, { title: 'x', booked_to: '2026-03-03 12:00' });
    expect(await onlyOrder()).toEqual(before);
  });

  it('is created when the booking gets a service with a price', async () => {
    const { id } = await book({ service_id: null });
    await change(id, { service_id: offered.serviceId, count: 2 });
    expect(await onlyOrder()).toMatchObject({ total: '230.5', order_line_items: [{ booking_id: id }] });
  });

  it('is settled when its new service is free', async () => {
    const { id } = await book();
    expect((await change(id, { service_id: null })).paid_at).not.toBeNull();
    expect(await onlyOrder()).toMatchObject({ state: 'confirmed', total: '0.0', balance: '0.0' });
  });

  it.each(['cancel', 'delete'])('and is cancelled with it, whether settled or not: %s', async (step) => {
    const end = (id: number) =>
      step === 'delete' ? account.del(`/bookings/${id}`) : account.put(`/bookings/${id}/${step}`);
    await end((await book()).id);
    await end((await book({ paid_at: '2026-03-02 08:00' })).id);
    expect(await orders()).toMatchObject([
      { state: 'cancelled', paid_amount: '0.0' },
      { state: 'cancelled', paid_amount: '115.25', settled_at: null },
    ]);
    expect(await server.changes(account)).toContain('order.cancelled');
  });

  it('and is cancelled when it is declined or expires', async () => {
    await server.configure(account, { confirm_manually: true });
    await account.put(`/bookings/${(await book({}, { confirm: false })).id}/decline`);
    await account.put(`/services/${offered.serviceId}`, { json: { payment_required: true } });
    const { id } = await book({}, { confirm: false });
    server.clock.advance(21);
    await expireHold(await createBackgroundContext(server.database, server.clock, account.credentials.id), id);
    expect(await orders()).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
  });
});

describe('a payment by the booking', () => {
  it.each([
    [false, 'confirmed', 'booking.confirmed'],
    [true, 'awaiting_confirmation', 'booking.modified'],
  ])('settles the order and changes the state (manual confirmation: %s)', async (confirm_manually, state, name) => {
    await server.configure(account, { confirm_manually });
    await account.put(`/services/${offered.serviceId}`, { json: { payment_required: true } });
    const { id, state: first } = await book({}, { confirm: false });
    expect(first).toBe('awaiting_payment');
    expect(await change(id, { paid_at: '2026-03-02 08:05' })).toMatchObject({ state, paid_amount: '115.25' });
    expect(await onlyOrder()).toMatchObject({ state: 'confirmed', settled_at: '2026-03-02T08:05:00+01:00' });
    expect((await server.changes(account)).slice(-2).toSorted()).toEqual([name, 'order.settled']);
  });
});

describe('orders', () => {
  it('are listed by state and person', async () => {
    const { person_id, id } = await book({ person_attributes: kari });
    await book({ paid_at: '2026-03-02 08:00' });
    await book({ person_id });
    await account.put(`/bookings/${id}/cancel`);
    const states = async (query: string) => (await orders(query)).map(({ state }: { state: string }) => state);
    expect(await states('')).toEqual(['cancelled', 'confirmed', 'pending']);
    expect(await states('?state=pending')).toEqual(['pending']);
    expect(await states(`?person_id=${person_id}`)).toEqual(['cancelled', 'pending']);
    expect(await states(`?person_id=${person_id}&state=confirmed`)).toEqual([]);
  });

  it.each([
    ['state=paid', { state: ['is not included in the list', expect.stringMatching(/^must be one of /)] }],
    ['person_id=x', { person_id: ['is not a number'] }],
  ])('are not listed by the invalid filter ?%s', async (query, errors) => {
    const { status, body } = await account.get(`/orders?${query}`);
    expect([status, body]).toEqual([400, errors]);
  });

  it('belong to one account', async () => {
    await book();
    const { id } = await onlyOrder();
    const other = await server.account();
    expect((await other.get('/orders')).body).toEqual([]);
    expect((await other.get(`/orders/${id}`)).status).toBe(404);
    expect((await account.get('/orders/2000000000')).status).toBe(404);
  });
});
