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
  /** The pages that were opened, in order, with their amounts in minor units of two decimals. */
  pages: () => { url: string; amount: number }[];
  /** The sum that customers have paid on pages, without refunds, in minor units of two decimals. */
  balance: () => number;
  /** Lets the customer pay. @param back 1 for the page before the last */
  pay: (other?: OtherPayment, back?: number) => SentNotification;
  expire: (back?: number) => SentNotification;
  /** Lets the refund that was made last fail, or be cancelled. @param url of the page whose last refund is meant */
  failRefund: (status: 'failed' | 'canceled', url?: string) => SentNotification;
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
  /** Lets the customer remove the card that was stored last, at the provider. */
  removeCard: () => void;
  /** The cards that were removed. */
  removedCards: ReadonlySet<string>;
  losesAnswers: (isLost: boolean) => void;
  /** A notification about a page that the server has not opened. */
  unknown: () => SentNotification;
  /** A notification as the provider sends it once more, later. */
  again: (notification: SentNotification) => SentNotification;
  /** Requests that are no notifications of the provider. */
  forged: readonly SentNotification[];
}

/** @param now the time of the server's clock, in whole seconds */
async function startStripeDriver(now: () => number): Promise<ProviderDriver> {
  const double = await startStripeDouble();
  const sessionAt = (back: number) => {
    const session = double.sessions.at(-1 - back);
    if (!session) throw new Error('no session');
    return session;
  };
  const charges = () => [...double.intents.values()].filter(({ id }) => id.startsWith('pi_charge_'));
  const sum = (all: readonly { amount: number; status: string }[]): number =>
    all.filter(({ status }) => status === 'succeeded').reduce((total, { amount }) => total + amount, 0);
  const send = (event: object): SentNotification => signed(JSON.stringify(event), now());
  return {
    ...{ name: 'stripe', url: double.url },
    keys: [
      { secretKey, webhookSecret },
      { secretKey, webhookSecret: 'whsec_other' },
    ],
    pages: () => double.sessions.map(({ id, amount }) => ({ url: `${double.url}/pay/${id}`, amount })),
    balance: () => sum([...double.intents.values()]) - sum([...double.refundsById.values()]),
    pay: ({ amount, currency } = {}, back = 0) => {
      const session = sessionAt(back);
      if (!amount && !currency) return send(double.complete(session));
      const paid = amount ? Math.round(100 * Number(amount)) : session.amount;
      Object.assign(double.intents.get(`pi_${session.id}`) ?? {}, { amount: paid, status: 'succeeded' });
      return send(paidEvent({ id: session.id, amount: paid, currency: currency?.toLowerCase() ?? session.currency }));
    },
    expire: (back = 0) => {
      const { id } = sessionAt(back);
      return send({ id: `evt_expired_${id}`, type: 'checkout.session.expired', data: { object: { id } } });
    },
    failRefund: (status, url) => send(failRefund(double, status, url && `pi_${url.split('/').at(-1)}`)),
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
    removeCard: () => void double.removedCards.add(`pm_${sessionAt(0).id}`),
    removedCards: double.removedCards,
    losesAnswers: (isLost) => void Object.assign(double, { losesAnswers: isLost }),
    unknown: () => send(paidEvent({ id: 'cs_unknown', amount: 10_000, currency: 'eur' })),
    again: ({ body }) => signed(body, now()),
    forged: [
      { body: '{}', headers: {} },
      signed('{}', now(), 'whsec_wrong'),
      signed(JSON.stringify(paidEvent({ id: 'cs_x', amount: 1, currency: 'eur' })), now() - 301),
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
  const urlOf = (id: string): string => `${double.url}/pay/${id}`;
  const minor = ({ value }: { value: string }): number => Math.round(Number(value) * 100);
  const charges = () => double.payments.filter(({ sequenceType }) => sequenceType === 'recurring');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (id: string): SentNotification => ({ body: `id=${id}`, headers: form });
  return {
    ...{ name: 'mollie', url: double.url },
    keys: [{ secretKey: mollieKey }, { secretKey: `${mollieKey}_other` }],
    pages: () => double.payments.map(({ id, amount }) => ({ url: urlOf(id), amount: minor(amount) })),
    balance: () =>
      double.payments
        .filter(({ status }) => status === 'paid')
        .map(({ amount, refunds }) =>
          refunds.filter(isMade).reduce((left, refund) => left - minor(refund.amount), minor(amount)),
        )
        .reduce((all, left) => all + left, 0),
    pay: ({ amount, currency } = {}, back = 0) => {
      const payment = paymentAt(back);
      double.complete(payment);
      if (amount) payment.amount = { ...payment.amount, value: Number(amount).toFixed(2) };
      if (currency) payment.amount = { ...payment.amount, currency };
      return send(payment.id);
    },
    expire: (back = 0) => {
      const payment = paymentAt(back);
      if (payment.status === 'open') payment.status = 'expired';
      return send(payment.id);
    },
    failRefund: (status, url) => {
      const refunded = double.payments.findLast(
        ({ id, refunds }) => refunds.some(isMade) && (url === undefined || urlOf(id) === url),
      );
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
    removeCard: () =>
      void double.removedCards.add(double.payments.findLast(({ mandateId }) => mandateId)?.mandateId ?? ''),
    removedCards: double.removedCards,
    losesAnswers: (isLost) => void Object.assign(double, { losesAnswers: isLost }),
    unknown: () => send('tr_unknown'),
    again: (notification) => notification,
    forged: [
      { body: '', headers: form },
      { body: 'id=../customers', headers: form },
      { body: '{"id": "tr_1"}', headers: { 'content-type': 'application/json' } },
    ],
    [Symbol.asyncDispose]: () => double[Symbol.asyncDispose](),
  };
}

/** Starts the driver of each provider. @param now the time of the server's clock */
export async function startProviderDrivers(now: string | (() => string)): Promise<ProviderDriver[]> {
  const seconds = (): number => Math.floor(Date.parse(typeof now === 'string' ? now : now()) / 1_000);
  return [await disposeAfterAll(startStripeDriver(seconds)), await disposeAfterAll(startMollieDriver())];
}
