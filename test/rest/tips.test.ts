import { createBookableService } from '../support/catalog.js';
import { payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
beforeEach(() => server.configure(account, { currency: 'NOK' }));

const run = async (mutation: string, of = account) => {
  const { data, errors } = await of.graphql(
    `mutation { result: ${mutation} { tipAmount payableAmount balance paidAmount tips { resource { title } amount method } } }`,
  );
  return data?.result ?? (errors ?? []).map(({ extensions }) => extensions.fields ?? extensions.code);
};

/** Books for Ada, in the order of one booking. */
async function book(service: object = {}, attributes: object = {}): Promise<{ id: number; orderId: number }> {
  const place = await createBookableService(account, {
    service: { title: 'Cut', price: 100, ...service },
    resource: { title: 'Ada' },
  });
  const { id } = await account.create('/bookings', 'booking', {
    ...{ service_id: place.serviceId, resource_id: place.resourceId, person_attributes: { name: 'Kari' } },
    ...{ booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00', ...attributes },
  });
  const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { orderId } }', { id });
  return { id, orderId: data.booking.orderId };
}

it('is for the one who does the booking, and changes neither its price nor what is paid', async () => {
  const { orderId } = await book();
  expect(await run(`recordTip(orderId: ${orderId}, amount: "30", method: CARD)`)).toEqual({
    ...{ tipAmount: '30.0', payableAmount: '100.0', balance: '100.0', paidAmount: '0.0' },
    tips: [{ resource: { title: 'Ada' }, amount: '30.0', method: 'CARD' }],
  });
  await payOrder(account, orderId, '100');
  expect((await account.get(`/orders/${orderId}`)).body.order).toMatchObject({ tip_amount: '30.0', balance: '0.0' });
});

it('is not in the answers about orders without one', async () => {
  const { orderId } = await book();
  expect((await account.get(`/orders/${orderId}`)).body.order).not.toHaveProperty('tip_amount');
});

it('is split over the staff of a visit by the prices of their bookings', async () => {
  const services = [
    { title: 'Cut', price: 50 },
    { title: 'Colour', price: 100 },
  ];
  const places = [];
  for (const service of services) {
    places.push(await createBookableService(account, { service, resource: { title: `For ${service.title}` } }));
  }
  const items = places.map(({ serviceId, resourceId }, index) => ({
    ...{ service_id: serviceId, resource_id: resourceId },
    ...{ booked_from: `2026-03-03 1${index}:00`, booked_to: `2026-03-03 1${index + 1}:00` },
  }));
  await account.create('/visits', 'visit', { person_attributes: { name: 'Kari' }, items });
  const [{ order }] = (await account.get('/orders')).body;
  expect(await run(`recordTip(orderId: ${order.id}, amount: "30")`)).toMatchObject({
    tipAmount: '30.0',
    tips: [
      { resource: { title: 'For Cut' }, amount: '10.0' },
      { resource: { title: 'For Colour' }, amount: '20.0' },
    ],
  });
});

it('of a free booking gets an order that sells nothing, one for all of its tips', async () => {
  const { serviceId: service_id, resourceId: resource_id } = await createBookableService(account, {
    service: { title: 'Advice' },
    resource: { title: 'Ada' },
  });
  const { id } = await account.create('/bookings', 'booking', {
    ...{ service_id, resource_id, person_attributes: { name: 'Kari' } },
    ...{ booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
  });
  const tip = () => run(`recordTipOfBooking(bookingId: ${id}, amount: "10", method: CASH)`);
  const answers = await Promise.all([tip(), tip(), tip()]);
  expect(answers.map(({ tipAmount }) => tipAmount).toSorted()).toEqual(['10.0', '20.0', '30.0']);
  expect(answers).toContainEqual({
    ...{ tipAmount: '10.0', payableAmount: '0.0', balance: '0.0', paidAmount: '0.0' },
    tips: [{ resource: { title: 'Ada' }, amount: '10.0', method: 'CASH' }],
  });
  const [{ order }, ...others] = (await account.get('/orders')).body;
  expect(others).toEqual([]);
  expect(order).toMatchObject({ state: 'confirmed', total: '0.0', tip_amount: '30.0', person: { name: 'Kari' } });
  // It may cost something later.
  const priced = await account.create('/services', 'service', { title: 'Cut', price: 100 });
  await account.create('/providers', 'provider', { service_id: priced.id, resource_id });
  await account.put(`/bookings/${id}`, { json: { booking: { service_id: priced.id } } });
  const repriced = { state: 'pending', balance: '100.0', tip_amount: '30.0' };
  expect((await account.get(`/orders/${order.id}`)).body.order).toMatchObject(repriced);
  await account.put(`/bookings/${id}/cancel`);
  expect(await tip()).toEqual([{ orderId: ['is cancelled'] }]);
});

it('of a free visit is for the staff of all of its bookings', async () => {
  const places = [];
  for (const title of ['Ada', 'Bo']) places.push(await createBookableService(account, { resource: { title } }));
  const items = places.map(({ serviceId, resourceId }, index) => ({
    ...{ service_id: serviceId, resource_id: resourceId },
    ...{ booked_from: `2026-03-03 1${index}:00`, booked_to: `2026-03-03 1${index + 1}:00` },
  }));
  const visit = await account.create('/visits', 'visit', { person_attributes: { name: 'Kari' }, items });
  expect(await run(`recordTipOfBooking(bookingId: ${visit.bookings[1].id}, amount: "30")`)).toMatchObject({
    tips: [
      { resource: { title: 'Ada' }, amount: '15.0' },
      { resource: { title: 'Bo' }, amount: '15.0' },
    ],
  });
});

it('of a free booking that was cancelled is refused', async () => {
  const { serviceId: service_id, resourceId: resource_id } = await createBookableService(account);
  const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
  const { id } = await account.create('/bookings', 'booking', { service_id, resource_id, ...time });
  await account.put(`/bookings/${id}/cancel`);
  expect(await run(`recordTipOfBooking(bookingId: ${id}, amount: "5")`)).toEqual([{ bookingId: ['is not active'] }]);
  expect(await run('recordTipOfBooking(bookingId: 999999, amount: "5")')).toEqual(['NOT_FOUND']);
});

it('stays when the price, the coupon or the fee changes, and is in no deposit', async () => {
  const { id, orderId } = await book({ deposit_type: 'percentage', deposit_value: 50 });
  await run(`recordTip(orderId: ${orderId}, amount: "30")`);
  const coupon = { title: 'Half', code: 'HALF', value_type: 'percentage', value: 50 };
  await account.create('/coupons', 'coupon', coupon);
  await account.put(`/bookings/${id}`, { json: { booking: { coupon_code: 'HALF' } } });
  expect((await account.get(`/orders/${orderId}`)).body.order).toMatchObject({
    ...{ total: '100.0', discount_amount: '50.0', payable_amount: '50.0', balance: '50.0', tip_amount: '30.0' },
  });
});

it('can be given back, at most what is left, also after the order was cancelled', async () => {
  const { id, orderId } = await book();
  const back = (amount: string) => run(`refundTip(orderId: ${orderId}, amount: "${amount}", method: CASH)`);
  expect(await back('1')).toEqual([{ orderId: ['has nothing to refund'] }]);
  await run(`recordTip(orderId: ${orderId}, amount: "30")`);
  expect(await back('30.01')).toEqual([{ amount: ['must be less than or equal to 30.0'] }]);
  expect(await back('10')).toMatchObject({ tipAmount: '20.0', tips: [{ amount: '30.0' }, { amount: '-10.0' }] });
  await account.put(`/bookings/${id}/cancel`);
  expect(await run(`recordTip(orderId: ${orderId}, amount: "5")`)).toEqual([{ orderId: ['is cancelled'] }]);
  expect(await back('20')).toMatchObject({ tipAmount: '0.0' });
  expect(await back('1')).toEqual([{ orderId: ['has nothing to refund'] }]);
});

it('given back five times at once is given back once', async () => {
  const { orderId } = await book();
  await run(`recordTip(orderId: ${orderId}, amount: "30")`);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => run(`refundTip(orderId: ${orderId}, amount: "30")`)),
  );
  expect(answers.filter((answer) => !Array.isArray(answer))).toMatchObject([{ tipAmount: '0.0' }]);
  const [sum] = await server.sql<{ amount: string }>(
    'select sum(amount)::text as amount from tip where order_id = ? and account_id = ?',
    orderId,
    account.credentials.id,
  );
  expect(Number(sum?.amount)).toBe(0);
});

it.each([
  ['amount: "0"', { amount: ['must be greater than 0'] }],
  ['amount: "-5"', { amount: ['must be greater than 0'] }],
  ['amount: "1.005"', { amount: ['is invalid', 'must have at most 2 decimals, as amounts of NOK'] }],
  ['amount: "1000000000.01"', { amount: ['must be less than or equal to 1000000000.0'] }],
  ['amount: "5", method: GIFT_CARD', { method: ['is not included in the list'] }],
])('with %s is refused', async (given, fields) => {
  const { orderId } = await book();
  expect(await run(`recordTip(orderId: ${orderId}, ${given})`)).toEqual([fields]);
});

it('of an order that does not exist is refused', async () => {
  expect(await run('recordTip(orderId: 999999, amount: "5")')).toEqual(['NOT_FOUND']);
});

it('is on the receipt beside the total, and not in its amounts', async () => {
  const { orderId } = await book();
  await payOrder(account, orderId, '100');
  await run(`recordTip(orderId: ${orderId}, amount: "30")`);
  const { document } = (await account.post(`/orders/${orderId}/documents`, { json: { document: { kind: 'receipt' } } }))
    .body;
  expect(document).toMatchObject({ amount: '100.0', content: { total: '100.00', tip: '30.00' } });
});

it('given after the receipt gets one of its own, and the issued one does not change', async () => {
  const { orderId } = await book();
  await payOrder(account, orderId, '100');
  const issue = async () =>
    (await account.post(`/orders/${orderId}/documents`, { json: { document: { kind: 'receipt' } } })).body;
  const { document: first } = await issue();
  expect(await issue()).toEqual({ kind: ['is issued already'] });
  await run(`recordTip(orderId: ${orderId}, amount: "30")`);
  await run(`recordTip(orderId: ${orderId}, amount: "5")`);
  const { document: second } = await issue();
  const untaxed = { name: null, percentage: null, net: '35.00', tax: '0.00', gross: '35.00' };
  expect(second).toMatchObject({
    ...{ kind: 'receipt', number: 2, amount: '35.0' },
    content: {
      lines: [{ title: 'Tip', quantity: 1, unit_price: '35.00', tax_name: null, tax_percentage: null }],
      ...{ taxes: [untaxed], discount: '0.00', total: '35.00', tax: '0.00', is_of_tip: true },
    },
  });
  expect(await issue()).toEqual({ kind: ['is issued already'] });
  expect((await account.get(`/documents/${first.id}`)).body.document).toEqual(first);
});

it('of a free order is on a receipt of its own, and not on the next one again', async () => {
  const { id, orderId } = await book({ price: 0 });
  await run(`recordTip(orderId: ${orderId}, amount: "30")`);
  const issue = async () =>
    (await account.post(`/orders/${orderId}/documents`, { json: { document: { kind: 'receipt' } } })).body.document;
  expect(await issue()).toMatchObject({ amount: '30.0', content: { is_of_tip: true } });
  await run(`recordTip(orderId: ${orderId}, amount: "5")`);
  const { serviceId, resourceId } = await createBookableService(account, { service: { title: 'Colour', price: 80 } });
  await account.put(`/bookings/${id}`, { json: { booking: { service_id: serviceId, resource_id: resourceId } } });
  await payOrder(account, orderId, '80');
  expect(await issue()).toMatchObject({ amount: '80.0', content: { total: '80.00', tip: '5.00' } });
});

it('is in the summary of the day by member of the staff and by method, and is no revenue and no payment', async () => {
  const { orderId } = await book();
  await run(`recordTip(orderId: ${orderId}, amount: "30", method: CASH)`);
  await run(`refundTip(orderId: ${orderId}, amount: "10", method: CARD)`);
  const figures = async (path: string) => (await account.get(`/figures/${path}from=2026-03-02&to=2026-03-03`)).body;
  const groupsBy = async (dimension: string) => {
    const { groups, total } = (await figures(`tips?group_by=${dimension}&`)).tip_figures;
    expect(total).toEqual({ amount: '20.0', received: '30.0', refunded: '10.0' });
    return groups.map(({ keys, figure }: { keys: { label: string }[]; figure: object }) => [keys[0]?.label, figure]);
  };
  expect(await groupsBy('resource')).toEqual([['Ada', { amount: '20.0', received: '30.0', refunded: '10.0' }]]);
  expect(await groupsBy('method')).toEqual([
    ['card', { amount: '-10.0', received: '0.0', refunded: '10.0' }],
    ['cash', { amount: '30.0', received: '30.0', refunded: '0.0' }],
  ]);
  expect((await figures('payments?')).payment_figures.total).toMatchObject({ amount: '0.0', payments: 0 });
  expect((await figures('revenue?')).revenue_figures.total).toMatchObject({ ordered: '100.0', paid: '0.0' });
});
