import { randomUUID } from 'node:crypto';
import { toAmount } from '../../../src/domain/money.rules.js';
import type {
  NewCheckout,
  PaymentProvider,
  ProviderNotification,
  SavedCard,
} from '../../../src/platform/payments/payment-provider.js';
import { createPaymentProviders } from '../../../src/platform/payments/payment-providers.js';
import { disposeAfterAll } from '../../support/dispose-after-all.js';
import { mollieKey, startMollieDouble } from '../../support/mollie-double.js';

const mollie = await disposeAfterAll(startMollieDouble());
const provider = createPaymentProviders({ mollie: mollie.url }).get('mollie') as PaymentProvider;
const keys = { secretKey: mollieKey, webhookSecret: null };
const notificationUrl = 'https://booking.example.org/payments/mollie/acme';

beforeEach(() => {
  mollie.requests.length = 0;
  Object.assign(mollie, { failureReason: undefined, losesAnswers: false, fail: undefined });
});

const page = {
  ...{ currency: 'EUR', title: 'Salon', orderId: 7, customerEmail: 'kari@example.org', notificationUrl },
  ...{ successUrl: 'https://shop.example.org/done', cancelUrl: 'https://shop.example.org/back' },
};
const newKey = () => ({ idempotencyKey: randomUUID() });
const payment = (more: Partial<Extract<NewCheckout, { purpose: 'payment' }>> = {}): NewCheckout => ({
  ...page,
  ...newKey(),
  ...{ purpose: 'payment', amount: toAmount('100'), capture: 'automatic', save: false, ...more },
});
const read = (id: string, of = keys, isKnown = async () => true): Promise<ProviderNotification> =>
  provider.readNotification(of, { headers: {}, body: `id=${id}`, at: new Date(), isKnown });

/** Opens a page, lets the customer complete it, and reads the notification. */
async function complete(checkout: NewCheckout): Promise<ProviderNotification> {
  const { reference } = await provider.createCheckout(keys, checkout);
  const opened = mollie.payments.at(-1);
  if (opened?.id !== reference) throw new Error('no payment');
  mollie.complete(opened);
  return read(reference);
}

async function saveCard(): Promise<SavedCard> {
  const notification = await complete({ ...page, ...newKey(), purpose: 'card' });
  if (notification.kind !== 'saved') throw new Error(`no card, but ${notification.kind}`);
  return notification.saved;
}

const charge = (saved: SavedCard, more: object = {}) => {
  const { currency, title, orderId } = page;
  return provider.chargeSaved(keys, {
    saved,
    currency,
    title,
    orderId,
    notificationUrl,
    amount: toAmount('50'),
    ...newKey(),
    ...more,
  });
};
const refusal = (message: string, problem: string) => expect.objectContaining({ message, problem });

it('a page has the address of its notifications, and its identifier is read back', async () => {
  const notification = await complete(payment());
  const { id } = mollie.payments.at(-1) ?? { id: '' };
  expect(notification).toEqual({
    ...{ kind: 'paid', eventId: `${id} paid`, checkout: id, payment: id, saved: null, failedRefunds: [] },
    ...{ amount: toAmount('100'), currency: 'EUR' },
  });
  expect(mollie.requests.at(-1)?.body).toEqual({
    ...{ amount: { currency: 'EUR', value: '100.00' }, description: 'Salon', metadata: { order_id: 7 } },
    ...{ redirectUrl: page.successUrl, cancelUrl: page.cancelUrl, webhookUrl: notificationUrl },
  });
  const lost = provider.createCheckout(keys, payment({ notificationUrl: null }));
  await expect(lost).rejects.toMatchObject({ problem: 'misconfigured' });
});

it('a notification about the payment of another account, an unknown one or no payment says nothing', async () => {
  await complete(payment());
  const { id } = mollie.payments.at(-1) ?? { id: '' };
  expect(await read(id, { ...keys, secretKey: `${mollieKey}_other` })).toMatchObject({ kind: 'other' });
  expect(await read('tr_unknown')).toMatchObject({ kind: 'other' });
  await expect(read('../customers')).rejects.toThrow('has no payment');
  await expect(read('')).rejects.toThrow('has no payment');
  mollie.fail = () => {
    throw new Error('an unknown payment is read');
  };
  expect(await read(id, keys, async () => false)).toMatchObject({ kind: 'other' });
});

it.each(['expired', 'canceled', 'failed'] as const)('a payment that is %s ends its page', async (status) => {
  const { reference } = await provider.createCheckout(keys, payment());
  Object.assign(mollie.payments.at(-1) ?? {}, { status });
  expect(await read(reference)).toEqual({ kind: 'expired', eventId: `${reference} ${status}`, checkout: reference });
});

it('a page that stores a card takes 0, and a payment that stores what paid it is a first one', async () => {
  const saved = await saveCard();
  expect(mollie.requests.at(-1)?.body).toMatchObject({
    ...{ amount: { currency: 'EUR', value: '0.00' }, method: 'creditcard', sequenceType: 'first' },
    customerId: saved.customer,
  });
  expect(await complete(payment({ save: true }))).toMatchObject({
    kind: 'paid',
    saved: { card: expect.stringMatching(/^mdt_/) },
  });
});

describe('an authorised payment', () => {
  const authorise = async () => {
    const notification = await complete(payment({ capture: 'manual' }));
    if (notification.kind !== 'authorised') throw new Error(`not authorised, but ${notification.kind}`);
    return notification.payment;
  };

  it('is captured in part, once for each key, also after an hour', async () => {
    const id = await authorise();
    const part = { payment: id, amount: toAmount('60'), currency: 'EUR', ...newKey() };
    expect(await provider.capture(keys, part)).toEqual({ payment: id, state: 'paid' });
    mollie.forgetKeys();
    expect(await provider.capture(keys, part)).toEqual({ payment: id, state: 'paid' });
    expect(await read(id)).toMatchObject({ kind: 'paid', amount: toAmount('60') });
    const again = provider.capture(keys, { ...part, ...newKey() });
    await expect(again).rejects.toEqual(refusal('answered with status 422', 'misconfigured'));
  });

  it('is released, which ends its page, once for each key, also after an hour', async () => {
    const id = await authorise();
    const key = newKey();
    await provider.release(keys, { payment: id, ...key });
    mollie.forgetKeys();
    await provider.release(keys, { payment: id, ...key });
    expect(await read(id)).toMatchObject({ kind: 'expired' });
  });
});

describe('a charge of a stored card', () => {
  it('is paid without the customer and refunded in part, once for each key, also after an hour', async () => {
    const saved = await saveCard();
    const key = newKey();
    const first = await charge(saved, key);
    expect(first).toEqual({ payment: expect.stringMatching(/^tr_/), state: 'paid' });
    expect(mollie.requests.at(-1)?.body).toMatchObject({
      ...{ sequenceType: 'recurring', customerId: saved.customer, mandateId: saved.card, webhookUrl: notificationUrl },
    });
    expect(await charge(saved, key)).toEqual(first);
    mollie.forgetKeys();
    expect(await charge(saved, key)).toEqual(first);
    const refund = { payment: first.payment, amount: toAmount('10'), currency: 'EUR', ...newKey() };
    const reference = await provider.refund(keys, refund);
    mollie.forgetKeys();
    expect(await provider.refund(keys, refund)).toBe(reference);
    expect(mollie.payments.at(-1)?.refunds.map(({ amount }) => amount.value)).toEqual(['10.00']);
    const tooMuch = provider.refund(keys, { ...refund, ...newKey(), amount: toAmount('40.01') });
    await expect(tooMuch).rejects.toEqual(refusal('answered with status 422', 'misconfigured'));
  });

  it('tells a refused card from a bank that wants the customer, and both from an answer that is missing', async () => {
    const saved = await saveCard();
    mollie.failureReason = 'insufficient_funds';
    await expect(charge(saved)).rejects.toEqual(refusal('refused the card', 'refused'));
    mollie.failureReason = 'authentication_required';
    const asks = refusal('asks the customer to confirm the payment', 'needs_customer');
    await expect(charge(saved)).rejects.toEqual(asks);
    mollie.failureReason = undefined;
    const key = newKey();
    mollie.losesAnswers = true;
    await expect(charge(saved, key)).rejects.toMatchObject({ problem: 'try_again' });
    mollie.losesAnswers = false;
    const before = mollie.payments.length;
    expect(await charge(saved, key)).toMatchObject({ state: 'paid' });
    expect(mollie.payments).toHaveLength(before);
    await expect(charge({ ...saved, card: 'mdt_other' })).rejects.toMatchObject({ problem: 'misconfigured' });
  });
});

it('a stored card is removed once, and cannot be charged any more', async () => {
  const saved = await saveCard();
  for (const key of [newKey(), newKey()]) await provider.removeCard(keys, saved, key.idempotencyKey);
  expect(mollie.removedCards).toContain(saved.card);
  await expect(charge(saved)).rejects.toMatchObject({ problem: 'misconfigured' });
  await provider.removeCard(keys, { ...saved, card: 'mdt_other' }, newKey().idempotencyKey);
});

it.each(['failed', 'canceled'] as const)(
  'a refund that is %s later is in the notification of its payment',
  async (status) => {
    const notification = await complete(payment());
    const { id, refunds } = mollie.payments.at(-1) ?? { id: '', refunds: [] };
    const key = newKey();
    for (const more of [newKey(), key]) {
      await provider.refund(keys, { payment: id, amount: toAmount('10'), currency: 'EUR', ...more });
    }
    expect(await read(id)).toEqual(notification);
    Object.assign(refunds[1] ?? {}, { status });
    expect(await read(id)).toEqual({
      ...notification,
      failedRefunds: [{ refund: refunds[1]?.id, key: key.idempotencyKey }],
    });
  },
);

it('a key with other parameters is refused', async () => {
  const key = newKey();
  await provider.createCheckout(keys, payment(key));
  const other = provider.createCheckout(keys, payment({ ...key, title: 'Barber' }));
  await expect(other).rejects.toEqual(refusal('answered with status 400', 'misconfigured'));
});

/** https://docs.mollie.com/docs/multicurrency. */
const listed: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'AED AUD BGN BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS MXN MYR NOK NZD PHP PLN RON RUB SEK SGD THB TWD USD ZAR'
      .split(' ')
      .map((code) => [code, '0.01']),
  ),
  ...{ ISK: '1', JPY: '1' },
};

it.each(Object.entries(listed))('%s goes out, is refunded and comes back in steps of %s', async (currency, decimal) => {
  const smallest = toAmount(decimal);
  for (const amount of [toAmount('12'), smallest, 103n * smallest]) {
    const notification = await complete(payment({ currency, amount }));
    expect(notification).toMatchObject({ kind: 'paid', currency, amount });
    const { id, refunds } = mollie.payments.at(-1) ?? { id: '', refunds: [] };
    await provider.refund(keys, { payment: id, amount, currency, ...newKey() });
    expect(refunds[0]?.amount).toEqual(mollie.payments.at(-1)?.amount);
  }
  const half = provider.createCheckout(keys, payment({ currency, amount: smallest / 2n }));
  await expect(half).rejects.toEqual(refusal(`takes ${currency} in steps of ${decimal} only`, 'misconfigured'));
});

it('a currency that is not listed is refused', async () => {
  const kuwaiti = provider.createCheckout(keys, payment({ currency: 'KWD' }));
  await expect(kuwaiti).rejects.toEqual(refusal('does not take payments in KWD', 'misconfigured'));
});
