import { mollieKey, startMollieDouble } from './mollie-double.js';
import { paidEvent, secretKey, signed, startStripeDouble, webhookSecret } from './stripe-double.js';

/** A notification as the provider sends it. */
interface SentNotification {
  body: string;
  headers: Record<string, string>;
}

/** A payment that differs from that for which the page asks. */
interface OtherPayment {
  /** A decimal. */
  amount?: string;
  currency?: string;
}

/** The customers of a provider, and what it says of them. All is about the page that was opened last, or one before. */
export interface ProviderDriver extends AsyncDisposable {
  name: string;
  url: string;
  /** The keys of an account, and those of another one. */
  keys: readonly [object, object];
  /** Lets the customer pay. @param back 1 for the page before the last */
  pay: (other?: OtherPayment, back?: number) => SentNotification;
  expire: () => SentNotification;
  /** A notification about a page that the server has not opened. */
  unknown: () => SentNotification;
  /** Requests that are no notifications of the provider. */
  forged: readonly SentNotification[];
}

/** @param seconds the time of the server's clock */
export async function startStripeDriver(seconds: number): Promise<ProviderDriver> {
  const double = await startStripeDouble();
  const sessionAt = (back: number) => {
    const session = double.sessions.at(-1 - back);
    if (!session) throw new Error('no session');
    return session;
  };
  const send = (event: object): SentNotification => signed(JSON.stringify(event), seconds);
  return {
    ...{ name: 'stripe', url: double.url },
    keys: [
      { secretKey, webhookSecret },
      { secretKey, webhookSecret: 'whsec_other' },
    ],
    pay: ({ amount, currency } = {}, back = 0) => {
      const session = sessionAt(back);
      const paid = { amount: amount ? 100 * Number(amount) : session.amount, currency: currency?.toLowerCase() };
      return send(paidEvent({ id: session.id, amount: paid.amount, currency: paid.currency ?? session.currency }));
    },
    expire: () => {
      const { id } = sessionAt(0);
      return send({ id: `evt_expired_${id}`, type: 'checkout.session.expired', data: { object: { id } } });
    },
    unknown: () => send(paidEvent({ id: 'cs_unknown', amount: 10_000, currency: 'eur' })),
    forged: [
      { body: '{}', headers: {} },
      signed('{}', seconds, 'whsec_wrong'),
      signed(JSON.stringify(paidEvent({ id: 'cs_x', amount: 1, currency: 'eur' })), seconds - 301),
    ],
    [Symbol.asyncDispose]: () => double[Symbol.asyncDispose](),
  };
}

export async function startMollieDriver(): Promise<ProviderDriver> {
  const double = await startMollieDouble();
  const paymentAt = (back: number) => {
    const payment = double.payments.at(-1 - back);
    if (!payment) throw new Error('no payment');
    return payment;
  };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (id: string): SentNotification => ({ body: `id=${id}`, headers: form });
  return {
    ...{ name: 'mollie', url: double.url },
    keys: [{ secretKey: mollieKey }, { secretKey: `${mollieKey}_other` }],
    pay: ({ amount, currency } = {}, back = 0) => {
      const payment = paymentAt(back);
      double.complete(payment);
      if (amount) payment.amount = { ...payment.amount, value: `${amount}.00` };
      if (currency) payment.amount = { ...payment.amount, currency };
      return send(payment.id);
    },
    expire: () => {
      const payment = paymentAt(0);
      if (payment.status === 'open') payment.status = 'expired';
      return send(payment.id);
    },
    unknown: () => send('tr_unknown'),
    forged: [
      { body: '', headers: form },
      { body: 'id=../customers', headers: form },
      { body: '{"id": "tr_1"}', headers: { 'content-type': 'application/json' } },
    ],
    [Symbol.asyncDispose]: () => double[Symbol.asyncDispose](),
  };
}
