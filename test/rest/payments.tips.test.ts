import { createBookableService } from '../support/catalog.js';
import { type ProviderDriver, startProviderDrivers } from '../support/provider-drivers.js';
import { sendRequest } from '../support/send-request.js';
import { payOrder } from '../support/shop.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const now = '2026-03-02T07:00:00Z';
const drivers = await startProviderDrivers(now);
const paymentProviderUrls = Object.fromEntries(drivers.map(({ name, url }) => [name, url]));
const server = await useOwnTestServer({ now, config: { paymentProviderUrls } });

describe.each(drivers)('a tip at $name', (driver) => {
  let account: TestAccount;
  let visitor: Visitor;

  beforeEach(async () => {
    account = await server.account({ publicAccess: true });
    visitor = new Visitor(account);
    await server.configure(account, { currency: 'EUR', tip_percentages: '20, 10 %,15' });
    const { errors } = await account.graphql(
      'mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { id } }',
      { input: { provider: driver.name, ...driver.keys[0] } },
    );
    if (errors) throw new Error(JSON.stringify(errors));
  });

  const sellable = (title: string, price: number | null, more: object = {}) =>
    createBookableService(account, { service: { title, price, ...more }, resource: { title: `For ${title}` } });

  /** Books a service that is paid first, unless something else is said. */
  async function book(price: number | null = 100, more: object = { payment_required: true }) {
    const { serviceId: service_id, resourceId: resource_id } = await sellable('Cut', price, more);
    const { id } = await account.create(
      '/bookings',
      'booking',
      { ...{ service_id, resource_id }, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' },
      { confirm: false },
    );
    return { id, path: await pathOf(id) };
  }
  async function pathOf(id: number): Promise<string> {
    const { link } = (await account.get(`/bookings/${id}/link`)).body.booking;
    return `/bookings/${link.split('/').at(-1)}`;
  }
  const shown = async (path: string) => (await visitor.get(path)).body.booking;
  async function checkout(path: string, tip?: string) {
    const json = { tip, return_url: 'https://example.org' };
    const { status, body } = await visitor.post(`${path}/checkout`, { json });
    return [status, body];
  }
  const opened = [200, { checkout: { url: expect.stringContaining(driver.url) } }];
  const tell = async (notification: ReturnType<ProviderDriver['pay']>): Promise<string> => {
    const path = `${server.origin}/payments/${driver.name}/${account.credentials.subdomain}`;
    return JSON.parse((await sendRequest(path, { method: 'POST', ...notification })).text).outcome;
  };
  async function stored(id: number) {
    const { data } = await account.graphql(
      `query ($id: Int!) { booking(id: $id) { state order { state paidAmount balance refundable tipAmount
         payments { amount } tips { resource { title } amount method } } } }`,
      { id },
    );
    const { state: booking, order } = data.booking;
    const { state, paidAmount, balance, refundable, tipAmount, payments, tips } = order;
    return {
      state: `${booking}, ${state}`,
      money: `paid ${paidAmount} by ${payments.length}, ${balance} due, ${refundable} refundable, tip ${tipAmount}`,
      tips: tips.map((tip: { resource: { title: string }; amount: string; method: string }) =>
        [tip.resource.title, tip.amount, tip.method].join(' '),
      ),
    };
  }
  const forgetNotifications = () =>
    server.sql('delete from payment_notification where account_id = ?', account.credentials.id);

  it('comes with the payment that is awaited, once, however often it is pressed and notified', async () => {
    const { id, path } = await book();
    const choices = [10, 15, 20].map((percentage) => ({ percentage, amount: `${percentage}.0` }));
    expect((await shown(path)).tip).toEqual({ given: '0.0', choices });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => checkout(path, '10')));
    expect(answers).toEqual(Array(5).fill(answers[0]));
    expect(answers[0]).toEqual(opened);
    const notification = driver.pay();
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => tell(notification)));
    expect(outcomes.toSorted()).toEqual(['recorded', 'repeated', 'repeated', 'repeated', 'repeated']);
    await forgetNotifications();
    expect(await tell(notification)).toBe('repeated');
    expect(await stored(id)).toEqual({
      state: 'CONFIRMED, CONFIRMED',
      money: 'paid 100.0 by 1, 0.0 due, 0.0 refundable, tip 10.0',
      tips: ['For Cut 10.0 ONLINE'],
    });
    expect((await shown(path)).tip).toEqual({ given: '10.0', choices });
  });

  it('is given alone once everything is paid, and is no payment of the order', async () => {
    const { id, path } = await book(100, {});
    expect((await shown(path)).tip).toEqual({ given: '0.0', choices: null });
    await account.put(`/bookings/${id}`, { json: { booking: { paid_amount: 100 } } });
    expect(await checkout(path)).toEqual([400, { order_id: ['is settled'] }]);
    expect(await checkout(path, '12.50')).toEqual(opened);
    const notification = driver.pay();
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => tell(notification)));
    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1);
    await forgetNotifications();
    expect(await tell(notification)).toBe('repeated');
    expect(await stored(id)).toEqual({
      state: 'CONFIRMED, CONFIRMED',
      money: 'paid 100.0 by 1, 0.0 due, 0.0 refundable, tip 12.5',
      tips: ['For Cut 12.5 ONLINE'],
    });
  });

  it('of a free booking gets an order of its own, one however often it is pressed', async () => {
    const { id, path } = await book(null, {});
    expect((await shown(path)).tip).toEqual({ given: '0.0', choices: [] });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => checkout(path, '5')));
    expect(answers).toEqual(Array(5).fill(answers[0]));
    expect(await tell(driver.pay())).toBe('recorded');
    expect(await stored(id)).toEqual({
      state: 'CONFIRMED, CONFIRMED',
      money: 'paid 0.0 by 0, 0.0 due, 0.0 refundable, tip 5.0',
      tips: ['For Cut 5.0 ONLINE'],
    });
    expect((await account.get('/orders')).body).toHaveLength(1);
  });

  it('of a visit is split by the prices of its bookings', async () => {
    const places = [await sellable('Cut', 50), await sellable('Colour', 100)];
    const items = places.map(({ serviceId, resourceId }, index) => ({
      ...{ service_id: serviceId, resource_id: resourceId },
      ...{ booked_from: `2026-03-03 1${index}:00`, booked_to: `2026-03-03 1${index + 1}:00` },
    }));
    const visit = await account.create('/visits', 'visit', { person_attributes: { name: 'Kari' }, items });
    const [{ id }] = visit.bookings;
    const [{ order }] = (await account.get('/orders')).body;
    await payOrder(account, order.id, '150');
    expect(await checkout(await pathOf(id), '30')).toEqual(opened);
    expect(await tell(driver.pay())).toBe('recorded');
    expect((await stored(id)).tips).toEqual(['For Cut 10.0 ONLINE', 'For Colour 20.0 ONLINE']);
  });

  it('of a page that expires is none, and leaves the order as it was', async () => {
    const { id, path } = await book();
    await checkout(path, '10');
    await tell(driver.expire());
    expect(await stored(id)).toEqual({
      state: 'AWAITING_PAYMENT, PENDING',
      money: 'paid 0.0 by 0, 100.0 due, 0.0 refundable, tip null',
      tips: [],
    });
    expect((await shown(path)).payable_online).toBe('100.0');
  });

  it('is refundable with the price if the booking was cancelled meanwhile, and stays if it was paid', async () => {
    const cancelled = await book();
    await checkout(cancelled.path, '10');
    await account.put(`/bookings/${cancelled.id}/cancel`);
    await tell(driver.pay());
    expect(await stored(cancelled.id)).toMatchObject({
      money: 'paid 110.0 by 1, -10.0 due, 110.0 refundable, tip null',
      tips: [],
    });
    const paid = await book();
    await checkout(paid.path, '10');
    await account.put(`/bookings/${paid.id}`, { json: { booking: { paid_amount: 100 } } });
    await tell(driver.pay());
    expect((await stored(paid.id)).money).toBe('paid 200.0 by 2, -100.0 due, 100.0 refundable, tip 10.0');
  });

  it('that is changed replaces the page, whose late payment counts nevertheless', async () => {
    const { id, path } = await book();
    const [, first] = await checkout(path, '10');
    const [, second] = await checkout(path, '20');
    expect(second).not.toEqual(first);
    expect(await tell(driver.pay())).toBe('recorded');
    expect(await tell(driver.pay({}, 1))).toBe('recorded');
    expect((await stored(id)).money).toBe('paid 200.0 by 2, -100.0 due, 100.0 refundable, tip 30.0');
  });

  it.each([
    ['60', 'paid 60.0 by 1, 40.0 due, 0.0 refundable, tip null'],
    ['105', 'paid 100.0 by 1, 0.0 due, 0.0 refundable, tip 5.0'],
    ['130', 'paid 120.0 by 1, -20.0 due, 20.0 refundable, tip 10.0'],
  ])('of 10 with 100 is what is above the price if %s are paid', async (amount, money) => {
    const { id, path } = await book();
    await checkout(path, '10');
    await tell(driver.pay({ amount }));
    expect((await stored(id)).money).toBe(money);
  });

  it.each([
    ['-1', { tip: ['must be greater than 0'] }],
    ['1.005', { tip: ['is invalid', 'must have at most 2 decimals, as amounts of EUR'] }],
    ['1000000000.01', { tip: ['must be less than or equal to 1000000000.0'] }],
  ])('of %s is refused', async (tip, body) => {
    expect(await checkout((await book()).path, tip)).toEqual([400, body]);
  });

  it('is refused if the account offers none, and is in no answer then', async () => {
    await server.configure(account, { tip_percentages: null });
    const { path } = await book();
    expect(await checkout(path, '10')).toEqual([400, { tip: ['is not possible in this account'] }]);
    expect(await shown(path)).not.toHaveProperty('tip');
    expect(await checkout(path, '0')).toEqual(opened);
  });

  it('is refused for an order of products, and for a booking that has ended', async () => {
    const service = { title: 'Soap', booking_type: 'product', price: 100 };
    const { id: service_id } = await account.create('/services', 'service', service);
    const placed = await visitor.post('/orders', {
      json: { person_attributes: { name: 'Ola', email: 'o@example.org' }, order_line_items: [{ service_id }] },
    });
    const { order } = placed.body;
    expect(order).not.toHaveProperty('tip');
    expect(await checkout(`/orders/${order.token}`, '10')).toEqual([400, { tip: ['needs an active booking'] }]);
    const { id, path } = await book(null, {});
    await account.put(`/bookings/${id}/cancel`);
    expect((await shown(path)).tip).toEqual({ given: '0.0', choices: null });
    expect(await checkout(path, '10')).toEqual([400, { booking_id: ['is not active'] }]);
  });
});

it.each([
  ['10, 15', '10, 15'],
  ['', null],
  ['0', undefined],
  ['101', undefined],
  ['5, 5', undefined],
  ['1, 2, 3, 4, 5', undefined],
  ['ten', undefined],
])('the tips %j of an account are %j', async (given, kept) => {
  const account = await server.account();
  const { status, body } = await account.put('/client', { json: { client: { tip_percentages: given } } });
  const refused = { tip_percentages: ['is invalid', 'must be such as 10, 15, 20'] };
  if (kept === undefined) expect([status, body]).toEqual([400, refused]);
  else expect([status, body.client.tip_percentages ?? null]).toEqual([200, kept]);
});
