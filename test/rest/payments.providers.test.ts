import { createBackgroundContext } from '../../src/domain/account/background-context.js';
import { expireHold } from '../../src/domain/booking/booking-state.actions.js';
import { createBookableService } from '../support/catalog.js';
import {
  notify,
  paidEvent,
  type StripeDouble,
  secretKey,
  startStripeDouble,
  webhookSecret,
} from '../support/stripe-double.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const now = '2026-03-02T07:00:00Z';
const seconds = Date.parse(now) / 1_000;
const successUrl = 'https://shop.example.org/done';
const cancelUrl = 'https://shop.example.org/back';

let stripe: StripeDouble;
let server: TestServer;
let account: TestAccount;
let giftCard: number;
beforeAll(async () => {
  stripe = await startStripeDouble();
  server = await startTestServer({ now, config: { stripeUrl: stripe.url } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});
beforeEach(async () => {
  server.clock.set(now);
  stripe.fail = undefined;
  stripe.requests.length = 0;
  stripe.sessions.length = 0;
  account = await server.account({ publicAccess: true });
  await server.configure(account, { currency: 'NOK' });
  const service = { title: 'Gift card', booking_type: 'gift_card' };
  giftCard = (await account.create('/services', 'service', service)).id;
});

const setProvider = (input: object = {}, of = account) =>
  of.graphql('mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { provider active } }', {
    input: { provider: 'stripe', secretKey, webhookSecret, ...input },
  });
const newOrder = async (): Promise<number> => {
  const person_attributes = { name: 'Kari', email: 'kari@example.org' };
  const order_line_items = [{ service_id: giftCard, amount: 100 }];
  return (await account.create('/orders', 'order', { person_attributes, order_line_items })).id;
};
const checkout = async (id: number, json: object = { success_url: successUrl, cancel_url: cancelUrl }) => {
  const { status, body } = await account.post(`/orders/${id}/checkout`, { json });
  return [status, body];
};
const lastSession = () => {
  const session = stripe.sessions.at(-1);
  if (!session) throw new Error('no session');
  return session;
};
const tell = (event: object | string, more: object = {}) =>
  notify(server.origin, account.credentials.subdomain, { event, time: seconds, ...more });
const order = async (id: number) => {
  const { state, paid_amount, balance } = (await account.get(`/orders/${id}`)).body.order;
  return { state, paid_amount, balance };
};
const payments = async (id: number) => {
  const { data } = await account.graphql(
    'query ($id: Int!) { order(id: $id) { refundable payments { amount reference } } }',
    { id },
  );
  return data.order;
};
const cards = async () => (await account.get('/gift_cards')).body;

describe('a checkout', () => {
  beforeEach(async () => {
    await setProvider();
  });

  it('is created at the provider with the balance of the order', async () => {
    const id = await newOrder();
    const [status, body] = await checkout(id);
    expect([status, body]).toEqual([200, { checkout: { url: `${stripe.url}/pay/${lastSession().id}` } }]);
    expect(stripe.requests).toEqual([
      {
        path: '/v1/checkout/sessions',
        key: expect.stringMatching(/^[\da-f-]{36}$/),
        form: {
          mode: 'payment',
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'nok',
          'line_items[0][price_data][unit_amount]': '10000',
          'line_items[0][price_data][product_data][name]': expect.any(String),
          client_reference_id: String(id),
          'metadata[order_id]': String(id),
          'payment_intent_data[metadata][order_id]': String(id),
          success_url: successUrl,
          cancel_url: cancelUrl,
          customer_email: 'kari@example.org',
        },
      },
    ]);
    expect(await order(id)).toEqual({ state: 'pending', paid_amount: '0.0', balance: '100.0' });
  });

  it('is the same for repeated requests, also at the same time, until the amount changes', async () => {
    const id = await newOrder();
    const both = await Promise.all([checkout(id), checkout(id)]);
    expect(both[0]).toEqual(both[1]);
    expect(await checkout(id)).toEqual(both[0]);
    expect(stripe.sessions).toHaveLength(1);
    await account.graphql('mutation ($id: Int!) { recordPayment(orderId: $id, amount: "40") { id } }', { id });
    await checkout(id);
    expect(stripe.sessions.map(({ amount }) => amount)).toEqual([10_000, 6_000]);
  });

  it('is rejected without a provider, currency, address or anything to pay', async () => {
    const id = await newOrder();
    expect(await checkout(id, {})).toEqual([400, { success_url: ["can't be blank"] }]);
    expect(await checkout(id, { success_url: 'javascript:alert(1)' })).toEqual([400, { success_url: ['is invalid'] }]);
    await account.graphql('mutation ($id: Int!) { recordPayment(orderId: $id, amount: "100") { id } }', { id });
    expect(await checkout(id)).toEqual([400, { order_id: ['is settled'] }]);
    const another = await newOrder();
    await setProvider({ active: false });
    expect(await checkout(another)).toEqual([400, { provider: ['is not active'] }]);
    await setProvider();
    await server.configure(account, { currency: null });
    expect(await checkout(another)).toEqual([400, { currency: ["can't be blank"] }]);
    await account.graphql('mutation { removePaymentProvider { provider } }');
    expect(await checkout(another)).toEqual([400, { provider: ['is not set'] }]);
    expect(stripe.requests).toEqual([]);
  });

  it('can be created once the provider answers again; the order stays', async () => {
    const id = await newOrder();
    stripe.fail = (response) => void response.writeHead(503).end();
    expect(await checkout(id)).toEqual([400, { provider: ['answered with status 503'] }]);
    stripe.fail = (response) => void response.destroy();
    expect(await checkout(id)).toEqual([400, { provider: ['did not answer: the connection was cut off'] }]);
    stripe.fail = (response) => void response.end('<html>');
    expect(await checkout(id)).toEqual([400, { provider: ['answered with something that is not JSON'] }]);
    stripe.fail = undefined;
    expect((await checkout(id))[0]).toBe(200);
    expect(new Set(stripe.requests.map(({ key }) => key)).size).toBe(1);
    await setProvider({ secretKey: 'sk_test_wrong' });
    expect(await checkout(await newOrder())).toEqual([400, { provider: ['does not accept the secret key'] }]);
  });
});

describe('a notification', () => {
  let id: number;
  beforeEach(async () => {
    await setProvider();
    id = await newOrder();
    await checkout(id);
  });
  const reference = () => `pi_${lastSession().id}`;

  it('of a paid checkout records the payment and delivers the order, once, however often it arrives', async () => {
    const event = paidEvent(lastSession());
    const again = { ...event, id: 'evt_other', type: 'checkout.session.async_payment_succeeded' };
    const answers = await Promise.all([tell(event), tell(event), tell(again), tell(event)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(({ body }) => body).sort(byOutcome)).toEqual([
      { outcome: 'recorded' },
      { outcome: 'repeated' },
      { outcome: 'repeated' },
      { outcome: 'repeated' },
    ]);
    expect(await order(id)).toEqual({ state: 'confirmed', paid_amount: '100.0', balance: '0.0' });
    expect(await payments(id)).toEqual({ refundable: '0.0', payments: [{ amount: '100.0', reference: reference() }] });
    expect(await cards()).toHaveLength(1);
  });

  it('is rejected without the right signature, or if it is old', async () => {
    const event = paidEvent(lastSession());
    const refused = (message: string) => ({ status: 400, body: { base: [message] } });
    expect(await tell(event, { signature: '' })).toEqual(refused('is not signed'));
    expect(await tell(event, { secret: 'whsec_wrong' })).toEqual(refused('has a wrong signature'));
    expect(await tell(event, { time: seconds - 301 })).toEqual(refused('is too old'));
    expect(await tell(event, { time: seconds + 301 })).toEqual(refused('is too old'));
    expect(await tell('nothing')).toEqual(refused('is not JSON'));
    expect(await tell('x'.repeat(1_100_000))).toEqual({
      status: 413,
      body: { base: ['is too large (maximum is 1 MB)'] },
    });
    expect(await order(id)).toEqual({ state: 'pending', paid_amount: '0.0', balance: '100.0' });
    expect((await tell(event, { time: seconds - 299 })).body).toEqual({ outcome: 'recorded' });
  });

  it('of an unknown checkout, another type or another currency changes nothing', async () => {
    const session = lastSession();
    expect(await tell(paidEvent({ ...session, id: 'cs_other' }))).toEqual({
      status: 200,
      body: { outcome: 'unknown' },
    });
    const unpaid = paidEvent(session, { payment_status: 'unpaid' });
    expect(await tell(unpaid)).toEqual({ status: 200, body: { outcome: 'ignored' } });
    expect(await tell({ id: 'evt_1', type: 'customer.created', data: {} })).toEqual({
      status: 200,
      body: { outcome: 'ignored' },
    });
    expect((await tell(paidEvent({ ...session, currency: 'sek' }))).body).toEqual({ outcome: 'ignored' });
    expect(await order(id)).toEqual({ state: 'pending', paid_amount: '0.0', balance: '100.0' });
  });

  it('is 404 for accounts without the provider, and for unknown ones', async () => {
    const event = paidEvent(lastSession());
    const other = await server.account();
    const at = (subdomain: string) => notify(server.origin, subdomain, { event, time: seconds });
    expect((await at(other.credentials.subdomain)).status).toBe(404);
    expect((await at('nobody')).status).toBe(404);
    await setProvider({}, other);
    expect((await at(other.credentials.subdomain)).body).toEqual({ outcome: 'unknown' });
  });

  it('of a cancelled or a settled order is recorded; the amount can be refunded at the provider', async () => {
    await account.put(`/orders/${id}/cancel`);
    expect((await tell(paidEvent(lastSession()))).body).toEqual({ outcome: 'recorded' });
    expect(await order(id)).toEqual({ state: 'cancelled', paid_amount: '100.0', balance: '0.0' });
    expect(await cards()).toEqual([]);
    const refund = (amount: string) =>
      account.graphql(
        'mutation ($id: Int!, $amount: Decimal!) { refundByProvider(orderId: $id, amount: $amount) { refundable } }',
        { id, amount },
      );
    expect((await refund('100.01')).errors?.[0].extensions.fields).toEqual({
      amount: ['must be less than or equal to 100.0'],
    });
    expect((await refund('40')).data).toEqual({ refundByProvider: { refundable: '60.0' } });
    expect((await refund('60')).data).toEqual({ refundByProvider: { refundable: '0.0' } });
    const [, first, second] = stripe.requests;
    expect(first).toMatchObject({ path: '/v1/refunds', form: { payment_intent: reference(), amount: '4000' } });
    expect(second?.form).toEqual({ payment_intent: reference(), amount: '6000' });

    const settled = await newOrder();
    await checkout(settled);
    await account.graphql('mutation ($id: Int!) { recordPayment(orderId: $id, amount: "100") { id } }', {
      id: settled,
    });
    await tell(paidEvent(lastSession()));
    expect(await order(settled)).toEqual({ state: 'confirmed', paid_amount: '200.0', balance: '-100.0' });
    expect((await payments(settled)).refundable).toBe('100.0');
    expect(await cards()).toHaveLength(1);
  });
});

describe('a booking that awaits its payment', () => {
  const hold = async () => {
    await setProvider();
    const { serviceId, resourceId } = await createBookableService(account, {
      service: { price: 100, payment_required: true },
    });
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const wanted = { ...time, service_id: serviceId, resource_id: resourceId };
    const { id } = await account.create('/bookings', 'booking', wanted, { confirm: false });
    const orderId = (await account.get('/orders')).body.at(-1).order.id;
    await checkout(orderId);
    return { id, orderId };
  };
  const state = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking.state;

  it('is confirmed by the notification', async () => {
    const { id } = await hold();
    await tell(paidEvent(lastSession()));
    expect(await state(id)).toBe('confirmed');
  });

  it('is paid by its link until it expires', async () => {
    const { id } = await hold();
    const visitor = new Visitor(server.origin, account.credentials.subdomain);
    const { link } = (await account.get(`/bookings/${id}/link`)).body.booking;
    const path = `/bookings/${link.split('/').at(-1)}`;
    const payable = async () => (await visitor.get(path)).body.booking.payable_online;
    expect(await payable()).toBe('100.0');
    await setProvider({ active: false });
    expect(await payable()).toBeNull();
    await setProvider();
    const { status, body } = await visitor.post(`${path}/checkout`, { json: { return_url: successUrl } });
    expect([status, body]).toEqual([200, { checkout: { url: `${stripe.url}/pay/${lastSession().id}` } }]);
    expect((await visitor.post(`${path}x/checkout`)).status).toBe(404);
    server.clock.advance(21);
    expect(await payable()).toBeNull();
    server.clock.set(now);
    await tell(paidEvent(lastSession()));
    expect(await payable()).toBeNull();
    const again = await visitor.post(`${path}/checkout`);
    expect([again.status, again.body]).toEqual([400, { order_id: ['is settled'] }]);
  });

  it('does not come back if it has expired; the payment can be refunded', async () => {
    const { id, orderId } = await hold();
    server.clock.advance(21);
    await tell(paidEvent(lastSession()), { time: seconds + 21 * 60 });
    const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
    await expireHold(context, id);
    expect(await state(id)).toBe('cancelled');
    expect(await order(orderId)).toMatchObject({ state: 'cancelled', paid_amount: '100.0' });
    expect((await payments(orderId)).refundable).toBe('100.0');
  });
});

describe('the keys of a provider', () => {
  it('are never shown, also not in changes', async () => {
    expect(await setProvider()).toEqual({ data: { setPaymentProvider: { provider: 'stripe', active: true } } });
    const { data } = await account.graphql('{ paymentSettings { provider active } }');
    expect(data.paymentSettings).toEqual({ provider: 'stripe', active: true });
    const rows = await server.sql<{ snapshot: string }>(
      `select snapshot::text || coalesce(previous::text, '') as snapshot from change
       where account_id = ? and object_type = 'payment_settings'`,
      account.credentials.id,
    );
    expect(rows).toHaveLength(1);
    for (const { snapshot } of rows) {
      expect(snapshot).not.toContain(secretKey);
      expect(snapshot).not.toContain(webhookSecret);
    }
  });

  it('are checked and kept when they are absent; only admins set them', async () => {
    const fields = async (input: object) => (await setProvider(input)).errors?.[0].extensions.fields;
    expect(await fields({ secretKey: '', webhookSecret: 'short' })).toEqual({
      secretKey: ["can't be blank"],
      webhookSecret: ['is invalid'],
    });
    expect(await fields({ provider: 'other' })).toEqual({
      provider: ['is not included in the list', 'must be stripe'],
    });
    await setProvider();
    expect((await setProvider({ secretKey: null, webhookSecret: null })).data.setPaymentProvider.active).toBe(true);
    const manager = await server.withRole(account, 'manager');
    expect((await setProvider({}, manager)).errors?.[0].extensions.code).toBe('FORBIDDEN');
  });
});

it('a visitor pays an order by its token and returns to its page', async () => {
  await setProvider();
  const { subdomain } = account.credentials;
  const visitor = new Visitor(server.origin, subdomain);
  const placed = await visitor.post('/orders', {
    json: {
      person_attributes: { name: 'Ola', email: 'ola@example.org' },
      order_line_items: [{ service_id: giftCard, amount: 100 }],
    },
  });
  const { token } = placed.body.order;
  const { status, body } = await visitor.post(`/orders/${token}/checkout`);
  expect([status, body]).toEqual([200, { checkout: { url: `${stripe.url}/pay/${lastSession().id}` } }]);
  const page = `${server.origin}/sites/${subdomain}/shop/orders/${token}`;
  expect(stripe.requests[0]?.form).toMatchObject({
    success_url: `${page}?returned=paid`,
    cancel_url: `${page}?returned=cancelled`,
    customer_email: 'ola@example.org',
  });
  await tell(paidEvent(lastSession()));
  expect((await visitor.get(`/orders/${token}`)).body.order).toMatchObject({
    state: 'confirmed',
    gift_cards: [{ value: '100.0' }],
  });
  expect((await visitor.post('/orders/1-nothing/checkout')).status).toBe(404);
});

function byOutcome(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
