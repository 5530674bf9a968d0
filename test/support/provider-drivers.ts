import { disposeAfterAll } from './dispose-after-all.js';
import { mollieKey, startMollieDouble } from './mollie-double.js';
import { failRefund, paidEvent, secretKey, signed, startStripeDouble, webhookSecret } from './stripe-double.js';

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
  /** Lets the refund that was made last fail, or be cancelled. */
  failRefund: (status: 'failed' | 'canceled') => SentNotification;
  /** Lets the bank refuse charges of stored cards. */
  declines: (isDeclining: boolean) => void;
  /** Lets the charge of a stored card that was made last be taken only later. */
  takesTime: (isSlow: boolean) => void;
  /** The notification about the charge that was made last, which the bank took, or did not. */
  charged: (isTaken?: boolean) => SentNotification;
  /** The charges of stored cards that the provider made, each once. */
  charges: () => number;
  /** The refunds that the provider made, and that did not fail, each once. */
  refunds: () => number;
  /** The cards that were removed. */
  removedCards: ReadonlySet<string>;
  losesAnswers: (isLost: boolean) => void;
  /** A notification about a page that the server has not opened. */
  unknown: () => SentNotification;
  /** Requests that are no notifications of the provider. */
  forged: readonly SentNotification[];
}

/** @param seconds the time of the server's clock */
async function startStripeDriver(seconds: number): Promise<ProviderDriver> {
  const double = await startStripeDouble();
  const sessionAt = (back: number) => {
    const session = double.sessions.at(-1 - back);
    if (!session) throw new Error('no session');
    return session;
  };
  const charges = () => [...double.intents.values()].filter(({ id }) => id.startsWith('pi_charge_'));
  const send = (event: object): SentNotification => signed(JSON.stringify(event), seconds);
  return {
    ...{ name: 'stripe', url: double.url },
    keys: [
      { secretKey, webhookSecret },
      { secretKey, webhookSecret: 'whsec_other' },
    ],
    pay: ({ amount, currency } = {}, back = 0) => {
      const session = sessionAt(back);
      if (!amount && !currency) return send(double.complete(session));
      const paid = { amount: amount ? 100 * Number(amount) : session.amount, currency: currency?.toLowerCase() };
      return send(paidEvent({ id: session.id, amount: paid.amount, currency: paid.currency ?? session.currency }));
    },
    expire: () => {
      const { id } = sessionAt(0);
      return send({ id: `evt_expired_${id}`, type: 'checkout.session.expired', data: { object: { id } } });
    },
    failRefund: (status) => send(failRefund(double, status)),
    declines: (isDeclining) => void Object.assign(double, { bank: isDeclining ? 'declines' : 'accepts' }),
    takesTime: (isSlow) => void Object.assign(double, { bank: isSlow ? 'takes its time' : 'accepts' }),
    charged: (isTaken = true) => {
      const intent = charges().at(-1);
      if (!intent) throw new Error('no charge');
      intent.status = isTaken ? 'succeeded' : 'requires_payment_method';
      const { id, amount, currency, status } = intent;
      const object = { id, object: 'payment_intent', amount, amount_received: isTaken ? amount : 0, currency, status };
      const type = `payment_intent.${isTaken ? 'succeeded' : 'payment_failed'}`;
      return send({ id: `evt_${type}_${id}`, type, data: { object } });
    },
    charges: () => charges().length,
    refunds: () => [...double.refundsById.values()].filter(({ status }) => status === 'succeeded').length,
    removedCards: double.removedCards,
    losesAnswers: (isLost) => void Object.assign(double, { losesAnswers: isLost }),
    unknown: () => send(paidEvent({ id: 'cs_unknown', amount: 10_000, currency: 'eur' })),
    forged: [
      { body: '{}', headers: {} },
      signed('{}', seconds, 'whsec_wrong'),
      signed(JSON.stringify(paidEvent({ id: 'cs_x', amount: 1, currency: 'eur' })), seconds - 301),
    ],
    [Symbol.asyncDispose]: () => double[Symbol.asyncDispose](),
  };
}

async function startMollieDriver(): Promise<ProviderDriver> {
  const double = await startMollieDouble();
  const paymentAt = (back: number) => {
    const payment = double.payments.at(-1 - back);
    if (!payment) throw new Error('no payment');
    return payment;
  };
  const isMade = ({ status }: { status: string }) => status === 'pending';
  const charges = () => double.payments.filter(({ sequenceType }) => sequenceType === 'recurring');
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
    failRefund: (status) => {
      const refunded = double.payments.findLast(({ refunds }) => refunds.some(isMade));
      const refund = refunded?.refunds.findLast(isMade);
      if (!refunded || !refund) throw new Error('no refund');
      refund.status = status;
      return send(refunded.id);
    },
    declines: (isDeclining) =>
      void Object.assign(double, { failureReason: isDeclining ? 'insufficient_funds' : undefined }),
    takesTime: (isSlow) => void Object.assign(double, { isSlow }),
    charged: (isTaken = true) => {
      const charge = charges().at(-1);
      if (!charge) throw new Error('no charge');
      charge.status = isTaken ? 'paid' : 'failed';
      return send(charge.id);
    },
    charges: () => charges().length,
    refunds: () => double.payments.flatMap(({ refunds }) => refunds).filter(isMade).length,
    removedCards: double.removedCards,
    losesAnswers: (isLost) => void Object.assign(double, { losesAnswers: isLost }),
    unknown: () => send('tr_unknown'),
    forged: [
      { body: '', headers: form },
      { body: 'id=../customers', headers: form },
      { body: '{"id": "tr_1"}', headers: { 'content-type': 'application/json' } },
    ],
    [Symbol.asyncDispose]: () => double[Symbol.asyncDispose](),
  };
}

/** Starts the driver of each provider. @param now the time of the server's clock */
export async function startProviderDrivers(now: string): Promise<ProviderDriver[]> {
  return [
    await disposeAfterAll(startStripeDriver(Date.parse(now) / 1_000)),
    await disposeAfterAll(startMollieDriver()),
  ];
}
