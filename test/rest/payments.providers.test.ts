import { cancelUrl, paymentSeconds, successUrl, usePaymentWorld } from '../support/payment-world.js';
import { notify, paidEvent } from '../support/stripe-double.js';

const { world, setProvider, newOrder, checkout, lastSession, tell, order, payments } = usePaymentWorld();
const cards = async () => (await world.account.get('/gift_cards')).body;

describe('a checkout', () => {
  beforeEach(async () => {
    await setProvider();
  });

  it('is created at the provider with the balance of the order', async () => {
    const id = await newOrder();
    const [status, body] = await checkout(id);
    expect([status, body]).toEqual([200, { checkout: { url: `${world.stripe.url}/pay/${lastSession().id}` } }]);
    expect(world.stripe.requests).toEqual([
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
    expect(world.stripe.sessions).toHaveLength(1);
    await world.account.graphql('mutation ($id: Int!) { recordPayment(orderId: $id, amount: "40") { id } }', { id });
    await checkout(id);
    expect(world.stripe.sessions.map(({ amount }) => amount)).toEqual([10_000, 6_000]);
  });

  it('is rejected without a provider, currency, address or anything to pay', async () => {
    const id = await newOrder();
    expect(await checkout(id, {})).toEqual([400, { success_url: ["can't be blank"] }]);
    expect(await checkout(id, { success_url: 'javascript:alert(1)' })).toEqual([400, { success_url: ['is invalid'] }]);
    await world.account.graphql('mutation ($id: Int!) { recordPayment(orderId: $id, amount: "100") { id } }', { id });
    expect(await checkout(id)).toEqual([400, { order_id: ['is settled'] }]);
    const another = await newOrder();
    await setProvider({ active: false });
    expect(await checkout(another)).toEqual([400, { provider: ['is not active'] }]);
    await setProvider();
    await world.server.configure(world.account, { currency: null });
    expect(await checkout(another)).toEqual([400, { currency: ["can't be blank"] }]);
    await world.account.graphql('mutation { removePaymentProvider { provider } }');
    expect(await checkout(another)).toEqual([400, { provider: ['is not set'] }]);
    expect(world.stripe.requests).toEqual([]);
  });

  it('can be created once the provider answers again; the order stays', async () => {
    const id = await newOrder();
    world.stripe.fail = (response) => void response.writeHead(503).end();
    expect(await checkout(id)).toEqual([400, { provider: ['answered with status 503'] }]);
    world.stripe.fail = (response) => void response.destroy();
    expect(await checkout(id)).toEqual([400, { provider: ['did not answer: the connection was cut off'] }]);
    world.stripe.fail = (response) => void response.end('<html>');
    expect(await checkout(id)).toEqual([400, { provider: ['answered with something that is not JSON'] }]);
    world.stripe.fail = undefined;
    expect((await checkout(id))[0]).toBe(200);
    expect(new Set(world.stripe.requests.map(({ key }) => key)).size).toBe(1);
  });

  it('that the provider refused is asked for anew, not again', async () => {
    const id = await newOrder();
    await setProvider({ secretKey: 'sk_test_wrong' });
    expect(await checkout(id)).toEqual([400, { provider: ['does not accept the secret key'] }]);
    await setProvider();
    world.stripe.losesAnswers = true;
    expect((await checkout(id))[0]).toBe(400);
    world.stripe.losesAnswers = false;
    // The provider refuses the key of the lost answer with another title.
    await world.account.put('/client', { json: { name: 'Acme Salon' } });
    expect(await checkout(id)).toEqual([400, { provider: ['answered with status 400'] }]);
    expect((await checkout(id))[0]).toBe(200);
    const [wrong, lost, refused, made] = world.stripe.requests.map(({ key }) => key);
    expect(refused).toBe(lost);
    expect(new Set([wrong, lost, made]).size).toBe(3);
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
    expect(await tell(event, { time: paymentSeconds - 301 })).toEqual(refused('is too old'));
    expect(await tell(event, { time: paymentSeconds + 301 })).toEqual(refused('is too old'));
    expect(await tell('nothing')).toEqual(refused('is not JSON'));
    expect(await tell('x'.repeat(1_100_000))).toEqual({
      status: 413,
      body: { base: ['is too large (maximum is 256 kB)'] },
    });
    expect(await order(id)).toEqual({ state: 'pending', paid_amount: '0.0', balance: '100.0' });
    expect((await tell(event, { time: paymentSeconds - 299 })).body).toEqual({ outcome: 'recorded' });
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

  it('is 503 while the provider does not answer what it lacks, so that it comes again', async () => {
    world.stripe.fail = (response) => void response.destroy();
    expect(await tell(paidEvent(lastSession(), { payment_status: 'unpaid' }))).toEqual({
      status: 503,
      body: { base: ['did not answer: the connection was cut off'] },
    });
  });

  it('is 404 for accounts without the provider, and for unknown ones', async () => {
    const event = paidEvent(lastSession());
    const other = await world.server.account();
    const at = (subdomain: string) => notify(world.server.origin, subdomain, { event, time: paymentSeconds });
    expect((await at(other.credentials.subdomain)).status).toBe(404);
    expect((await at('nobody')).status).toBe(404);
    await setProvider({}, other);
    expect((await at(other.credentials.subdomain)).body).toEqual({ outcome: 'unknown' });
  });

  it('of a cancelled or a settled order is recorded; the amount can be refunded at the provider', async () => {
    await world.account.put(`/orders/${id}/cancel`);
    expect((await tell(paidEvent(lastSession()))).body).toEqual({ outcome: 'recorded' });
    expect(await order(id)).toEqual({ state: 'cancelled', paid_amount: '100.0', balance: '0.0' });
    expect(await cards()).toEqual([]);
    const refund = (amount: string) =>
      world.account.graphql(
        'mutation ($id: Int!, $amount: Decimal!) { refundByProvider(orderId: $id, amount: $amount) { refundable } }',
        { id, amount },
      );
    expect((await refund('100.01')).errors?.[0].extensions.fields).toEqual({
      amount: ['must be less than or equal to 100.0'],
    });
    expect((await refund('40.005')).errors?.[0].extensions.fields).toEqual({
      amount: ['is invalid', 'must have at most 2 decimals, as amounts of NOK'],
    });
    expect((await refund('40')).data).toEqual({ refundByProvider: { refundable: '60.0' } });
    expect((await refund('60')).data).toEqual({ refundByProvider: { refundable: '0.0' } });
    const [, first, second] = world.stripe.requests;
    expect(first).toMatchObject({ path: '/v1/refunds', form: { payment_intent: reference(), amount: '4000' } });
    const form = { payment_intent: reference(), amount: '6000', 'metadata[key]': second?.key };
    expect(second?.form).toEqual(form);

    const settled = await newOrder();
    await checkout(settled);
    await world.account.graphql('mutation ($id: Int!) { recordPayment(orderId: $id, amount: "100") { id } }', {
      id: settled,
    });
    await tell(paidEvent(lastSession()));
    expect(await order(settled)).toEqual({ state: 'confirmed', paid_amount: '200.0', balance: '-100.0' });
    expect((await payments(settled)).refundable).toBe('100.0');
    expect(await cards()).toHaveLength(1);
  });
});

describe('in another currency', () => {
  it('that the provider does not take is refused with the provider, and at the checkout', async () => {
    await setProvider();
    await world.server.configure(world.account, { currency: 'IRR' });
    const id = await newOrder();
    expect(await checkout(id)).toEqual([400, { provider: ['does not take payments in IRR'] }]);
    const { errors } = await world.account.graphql(
      'mutation { setPaymentProvider(input: { provider: "stripe", secretKey: "sk_test_1234", webhookSecret: "whsec_1234" }) { id } }',
    );
    expect(JSON.stringify(errors)).toContain('"provider":["does not take payments in IRR"]');
    expect(world.stripe.sessions).toEqual([]);
  });

  it.each([
    ['UGX', '1500', 150_000],
    ['JPY', '1500', 1_500],
    ['KWD', '15.25', 15_250],
  ])('of %s, %s is paid as %i', async (currency, price, amount) => {
    await world.server.configure(world.account, { currency });
    await setProvider();
    const service = { title: 'Soap', booking_type: 'product', price };
    const { id: service_id } = await world.account.create('/services', 'service', service);
    const { id } = await world.account.create('/orders', 'order', { order_line_items: [{ service_id }] });
    expect((await checkout(id))[0]).toBe(200);
    expect(lastSession()).toMatchObject({ amount, currency: currency.toLowerCase() });
    expect((await tell(paidEvent(lastSession()))).body).toEqual({ outcome: 'recorded' });
    expect(await order(id)).toMatchObject({ state: 'confirmed', balance: '0.0' });
  });

  it('what the provider cannot charge is refused with its steps', async () => {
    await world.server.configure(world.account, { currency: 'KWD' });
    await setProvider();
    const service = { title: 'Soap', booking_type: 'product', price: '15.253' };
    const { id: service_id } = await world.account.create('/services', 'service', service);
    const { id } = await world.account.create('/orders', 'order', { order_line_items: [{ service_id }] });
    expect(await checkout(id)).toEqual([400, { provider: ['takes KWD in steps of 0.010 only'] }]);
  });
});

function byOutcome(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
