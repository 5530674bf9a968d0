import { randomUUID } from 'node:crypto';
import { codes } from 'currency-codes';
import { toAmount } from '../../../src/domain/money.rules.js';
import type {
  NewCheckout,
  PaymentProvider,
  ProviderNotification,
} from '../../../src/platform/payments/payment-provider.js';
import { createPaymentProviders } from '../../../src/platform/payments/payment-providers.js';
import { disposeAfterAll } from '../../support/dispose-after-all.js';
import { secretKey, signed, startStripeDouble, webhookSecret } from '../../support/stripe-double.js';
import { countedByStripe } from '../../support/stripe-parameters.js';

const stripe = await disposeAfterAll(startStripeDouble());
const provider = createPaymentProviders({ stripe: stripe.url }).get('stripe') as PaymentProvider;
const keys = { secretKey, webhookSecret };
const at = new Date('2026-03-02T07:00:00Z');

beforeEach(() => stripe.reset());

const page = {
  ...{ currency: 'NOK', title: 'Salon', orderId: 7, customerEmail: 'kari@example.org' },
  ...{ successUrl: 'https://shop.example.org/done', cancelUrl: 'https://shop.example.org/back' },
  notificationUrl: null,
};
const newKey = () => ({ idempotencyKey: randomUUID() });
const payment = (more: Partial<Extract<NewCheckout, { purpose: 'payment' }>> = {}): NewCheckout => ({
  ...page,
  ...newKey(),
  ...{ purpose: 'payment', amount: toAmount('100'), capture: 'automatic', save: false, ...more },
});

/** Opens a page, lets the customer complete it, and reads the notification. */
async function complete(checkout: NewCheckout): Promise<ProviderNotification> {
  await provider.createCheckout(keys, checkout);
  const session = stripe.sessions.at(-1);
  if (!session) throw new Error('no session');
  const body = JSON.stringify(stripe.complete(session));
  return provider.readNotification(keys, { ...signed(body, at.getTime() / 1_000), at, isKnown: async () => false });
}

async function saveCard() {
  const notification = await complete({ ...page, ...newKey(), purpose: 'card' });
  if (notification.kind !== 'saved') throw new Error(`no card, but ${notification.kind}`);
  return notification.saved;
}

const charge = async (saved: { customer: string; card: string }, more: object = {}) => {
  const { currency, title, orderId } = page;
  return provider.chargeSaved(keys, {
    saved,
    currency,
    title,
    orderId,
    amount: toAmount('50'),
    notificationUrl: null,
    ...newKey(),
    ...more,
  });
};
const refusal = (message: string, problem: string) => expect.objectContaining({ message, problem });

it('a page that stores a card takes no payment, and its notification has the card', async () => {
  const saved = await saveCard();
  const { id } = stripe.sessions.at(-1) ?? { id: '' };
  expect(saved).toEqual({ customer: `cus_${id}`, card: `pm_${id}` });
  expect(stripe.requests.at(-1)?.form).toEqual({
    ...{ mode: 'setup', currency: 'nok', customer_creation: 'always', 'payment_method_types[0]': 'card' },
    ...{ client_reference_id: '7', 'metadata[order_id]': '7', 'setup_intent_data[metadata][order_id]': '7' },
    ...{ success_url: page.successUrl, cancel_url: page.cancelUrl, customer_email: page.customerEmail },
  });
});

it('a payment that stores the card has it in its notification; one that does not asks for no more', async () => {
  const notification = await complete(payment({ save: true }));
  const { id } = stripe.sessions.at(-1) ?? { id: '' };
  expect(notification).toMatchObject({
    ...{ kind: 'paid', payment: `pi_${id}`, amount: toAmount('100'), currency: 'NOK' },
    saved: { customer: `cus_${id}`, card: `pm_${id}` },
  });
  expect(stripe.requests.at(-1)?.form).toMatchObject({ 'payment_intent_data[setup_future_usage]': 'off_session' });
  expect(await complete(payment())).toMatchObject({ kind: 'paid', saved: null });
});

describe('an authorised payment', () => {
  const authorise = async () => {
    const notification = await complete(payment({ capture: 'manual' }));
    if (notification.kind !== 'authorised') throw new Error(`not authorised, but ${notification.kind}`);
    return notification;
  };
  const statusOf = (id: string) => stripe.intents.get(id)?.status;

  it('is captured, as a whole or in part, once for each key', async () => {
    const { payment: id, amount, currency } = await authorise();
    expect(amount).toBe(toAmount('100'));
    const key = newKey();
    const part = { payment: id, amount: toAmount('60'), currency };
    expect(await provider.capture(keys, { ...part, ...key })).toEqual({ payment: id, state: 'paid' });
    expect(await provider.capture(keys, { ...part, ...key })).toEqual({ payment: id, state: 'paid' });
    expect([statusOf(id), stripe.intents.get(id)?.amount]).toEqual(['succeeded', 6_000]);
    const again = provider.capture(keys, { ...part, ...newKey() });
    await expect(again).rejects.toEqual(refusal('answered with status 400', 'misconfigured'));
  });

  it('is released, once for each key', async () => {
    const { payment: id } = await authorise();
    const key = newKey();
    await provider.release(keys, { payment: id, ...key });
    await provider.release(keys, { payment: id, ...key });
    expect(statusOf(id)).toBe('canceled');
    const late = provider.capture(keys, { payment: id, amount: toAmount('1'), currency: 'NOK', ...newKey() });
    await expect(late).rejects.toEqual(refusal('answered with status 400', 'misconfigured'));
  });
});

describe('a charge of a stored card', () => {
  it('is paid without the customer, once for each key', async () => {
    const saved = await saveCard();
    const key = newKey();
    const first = await charge(saved, key);
    expect(first).toEqual({ payment: expect.stringMatching(/^pi_/), state: 'paid' });
    expect(await charge(saved, key)).toEqual(first);
    expect(stripe.requests.at(-1)?.form).toEqual({
      ...{ amount: '5000', currency: 'nok', customer: saved.customer, payment_method: saved.card },
      ...{ off_session: 'true', confirm: 'true', 'payment_method_types[0]': 'card' },
      ...{ description: 'Salon', 'metadata[order_id]': '7' },
    });
    const refund = { payment: first.payment, amount: toAmount('50'), currency: 'NOK', ...newKey() };
    expect(await provider.refund(keys, refund)).toMatch(/^re_/);
  });

  it('tells a refused card from a bank that wants the customer, and both from an answer that is missing', async () => {
    const saved = await saveCard();
    stripe.bank = 'declines';
    await expect(charge(saved)).rejects.toEqual(refusal('refused the card', 'refused'));
    stripe.bank = 'wants the customer';
    const asks = refusal('asks the customer to confirm the payment', 'needs_customer');
    await expect(charge(saved)).rejects.toEqual(asks);
    stripe.bank = 'takes its time';
    expect(await charge(saved)).toMatchObject({ state: 'pending' });
    for (const status of [409, 429, 500, 503]) {
      stripe.fail = (response) => void response.writeHead(status).end('{}');
      await expect(charge(saved)).rejects.toEqual(refusal(`answered with status ${status}`, 'try_again'));
    }
    stripe.fail = (response) => void response.destroy();
    await expect(charge(saved)).rejects.toMatchObject({ problem: 'try_again' });
    stripe.fail = (response) => void response.writeHead(403).end('{}');
    await expect(charge(saved)).rejects.toEqual(refusal('does not accept the secret key', 'misconfigured'));
  });

  it('whose answer was lost is made once', async () => {
    const saved = await saveCard();
    const before = stripe.intents.size;
    const key = newKey();
    stripe.losesAnswers = true;
    await expect(charge(saved, key)).rejects.toMatchObject({ problem: 'try_again' });
    stripe.losesAnswers = false;
    expect(await charge(saved, key)).toMatchObject({ state: 'paid' });
    expect(stripe.intents.size).toBe(before + 1);
  });

  it('of the card of another customer is refused', async () => {
    const [mine, other] = [await saveCard(), await saveCard()];
    const mixed = charge({ customer: mine.customer, card: other.card });
    await expect(mixed).rejects.toMatchObject({ problem: 'misconfigured' });
  });
});

it('each request that changes something has a key, and a key with other parameters is refused', async () => {
  const key = newKey();
  await provider.createCheckout(keys, payment(key));
  const other = provider.createCheckout(keys, payment({ ...key, title: 'Barber' }));
  await expect(other).rejects.toEqual(refusal('answered with status 400', 'misconfigured'));
  const saved = await saveCard();
  const { payment: id } = await charge(saved);
  await provider.refund(keys, { payment: id, amount: toAmount('50'), currency: 'NOK', ...newKey() });
  expect(stripe.requests.map(({ key: sent }) => sent)).not.toContain('');
});

it('a stored card is removed once, and cannot be charged any more', async () => {
  const saved = await saveCard();
  for (const key of [newKey(), newKey()]) await provider.removeCard(keys, saved, key.idempotencyKey);
  const path = `/v1/payment_methods/${saved.card}/detach`;
  expect(stripe.requests.filter((request) => request.path === path)).toHaveLength(1);
  await expect(charge(saved)).rejects.toMatchObject({ problem: 'misconfigured' });
});

const readEvent = (type: string, object: object): Promise<ProviderNotification> => {
  const body = JSON.stringify({ id: 'evt_1', type, data: { object } });
  return provider.readNotification(keys, { ...signed(body, at.getTime() / 1_000), at, isKnown: async () => true });
};
const eventId = 'evt_1';
const key = 'e5c1f2a0-0000-4000-8000-000000000000';
const failed = { kind: 'refund_failed', eventId, failedRefunds: [{ refund: 're_1', key }] };
const taken50 = { id: 'pi_1', amount_received: 5_000, currency: 'nok' };

it.each([
  ['refund.failed', { id: 're_1', status: 'failed', metadata: { key } }, failed],
  ['refund.updated', { id: 're_1', status: 'failed', metadata: { key } }, failed],
  ['refund.updated', { id: 're_1', status: 'canceled', metadata: { key } }, failed],
  [
    'refund.failed',
    { id: 're_1', status: 'failed', metadata: {} },
    { ...failed, failedRefunds: [{ refund: 're_1', key: null }] },
  ],
  ['refund.updated', { id: 're_1', status: 'succeeded', metadata: { key } }, { kind: 'other', eventId }],
  ['refund.failed', { status: 'failed' }, { kind: 'other', eventId }],
  [
    'payment_intent.succeeded',
    taken50,
    {
      ...{ kind: 'paid', eventId, checkout: 'pi_1', payment: 'pi_1', amount: toAmount('50'), currency: 'NOK' },
      ...{ saved: null, failedRefunds: [] },
    },
  ],
  ['payment_intent.payment_failed', { id: 'pi_1' }, { kind: 'expired', eventId, checkout: 'pi_1' }],
] as const)('the event %s of %j is read', async (type, object, notification) => {
  expect(await readEvent(type, object)).toEqual(notification);
});

it('an event of a payment without an amount is refused', async () => {
  await expect(readEvent('payment_intent.succeeded', { ...taken50, amount_received: 0 })).rejects.toThrow(
    'has no amount',
  );
});

const { currencies } = provider.capabilities;
const taken = codes().filter((code) => currencies.has(code));
const others = codes().filter((code) => !currencies.has(code));

it.each(others)('%s, which Stripe does not take, is refused before it is sent', async (currency) => {
  const checkouts: NewCheckout[] = [payment({ currency }), { ...page, ...newKey(), purpose: 'card', currency }];
  for (const checkout of checkouts) {
    const refused = provider.createCheckout(keys, checkout);
    await expect(refused).rejects.toEqual(refusal(`does not take payments in ${currency}`, 'misconfigured'));
  }
  expect(stripe.requests).toEqual([]);
});

it.each(taken)('%s goes out, is refunded and comes back to the minor unit', async (currency) => {
  const smallest = toAmount(countedByStripe(currency).smallest);
  for (const amount of [toAmount('12'), smallest, 3n * smallest]) {
    const notification = await complete(payment({ currency, amount }));
    expect(notification).toMatchObject({ kind: 'paid', currency, amount });
    const { payment: id } = notification as Extract<ProviderNotification, { kind: 'paid' }>;
    await provider.refund(keys, { payment: id, amount, currency, ...newKey() });
    expect(stripe.refunds.at(-1)?.amount).toBe(stripe.intents.get(id)?.amount);
  }
  const sent = stripe.requests.length;
  await expect(complete(payment({ currency, amount: smallest / 2n }))).rejects.toMatchObject({
    problem: 'misconfigured',
    message: expect.stringContaining(`in steps of ${countedByStripe(currency).smallest} only`),
  });
  expect(stripe.requests).toHaveLength(sent);
});
