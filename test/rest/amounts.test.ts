import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { addCoupon, addService } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });

/** The path of every amount that a mutation takes, such as `createOrder input.orderLineItems.amount`. */
function amountInputs(): string[] {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const found: string[] = [];
  const collect = (type: GraphQLInputType, path: string): void => {
    const named = getNamedType(type);
    if (named.name === 'Decimal' && !noAmounts.test(path)) found.push(path);
    if (!isInputObjectType(named) || path.split('.').length > 4) return;
    for (const field of Object.values(named.getFields())) collect(field.type, `${path}.${field.name}`);
  };
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const field of roots.flatMap((root) => Object.values(root?.getFields() ?? {}))) {
    for (const { type, name } of field.args) collect(type, `${field.name} ${name}`);
  }
  return found.sort();
}

/** Decimals that are no amounts: percentages, rates of exchange, and prices that are compared and not stored. */
const noAmounts = /percentage$|expectedPrice$|xchangeRate$/;

interface Records {
  document: number;
  provider: number;
  service: number;
  option: number;
  coupon: number;
  card: number;
  code: string;
  booking: number;
  /** The id of a booking that its person missed. */
  missed: number;
  collection: string;
  order: number;
  cancelled: number;
}

/** Creates the records that the documents refer to, in an account of JPY. */
async function createRecords(): Promise<Records> {
  await server.configure(account, { currency: 'JPY' });
  const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Chair', capacity: 100 });
  const service = await addService(account, { title: 'Cut', price: '999' });
  const { id: option } = await account.create(`/services/${service}/options`, 'service_option', { title: 'Wash' });
  const { id: provider } = await account.create('/providers', 'provider', { resource_id, service_id: service });
  const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00', resource_id, service_id: service };
  const { id: booking, order_id: order = undefined } = await account.create('/bookings', 'booking', time);
  await account.put('/client', { json: { client: { cancellation_fees: 'no-show: 100' } } });
  const { id: missed } = await account.create('/bookings', 'booking', time, { confirm: false });
  await account.put(`/bookings/${missed}`, { json: { booking: { status: 'no_show' } } });
  const series = await account.post('/bookings/recurring', {
    json: {
      booking: { ...time, booked_from: '2026-03-10 10:00', booked_to: '2026-03-10 11:00' },
      recurring: { rrule: 'FREQ=DAILY;COUNT=2' },
    },
  });
  const [{ order: first }] = (await account.get('/orders')).body;
  const product = await addService(account, { title: 'Soap', booking_type: 'product', price: 10 });
  const sold = await account.create('/orders', 'order', { order_line_items: [{ service_id: product }] });
  await account.graphql('mutation ($id: Int!) { recordPayment(orderId: $id, amount: "10") { id } }', { id: sold.id });
  await account.graphql('mutation ($id: Int!) { recordTip(orderId: $id, amount: "10") { id } }', { id: sold.id });
  await account.put(`/orders/${sold.id}/cancel`);
  const { id: document } = await account.create(`/orders/${first.id}/documents`, 'document', { kind: 'invoice' });
  const { code } = await account.create('/gift_cards', 'gift_card', { value: 100 });
  return {
    ...{
      document,
      provider,
      service,
      option,
      booking,
      missed,
      code,
      coupon: (await addCoupon(account)).id,
      collection: series.body.collection_id,
    },
    card: await addService(account, { title: 'Gift card', booking_type: 'gift_card' }),
    ...{ order: order ?? first.id, cancelled: sold.id },
  };
}

const newBooking = (service: number) =>
  `serviceId: ${service}, bookedFrom: "2026-03-04T10:00:00Z", bookedTo: "2026-03-04T11:00:00Z"`;

/** A document for each amount, with one decimal too many. */
const documents: Readonly<Record<string, (records: Records) => string>> = {
  'createBooking input.paidAmount': ({ service }) =>
    `createBooking(input: { ${newBooking(service)}, paidAmount: "9.5" }) { id }`,
  'createBookings items.paidAmount': ({ service }) =>
    `createBookings(mode: ALL, items: [{ ${newBooking(service)}, paidAmount: "9.5" }]) { items { error { fields } } }`,
  'createRecurringBookings input.paidAmount': ({ service }) =>
    `createRecurringBookings(input: { ${newBooking(service)}, paidAmount: "9.5" }, recurrence: { rrule: "FREQ=DAILY;COUNT=2" })`,
  'createVisit input.items.paidAmount': ({ service }) =>
    `createVisit(input: { items: [{ ${newBooking(service)}, paidAmount: "9.5" }] }) { id }`,
  'chargeCancellationFee amount': ({ missed }) => `chargeCancellationFee(bookingId: ${missed}, amount: "9.5") { id }`,
  'createCoupon input.minOrderAmount': () =>
    'createCoupon(input: { title: "x", code: "x", value: 1, minOrderAmount: "9.5" }) { id }',
  'createCoupon input.maxOrderAmount': () =>
    'createCoupon(input: { title: "x", code: "x", value: 1, maxOrderAmount: "9.5" }) { id }',
  'createOrder input.orderLineItems.amount': ({ card }) =>
    `createOrder(input: { orderLineItems: [{ serviceId: ${card}, amount: "9.5" }] }) { id }`,
  'createService input.depositValue': () =>
    'createService(input: { title: "x", depositType: AMOUNT, depositValue: "9.5" }) { id }',
  'createService input.depositFrom': () => 'createService(input: { title: "x", depositFrom: "9.5" }) { id }',
  'updateService input.depositValue': ({ service }) =>
    `updateService(id: ${service}, input: { depositType: AMOUNT, depositValue: "9.5" }) { id }`,
  'updateService input.depositFrom': ({ service }) =>
    `updateService(id: ${service}, input: { depositFrom: "9.5" }) { id }`,
  'updateAccount input.depositValue': () => 'updateAccount(input: { depositType: AMOUNT, depositValue: "9.5" }) { id }',
  'updateAccount input.depositFrom': () => 'updateAccount(input: { depositFrom: "9.5" }) { id }',
  'createService input.price': () => 'createService(input: { title: "x", price: "9.5" }) { id }',
  'createServiceOption input.price': ({ service }) =>
    `createServiceOption(serviceId: ${service}, input: { title: "x", price: "9.5" }) { id }`,
  'updateServiceOption input.price': ({ option }) =>
    `updateServiceOption(id: ${option}, input: { price: "9.5" }) { id }`,
  'createProvider input.price': ({ service }) =>
    `createProvider(input: { serviceId: ${service}, price: "9.5" }) { id }`,
  'creditDocument amount': ({ document }) => `creditDocument(id: ${document}, amount: "9.5") { id }`,
  'placePublicOrder input.orderLineItems.amount': ({ card }) =>
    `placePublicOrder(input: { personAttributes: { name: "Kari", email: "kari@example.org" }, orderLineItems: [{ serviceId: ${card}, amount: "9.5" }] }) { id }`,
  'recordPayment amount': ({ order }) => `recordPayment(orderId: ${order}, amount: "9.5") { id }`,
  'recordRefund amount': ({ cancelled }) => `recordRefund(orderId: ${cancelled}, amount: "9.5") { id }`,
  'recordTip amount': ({ order }) => `recordTip(orderId: ${order}, amount: "9.5") { id }`,
  'recordTipOfBooking amount': ({ booking }) => `recordTipOfBooking(bookingId: ${booking}, amount: "9.5") { id }`,
  'refundTip amount': ({ cancelled }) => `refundTip(orderId: ${cancelled}, amount: "9.5") { id }`,
  'redeemGiftCard amount': ({ order, code }) =>
    `redeemGiftCard(orderId: ${order}, code: "${code}", amount: "9.5") { id }`,
  'updateBooking input.paidAmount': ({ booking }) =>
    `updateBooking(id: ${booking}, input: { paidAmount: "9.5" }) { id }`,
  'updateBookings items.input.paidAmount': ({ booking }) =>
    `updateBookings(mode: ALL, items: [{ id: ${booking}, input: { paidAmount: "9.5" } }]) { items { error { fields } } }`,
  'updateCoupon input.minOrderAmount': ({ coupon }) =>
    `updateCoupon(id: ${coupon}, input: { minOrderAmount: "9.5" }) { id }`,
  'updateCoupon input.maxOrderAmount': ({ coupon }) =>
    `updateCoupon(id: ${coupon}, input: { maxOrderAmount: "9.5" }) { id }`,
  'updateProvider input.price': ({ provider }) => `updateProvider(id: ${provider}, input: { price: "9.5" }) { id }`,
  'updateRecurringBookings input.paidAmount': ({ collection }) =>
    `updateRecurringBookings(collectionId: "${collection}", scope: ALL, input: { paidAmount: "9.5" })`,
  'updateService input.price': ({ service }) => `updateService(id: ${service}, input: { price: "9.5" }) { id }`,
};

/** Tested with the payment provider, in `test/rest/payments.providers.test.ts` and `payments.tips.test.ts`. */
const checkouts = ['createCheckout tip', 'createCheckoutByLink tip', 'createPublicCheckout tip'];
const elsewhere = [...checkouts, 'refundByProvider amount'];
/** The booking of a date that a series left out passes the checks of any other. */
const ofSeries = ['addLeftOutBooking input.paidAmount'];

describe('an amount with more decimals than the currency has', () => {
  it('is refused on its attribute, whatever takes it, and changes nothing', async () => {
    expect([...Object.keys(documents), ...elsewhere, ...ofSeries].sort()).toEqual(amountInputs());
    const records = await createRecords();
    const before = await server.changes(account);
    for (const [path, document] of Object.entries(documents)) {
      const { data, errors } = await account.graphql(`mutation { ${document(records)} }`);
      const attribute = path.split(/[ .]/).at(-1) ?? '';
      const refused = JSON.stringify({ data, errors });
      expect([path, refused]).toEqual([path, expect.stringContaining('must have no decimals, as amounts of JPY')]);
      expect([path, refused]).toEqual([path, expect.stringMatching(new RegExp(`[".]${attribute}":\\["is invalid"`))]);
    }
    expect(await server.changes(account)).toEqual(before);
  });

  it('is 400 in REST, in the shape of other errors', async () => {
    await server.configure(account, { currency: 'KWD' });
    expect(await account.create('/services', 'service', { title: 'Cut', price: '1.234' })).toMatchObject({
      price: '1.234',
    });
    const { status, body } = await account.post('/services', { json: { service: { title: 'Cut', price: 1.2345 } } });
    expect([status, body]).toEqual([400, { price: ['is invalid', 'must have at most 3 decimals, as amounts of KWD'] }]);
  });
});

describe('an order', () => {
  it.each([
    ['JPY', '999', 15, { total: '999.0', discount_amount: '150.0', balance: '849.0' }],
    ['KWD', '1.235', 50, { total: '1.235', discount_amount: '0.618', balance: '0.617' }],
    ['BHD', '0.001', 100, { total: '0.001', discount_amount: '0.001', balance: '0.0' }],
    [null, '0.03', 50, { total: '0.03', discount_amount: '0.02', balance: '0.01' }],
  ])('in %s of %s with a discount of %i % has whole minor units', async (currency, price, value, amounts) => {
    await server.configure(account, { currency });
    await addCoupon(account, { value });
    const service_id = await addService(account, { title: 'Soap', booking_type: 'product', price });
    const order = await account.create('/orders', 'order', {
      order_line_items: [{ service_id }],
      coupon_code: 'SPRING',
    });
    expect(order).toMatchObject(amounts);
  });

  it('sells a price of another currency for whole minor units, and leaves the price as it is', async () => {
    await server.configure(account, { currency: 'EUR' });
    const service_id = await addService(account, { title: 'Soap', booking_type: 'product', price: '99.5' });
    await server.configure(account, { currency: 'JPY' });
    const { body } = await account.get(`/services/${service_id}`);
    const again = await account.put(`/services/${service_id}`, { json: body });
    expect([again.status, again.body.service.price]).toEqual([200, '99.5']);
    const order = await account.create('/orders', 'order', { order_line_items: [{ service_id, quantity: 2 }] });
    expect(order).toMatchObject({ total: '200.0', order_line_items: [{ amount: '100.0', quantity: 2 }] });
  });
});

describe('the currency of an account', () => {
  const change = async (currency: string | null) => {
    const { status, body } = await account.put('/client', { json: { client: { currency } } });
    return status === 200 ? body.client.currency : body;
  };
  const isOpen = { currency: ["can't be changed while orders are open"] };
  const order = async (price: string) => {
    const service_id = await addService(account, { title: 'Soap', booking_type: 'product', price });
    return account.create('/orders', 'order', { order_line_items: [{ service_id }] });
  };

  it('stays while orders are open', async () => {
    expect(await change('EUR')).toBe('EUR');
    const { id } = await order('10');
    expect(await change('EUR')).toBe('EUR');
    expect(await change('JPY')).toEqual(isOpen);
    expect(await change(null)).toEqual(isOpen);
    await account.put(`/orders/${id}/cancel`);
    expect(await change('JPY')).toBe('JPY');
  });

  it('can be set first while orders are open, if their amounts are whole minor units of it', async () => {
    await order('10.5');
    expect(await change('JPY')).toEqual(isOpen);
    expect(await change('KWD')).toBe('KWD');
  });
});
