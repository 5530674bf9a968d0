import { bookableServicePerTest } from '../support/catalog.js';
import { addCoupon, addService, payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const offered = bookableServicePerTest(account, { service: { price: 100 }, resource: { capacity: 1000 } });

const addRate = async (percentage: string, attributes: object = {}): Promise<number> => {
  const rate = { name: `VAT ${percentage} %`, percentage, ...attributes };
  return (await account.create('/tax_rates', 'tax_rate', rate)).id;
};
const addProduct = async (price: string, percentage: string | null, attributes: object = {}): Promise<number> => {
  const tax_rate_id = percentage === null ? null : await addRate(percentage, attributes);
  return addService(account, { title: 'Product', booking_type: 'product', price, tax_rate_id });
};
const orderOf = (services: readonly (readonly [id: number, quantity: number])[], attributes: object = {}) =>
  account.create('/orders', 'order', {
    order_line_items: services.map(([service_id, quantity]) => ({ service_id, quantity })),
    ...attributes,
  });
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
const linesOf = ({ order_line_items: lines }: any) =>
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  lines.map(({ payable_amount, tax_amount }: any) => [payable_amount, tax_amount]);
const setRounding = (tax_rounding: string) => account.put('/client', { json: { client: { tax_rounding } } });
/** Returns the only order. */
const soldOrder = async () => (await account.get('/orders')).body[0].order;
const book = (attributes: object = {}) =>
  account.create('/bookings', 'booking', {
    ...{ booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
    ...{ resource_id: offered.resourceId, service_id: offered.serviceId, ...attributes },
  });
const taxService = (tax_rate_id: number | null) =>
  account.put(`/services/${offered.serviceId}`, { json: { service: { tax_rate_id } } });

describe('a tax rate', () => {
  it('has a percentage with at most three decimals, and includes the tax by default', async () => {
    const id = await addRate('7.725');
    expect((await account.get(`/tax_rates/${id}`)).body.tax_rate).toMatchObject({
      ...{ name: 'VAT 7.725 %', percentage: '7.725', included: true, active: true },
    });
  });

  it.each([
    [{ percentage: '100.001' }, { percentage: ['must be less than or equal to 100'] }],
    [{ percentage: '-1' }, { percentage: ['must be greater than or equal to 0'] }],
    [{ percentage: '1.2345' }, { percentage: ['is invalid', 'must have at most 3 decimals'] }],
    [{ percentage: null }, { percentage: ["can't be blank"] }],
    [{ name: '' }, { name: ["can't be blank"] }],
  ])('is refused with %j', async (attributes, errors) => {
    const json = { tax_rate: { name: 'VAT', percentage: '25', ...attributes } };
    expect(await account.post('/tax_rates', { json })).toMatchObject({ status: 400, body: errors });
  });

  it('that is deleted stays at its services, and is not given to others', async () => {
    const id = await addRate('25');
    const product = await addService(account, { booking_type: 'product', title: 'Soap', price: 10, tax_rate_id: id });
    await account.del(`/tax_rates/${id}`);
    expect((await account.get('/tax_rates')).body).toEqual([]);
    expect((await orderOf([[product, 1]])).tax_amount).toBe('2.0');
    expect(await taxService(id)).toMatchObject({ status: 400, body: { tax_rate_id: ['does not exist'] } });
  });
});

describe('an order', () => {
  it.each([
    ['line', '500.0', '79.85'],
    ['net', '499.98', '79.83'],
    ['gross', '500.0', '79.83'],
  ])('of 5 × 100.00 including 19 %% by %s costs %s with a tax of %s', async (rounding, payable, tax) => {
    await setRounding(rounding);
    const product = await addProduct('100.00', '19');
    const order = await orderOf([[product, 5]]);
    expect(order).toMatchObject({ total: payable, payable_amount: payable, balance: payable, tax_amount: tax });
    expect(order.order_line_items).toMatchObject([
      { quantity: 5, amount: '100.0', tax_name: 'VAT 19 %', tax_percentage: '19.0', tax_amount: tax },
    ]);
  });

  it('spreads its discount over its rates', async () => {
    const [high, low] = [await addProduct('100.00', '25'), await addProduct('50.00', '15')];
    const { id: coupon_id } = await addCoupon(account, { value_type: 'amount', value: 10 });
    const order = await orderOf(
      [
        [high, 1],
        [low, 1],
      ],
      { coupon_id },
    );
    expect(linesOf(order)).toEqual([
      ['93.33', '18.67'],
      ['46.67', '6.09'],
    ]);
    expect(order).toMatchObject({
      total: '150.0',
      discount_amount: '10.0',
      payable_amount: '140.0',
      tax_amount: '24.76',
    });
  });

  it('with a rate that is added costs the price with the tax', async () => {
    const product = await addProduct('99.90', '25', { included: false });
    const order = await orderOf([[product, 2]]);
    expect(order).toMatchObject({ total: '249.76', tax_amount: '49.96' });
    expect(order.order_line_items).toMatchObject([{ amount: '124.88' }]);
  });

  it('without a rate says nothing about tax', async () => {
    const order = await orderOf([[await addProduct('100.00', null), 1]]);
    expect(order.tax_amount).toBeNull();
    expect(order.order_line_items).toMatchObject([
      { tax_name: null, tax_percentage: null, tax_amount: null, payable_amount: null },
    ]);
  });

  it.each([
    ['JPY', '999', '3', '10', '2997.0', '273.0'],
    ['KWD', '1.234', '3', '5', '3.702', '0.177'],
    ['ISK', '1000', '1', '24', '1000.0', '194.0'],
    ['HUF', '1000.5', '1', '27', '1000.5', '212.7'],
  ])('in %s has whole minor units', async (currency, price, quantity, percentage, total, tax) => {
    await account.put('/client', { json: { client: { currency } } });
    const product = await addProduct(price, percentage);
    expect(await orderOf([[product, Number(quantity)]])).toMatchObject({ total, tax_amount: tax });
  });

  it('of a multi-purpose gift card has no tax, which is due when the card pays', async () => {
    const card = await addService(account, { title: 'Gift card', booking_type: 'gift_card', price: 100 });
    const sale = await orderOf([[card, 1]]);
    await payOrder(account, sale.id, '100');
    expect((await account.get(`/orders/${sale.id}`)).body.order.tax_amount).toBeNull();
    expect((await orderOf([[await addProduct('100.00', '25'), 1]])).tax_amount).toBe('20.0');
  });
});

describe('a booking', () => {
  it('keeps the rate and the rounding that were agreed, and their tax follows its count', async () => {
    await setRounding('gross');
    const rate = await addRate('25');
    await taxService(rate);
    const { id } = await book();
    expect(await soldOrder()).toMatchObject({ total: '100.0', tax_amount: '20.0' });
    await account.put(`/tax_rates/${rate}`, { json: { tax_rate: { percentage: '50', name: 'Double' } } });
    await setRounding('net');
    await taxService(null);
    await account.put(`/bookings/${id}`, {
      json: { booking: { count: 3, booked_from: '2026-03-03 12:00', booked_to: '2026-03-03 13:00' } },
    });
    const order = await soldOrder();
    expect(order).toMatchObject({ total: '300.0', tax_amount: '60.0' });
    expect(order.order_line_items).toMatchObject([{ quantity: 3, tax_name: 'VAT 25 %', tax_percentage: '25.0' }]);
  });

  it('with a coupon is taxed on what is left to pay', async () => {
    await taxService(await addRate('25'));
    const { id: coupon_id } = await addCoupon(account);
    await book({ coupon_id, count: 2 });
    expect(await soldOrder()).toMatchObject({ total: '200.0', payable_amount: '180.0', tax_amount: '36.0' });
  });

  it('that gets another service takes its rate', async () => {
    await taxService(await addRate('25'));
    const { id } = await book();
    const service_id = await addService(account, { title: 'Shave', price: 60 });
    await account.create('/providers', 'provider', { resource_id: offered.resourceId, service_id });
    await account.put(`/bookings/${id}`, { json: { booking: { service_id } } });
    const order = await soldOrder();
    expect(order).toMatchObject({ total: '60.0', tax_amount: null });
    expect(linesOf(order)).toEqual([[null, null]]);
  });
});
