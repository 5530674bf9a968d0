import { bookingSchema } from '../../src/graphql/schema.js';
import { createBookableService, createEvent, openDaily } from '../support/catalog.js';
import { isSampled } from '../support/sample.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const resource = { capacity: 100_000 };
const { serviceId, resourceId } = await createBookableService(account, { service: { price: 100 }, resource });

/** Adds a service of the resource. */
async function addService(attributes: object): Promise<number> {
  const { id } = await account.create('/services', 'service', { title: 'Other', ...attributes });
  await account.create('/providers', 'provider', { service_id: id, resource_id: resourceId });
  return id;
}
const dearer = await addService({ price: 150 });
const cheaper = await addService({ price: 20 });
const coupons = { title: 'Coupon', value: 50 };
const half = await account.create('/coupons', 'coupon', { ...coupons, code: 'HALF', value_type: 'percentage' });
const whole = await account.create('/coupons', 'coupon', { ...coupons, code: 'WHOLE', value: 300 });
// The agreed prices stay, whatever the services cost later.
await account.put(`/services/${serviceId}`, { json: { price: 100 } });

const paidAt = '2026-03-02T07:30:00+01:00';
let made = 0;

const orderOf = async (id: number) =>
  (await account.graphql('query ($id: Int!) { booking(id: $id) { order { id } } }', { id })).data.booking.order.id;
const mutate = async (mutation: string, variables: object) => {
  const { data, errors } = await account.graphql(mutation, variables);
  expect(errors).toBeUndefined();
  return data;
};
const pay = (orderId: number, amount: string) =>
  mutate('mutation ($orderId: Int!, $amount: Decimal!) { recordPayment(orderId: $orderId, amount: $amount) { id } }', {
    orderId,
    amount,
  });
const change = async (id: number, json: object) => {
  const { status, body } = await account.put(`/bookings/${id}`, { json });
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
};

interface State {
  attributes?: object;
  reach?: (id: number) => Promise<unknown>;
  /** The sum that is paid. */
  paid: number;
  /** The discount, as the coupon gives it on a total. */
  discount?: (total: number) => number;
  settled?: boolean;
  cancelled?: boolean;
}

/** Each state of an order of three people at 100, and how to reach it. */
const states: Record<string, State> = {
  'not paid': { paid: 0 },
  'paid in part': { attributes: { paid_amount: 40 }, paid: 40 },
  'not paid, with a coupon': { attributes: { coupon_id: half.id }, paid: 0, discount: (total) => total / 2 },
  'paid by paid_at': { attributes: { paid_at: paidAt }, paid: 300, settled: true },
  'paid later': { reach: (id) => change(id, { paid_at: paidAt }), paid: 300, settled: true },
  'paid by recordPayment': { reach: async (id) => pay(await orderOf(id), '300'), paid: 300, settled: true },
  'paid with a coupon': {
    attributes: { coupon_id: half.id, paid_at: paidAt },
    ...{ paid: 150, settled: true, discount: (total) => total / 2 },
  },
  'free by its coupon': {
    attributes: { coupon_id: whole.id },
    ...{ paid: 0, settled: true, discount: (total) => Math.min(total, 300) },
  },
  'paid by a gift card': {
    reach: async (id) => {
      made += 1;
      await account.create('/gift_cards', 'gift_card', { value: 300, code: `card-${made}` });
      await mutate(
        'mutation ($orderId: Int!, $code: String!) { redeemGiftCard(orderId: $orderId, code: $code) { id } }',
        {
          orderId: await orderOf(id),
          code: `card-${made}`,
        },
      );
    },
    ...{ paid: 300, settled: true },
  },
  'paid, and more people since': {
    attributes: { count: 2, paid_at: paidAt },
    reach: (id) => change(id, { count: 3 }),
    paid: 200,
  },
  'paid, and fewer people since': {
    attributes: { count: 5, paid_at: paidAt },
    reach: (id) => change(id, { count: 3 }),
    ...{ paid: 500, settled: true },
  },
  'taken back in part': {
    attributes: { paid_at: paidAt },
    reach: (id) => change(id, { paid_amount: 120 }),
    paid: 120,
  },
  cancelled: {
    attributes: { paid_at: paidAt },
    reach: (id) => account.put(`/bookings/${id}/cancel`),
    ...{ paid: 300, cancelled: true },
  },
};

async function reach({ attributes = {}, reach: step }: State): Promise<number> {
  const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
  const wanted = { ...time, service_id: serviceId, resource_id: resourceId, count: 3, ...attributes };
  const { id } = await account.create('/bookings', 'booking', wanted);
  await step?.(id);
  return id;
}

interface Facts {
  total: number;
  discount: number;
  paid: number;
  balance: number;
  refundable: number;
  state: string;
  line: object;
}

const readFacts = async (bookingId: number): Promise<Facts> => {
  const { data } = await account.graphql(
    `query ($bookingId: Int!) { booking(id: $bookingId) { paidAmount order {
      id total discountAmount paidAmount balance refundable state
      lineItems { quantity amount serviceId } payments { amount } } } }`,
    { bookingId },
  );
  const { id, lineItems, payments, ...order } = data.booking.order;
  const rest = (await account.get(`/orders/${id}`)).body.order;
  expect([rest.total, rest.balance, rest.paid_amount, rest.state]).toEqual([
    order.total,
    order.balance,
    order.paidAmount,
    order.state.toLowerCase(),
  ]);
  expect(data.booking.paidAmount ?? '0.0').toBe(order.paidAmount);
  expect(payments.reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), 0)).toBe(
    Number(order.paidAmount),
  );
  expect(rest.settled_at === null).toBe(order.state !== 'CONFIRMED');
  return {
    ...{ total: Number(order.total), discount: Number(order.discountAmount), paid: Number(order.paidAmount) },
    ...{ balance: Number(order.balance), refundable: Number(order.refundable), state: order.state },
    line: lineItems[0],
  };
};

/** The facts of an order after a change that is agreed at `unit` for `count` people. */
function expectedFacts(state: State, unit: number, count: number, service: number | null): Facts {
  const total = unit * count;
  const discount = state.discount?.(total) ?? 0;
  const balance = total - discount - state.paid;
  return {
    ...{ total, discount, balance, paid: state.paid, refundable: Math.max(0, -balance) },
    ...{ state: balance > 0 ? 'PENDING' : 'CONFIRMED' },
    line: { quantity: count, amount: `${unit}.0`, serviceId: service },
  };
}

/** The changes of attributes that decide the price. */
const changes = [
  { name: 'more people', input: { count: 4 }, unit: 100, count: 4, service: serviceId },
  { name: 'fewer people', input: { count: 2 }, unit: 100, count: 2, service: serviceId },
  { name: 'a dearer service', input: { serviceId: dearer }, unit: 150, count: 3, service: dearer },
  { name: 'a cheaper service', input: { serviceId: cheaper }, unit: 20, count: 3, service: cheaper },
  { name: 'no service', input: { serviceId: null }, unit: 0, count: 3, service: null },
  { name: 'both', input: { serviceId: cheaper, count: 20 }, unit: 20, count: 20, service: cheaper },
];

const snakeCase = (input: object) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** The ways of changing a booking. */
const writers: Record<string, (id: number, input: object) => Promise<unknown>> = {
  rest: (id, input) => change(id, snakeCase(input)),
  graphql: (id, input) =>
    mutate('mutation ($id: Int!, $input: BookingInput!) { updateBooking(id: $id, input: $input) { id } }', {
      id,
      input,
    }),
  bulk: async (id, input) => {
    const data = await mutate(
      'mutation ($items: [BookingUpdate!]!) { updateBookings(items: $items, mode: ALL) { items { error { fields } } } }',
      { items: [{ id, input }] },
    );
    expect(data.updateBookings.items).toEqual([{ error: null }]);
  },
};

describe.each(Object.entries(states))('an order that is %s', (stateName, state) => {
  const cases = Object.entries(writers).flatMap(([way, write]) => changes.map((each) => ({ way, write, ...each })));
  /** All by REST, of which the other ways differ in the reading of the request alone. */
  const sampled = cases.filter(({ way }, at) => way === 'rest' || isSampled(at, 4, `orders that are ${stateName}`));
  it.each(sampled)('follows $name by $way', async ({ write, input, unit, count, service }) => {
    const id = await reach(state);
    const before = await readFacts(id);
    const bookingBefore = (await account.get(`/bookings/${id}`)).body.booking;
    expect(before).toMatchObject(state.cancelled ? { state: 'CANCELLED' } : expectedFacts(state, 100, 3, serviceId));
    if (state.cancelled && 'serviceId' in input) return;
    await write(id, input);
    expect(await readFacts(id)).toEqual(state.cancelled ? before : expectedFacts(state, unit, count, service));
    const { body } = await account.get(`/bookings/${id}`);
    expect(body.booking.state).toBe(bookingBefore.state);
    if (state.settled && state.paid > 0) expect(body.booking.paid_at).toBe(bookingBefore.paid_at);
    if (state.cancelled) return;
    await write(id, { serviceId, count: 3 });
    const back = await readFacts(id);
    const current = 'serviceId' in input ? expectedFacts(state, 100, 3, serviceId) : before;
    expect(back).toEqual(current);
  });
});

describe('a paid order', () => {
  it('keeps the agreed price when the service has another one', async () => {
    const [id, other] = [await reach({ attributes: { paid_at: paidAt }, paid: 300 }), await reach({ paid: 0 })];
    await account.put(`/services/${serviceId}`, { json: { price: 500 } });
    for (const each of [id, other]) await change(each, { count: 4 });
    await account.put(`/services/${serviceId}`, { json: { price: 100 } });
    expect(await readFacts(id)).toMatchObject({ total: 400, balance: 100, line: { amount: '100.0', quantity: 4 } });
    expect(await readFacts(other)).toMatchObject({ total: 400, balance: 400 });
  });

  it('keeps the discount that was agreed when its coupon has another one', async () => {
    const coupon = { title: 'Spring', code: 'SPRING', value_type: 'percentage', value: 10 };
    const { id: coupon_id } = await account.create('/coupons', 'coupon', coupon);
    const attributes = { coupon_id, paid_at: paidAt };
    const [paid, due] = [await reach({ attributes, paid: 270 }), await reach({ attributes: { coupon_id }, paid: 0 })];
    await account.put(`/coupons/${coupon_id}`, { json: { value_type: 'amount', value: 200 } });
    for (const id of [paid, due]) await change(id, { count: 4 });
    expect(await readFacts(paid)).toMatchObject({ total: 400, discount: 40, paid: 270, balance: 90 });
    expect(await readFacts(due)).toMatchObject({ total: 400, discount: 40, balance: 360 });
    await account.del(`/coupons/${coupon_id}`);
    await change(paid, { count: 2 });
    expect(await readFacts(paid)).toMatchObject({ total: 200, discount: 20, paid: 270, refundable: 90 });
    const later = await reach({ attributes: { coupon_id: half.id }, paid: 0 });
    await change(due, { coupon_id: half.id });
    expect([await readFacts(due), await readFacts(later)]).toMatchObject([{ discount: 200 }, { discount: 150 }]);
  });

  it('keeps its coupon, and refuses another', async () => {
    const id = await reach({ attributes: { paid_at: paidAt }, paid: 300 });
    const { status, body } = await account.put(`/bookings/${id}`, { json: { coupon_id: half.id, count: 2 } });
    expect([status, body]).toEqual([400, { coupon_id: ["can't be changed when the order is settled"] }]);
    expect(await readFacts(id)).toMatchObject({ total: 300, state: 'CONFIRMED' });
  });

  it.each([
    [
      { count: 4, paid_amount: 400 },
      { total: 400, paid: 400, balance: 0, state: 'CONFIRMED' },
    ],
    [
      { count: 4, paid_amount: 350 },
      { total: 400, paid: 350, balance: 50, state: 'PENDING' },
    ],
    [
      { count: 4, paid_at: '2026-03-02 08:10' },
      { total: 400, paid: 400, balance: 0, state: 'CONFIRMED' },
    ],
    [
      { count: 4, paid_at: null },
      { total: 400, paid: 0, balance: 400, state: 'PENDING' },
    ],
    [
      { count: 4, paid_at: paidAt, paid_amount: '300.0' },
      { total: 400, paid: 300, balance: 100, state: 'PENDING' },
    ],
    [
      { count: 2, paid_amount: 200 },
      { total: 200, paid: 200, balance: 0, state: 'CONFIRMED' },
    ],
    [
      { count: 2, paid_at: '2026-03-02 08:10' },
      { total: 200, paid: 300, balance: -100, state: 'CONFIRMED' },
    ],
    [
      { count: 2, paid_at: null },
      { total: 200, paid: 0, balance: 200, state: 'PENDING' },
    ],
  ])('with %j in one request is %j', async (json, expected) => {
    const id = await reach({ attributes: { paid_at: paidAt }, paid: 300 });
    await change(id, json);
    expect(await readFacts(id)).toMatchObject(expected);
  });

  it('is settled again when the rest is paid, and refunds no more than the difference', async () => {
    const id = await reach({ attributes: { paid_at: paidAt }, paid: 300 });
    await change(id, { count: 4 });
    const orderId = await orderOf(id);
    await pay(orderId, '100');
    expect(await readFacts(id)).toMatchObject({ paid: 400, balance: 0, state: 'CONFIRMED' });
    await change(id, { count: 1 });
    const refund =
      'mutation ($orderId: Int!, $amount: Decimal!) { recordRefund(orderId: $orderId, amount: $amount) { id } }';
    const { errors } = await account.graphql(refund, { orderId, amount: '300.01' });
    expect(errors?.[0]?.extensions.fields).toEqual({ amount: ['must be less than or equal to 300.0'] });
    await mutate(refund, { orderId, amount: '300' });
    expect(await readFacts(id)).toMatchObject({ total: 100, paid: 100, refundable: 0, state: 'CONFIRMED' });
    expect(await server.changes(account)).toEqual(expect.arrayContaining(['order.settled', 'order.refunded']));
  });

  it('of an event follows the service of the event, and that of another event', async () => {
    const event = await createEvent(account, { capacity: 100 }, { price: 80 });
    const other = await createEvent(account, { capacity: 100 }, { price: 30 });
    const book = (attributes: object) =>
      account.create('/bookings', 'booking', { event_id: event.id, count: 2, ...attributes });
    const [paid, due, byCoupon] = [
      await book({ paid_at: paidAt }),
      await book({}),
      await book({ coupon_id: half.id, paid_at: paidAt }),
    ];
    await account.put(`/events/${event.id}`, { json: { service_id: dearer, resource_id: resourceId } });
    expect(await readFacts(paid.id)).toMatchObject({ total: 300, paid: 160, balance: 140, state: 'PENDING' });
    expect(await readFacts(due.id)).toMatchObject({ total: 300, paid: 0, line: { serviceId: dearer } });
    expect(await readFacts(byCoupon.id)).toMatchObject({ total: 300, discount: 150, paid: 80, balance: 70 });
    await change(paid.id, { event_id: other.id });
    expect(await readFacts(paid.id)).toMatchObject({ total: 60, balance: -100, state: 'CONFIRMED' });
  });

  it('of an event that becomes free confirms the bookings that await their payment', async () => {
    const event = await createEvent(account, { capacity: 100 }, { price: 80, payment_required: true });
    const booking = { event_id: event.id, person_attributes: { email: 'kari@example.org' } };
    const { id, state } = await account.create('/bookings', 'booking', booking, { confirm: false });
    expect(state).toBe('awaiting_payment');
    await account.put(`/events/${event.id}`, { json: { service_id: await addService({ price: 0 }) } });
    expect((await account.get(`/bookings/${id}`)).body.booking.state).toBe('confirmed');
    expect((await server.changes(account)).slice(-3)).toEqual(expect.arrayContaining(['booking.confirmed']));
  });
});

it('every attribute of a booking decides its price, or leaves its order as it is', async () => {
  const deciding = [
    ...['serviceId', 'eventId', 'options', 'couponId', 'couponCode', 'packageId', 'count', 'paidAt', 'paidAmount'],
  ];
  const { id: personId } = await account.create('/people', 'person', { name: 'Kari' });
  const other = await account.create('/resources', 'resource', {
    ...openDaily('09:00', '17:00'),
    title: 'Other',
    capacity: 10,
  });
  await account.create('/providers', 'provider', { service_id: serviceId, resource_id: other.id });
  const others: Record<string, unknown> = {
    ...{ resourceId: other.id, personId, bookedByPersonId: personId, personAttributes: { name: 'Kari Berg' } },
    bookedForName: 'Bo Berg',
    ...{ bookedFrom: '2026-03-03T10:30:00+01:00', bookedTo: '2026-03-03T16:00:00+01:00', publicBooking: false },
    ...{ status: 'CHECKED_IN', expiresAt: '2026-03-03T09:00:00+01:00', title: 'x', notes: 'x', customData: { a: 'b' } },
    ...{ reminderAt: '2026-03-03T08:00:00+01:00', remindedAt: '2026-03-02T08:00:00+01:00' },
    ...{ externalId: 'x', externalUrl: 'https://example.org/x', externalHostUrl: 'https://example.org/y' },
  };
  const type = bookingSchema().getType('BookingInput');
  const names = type && 'getFields' in type ? Object.keys(type.getFields()) : [];
  expect(names.toSorted()).toEqual([...deciding, ...Object.keys(others)].toSorted());
  const id = await reach({ attributes: { paid_at: paidAt }, paid: 300 });
  const before = await readFacts(id);
  for (const name of Object.keys(others)) {
    await writers['graphql']?.(id, { [name]: others[name] });
    expect([name, await readFacts(id)]).toEqual([name, before]);
  }
});
