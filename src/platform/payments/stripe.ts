import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObject } from '../accepted.js';
import { OutboundError } from '../outbound/guarded-request.js';
import { post } from '../outbound/post.js';
import {
  type NewCheckout,
  NotificationError,
  type PaymentProvider,
  type PaymentProviders,
  ProviderError,
  type ProviderNotification,
} from './payment-provider.js';

interface StripeOptions {
  /** The base URL of the API, without a trailing slash. */
  url: string;
  /** Whether that URL may have a private or loopback address. */
  allowPrivate: boolean;
}

/** The API of Stripe itself. */
export const stripeApi = 'https://api.stripe.com';

/** Less than the 10 s for which PostgreSQL keeps an idle transaction open, in case the request is part of one. */
const timeout = 8_000;
/** The maximum length of a response. A checkout session has about 4,000 characters. */
const maxLength = 64_000;

/**
 * Creates the payment providers that accounts can use, by name.
 *
 * @param settings.stripeUrl the base URL of the API of Stripe. Another one than `stripeApi` is the operator's own choice,
 *   such as a local double for tests, and may be private
 */
export function createPaymentProviders({ stripeUrl: url }: { stripeUrl: string }): PaymentProviders {
  return new Map([['stripe', createStripe({ url, allowPrivate: url !== stripeApi })]]);
}

/** Checkout Sessions, events and refunds of Stripe: https://docs.stripe.com/api. */
function createStripe({ url, allowPrivate }: StripeOptions): PaymentProvider {
  /** @throws ProviderError */
  async function send(path: string, secretKey: string, key: string, form: Record<string, string>): Promise<Json> {
    const answer = await post(`${url}${path}`, {
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': key,
      },
      body: new URLSearchParams(form).toString(),
      ...{ timeout, allowPrivate, maxLength },
    }).catch((error: unknown) => {
      throw error instanceof OutboundError ? new ProviderError(`did not answer: ${error.message}`) : error;
    });
    if (answer.status === 401 || answer.status === 403) throw new ProviderError('does not accept the secret key', true);
    if (answer.status >= 200 && answer.status < 300) return parse(answer.body);
    // 409: another request with the key is under way.
    const isRefusal = answer.status >= 400 && answer.status < 500 && answer.status !== 409;
    throw new ProviderError(`answered with status ${answer.status}`, isRefusal);
  }

  return {
    createCheckout: async ({ secretKey }, checkout) => {
      const session = await send('/v1/checkout/sessions', secretKey, checkout.idempotencyKey, toForm(checkout));
      const { id, url: page, expires_at: expiresAt } = session;
      if (typeof id !== 'string' || typeof page !== 'string' || typeof expiresAt !== 'number') {
        throw new ProviderError('answered without a checkout');
      }
      if (!/^https?:\/\//.test(page)) throw new ProviderError('answered without an address');
      return { reference: id, url: page, expiresAt: new Date(expiresAt * 1_000) };
    },
    readNotification: ({ webhookSecret }, { headers, body, at }) => {
      const signature = headers['stripe-signature'];
      verifyStripeSignature(typeof signature === 'string' ? signature : undefined, body, webhookSecret, at);
      return readEvent(body);
    },
    refund: async ({ secretKey }, { payment, amount, currency, idempotencyKey }) => {
      const form = { payment_intent: payment, amount: String(requireAmount(amount, currency)) };
      const { id, status } = await send('/v1/refunds', secretKey, idempotencyKey, form);
      if (status === 'failed' || status === 'canceled') throw new ProviderError('could not refund the payment', true);
      if (typeof id !== 'string') throw new ProviderError('answered without a refund');
      return id;
    },
  };
}

type Json = Record<string, unknown>;

function parse(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below, without the text.
  }
  throw new ProviderError('answered with something that is not JSON');
}

function requireAmount(amount: bigint, currency: string): bigint {
  const converted = toStripeAmount(amount, currency);
  if (converted === undefined) {
    throw new ProviderError(`takes ${currency} in steps of ${smallestStripeAmount(currency)} only`, true);
  }
  return converted;
}

function toForm({ amount, currency, title, orderId, ...checkout }: NewCheckout): Record<string, string> {
  const price = 'line_items[0][price_data]';
  return {
    mode: 'payment',
    'line_items[0][quantity]': '1',
    [`${price}[currency]`]: currency.toLowerCase(),
    [`${price}[unit_amount]`]: String(requireAmount(amount, currency)),
    [`${price}[product_data][name]`]: title,
    client_reference_id: String(orderId),
    'metadata[order_id]': String(orderId),
    'payment_intent_data[metadata][order_id]': String(orderId),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    ...(checkout.customerEmail && { customer_email: checkout.customerEmail }),
  };
}

/** Reads an event. A session that is completed but not paid, such as by a bank transfer, is of no interest yet. */
function readEvent(body: string): ProviderNotification {
  const event = parseEvent(body);
  const { id: eventId, type, data } = event;
  const session = isObject(data) && isObject(data['object']) ? data['object'] : {};
  const { id: checkout, payment_status: status, payment_intent: payment, amount_total: amount, currency } = session;
  if (typeof eventId !== 'string' || eventId.length > 255) throw new NotificationError('has no event');
  if (typeof checkout !== 'string') return { kind: 'other', eventId };
  if (type === 'checkout.session.expired') return { kind: 'expired', eventId, checkout };
  const isPaid = type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded';
  if (!isPaid || status !== 'paid') return { kind: 'other', eventId };
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0 || typeof currency !== 'string') {
    throw new NotificationError('has no amount');
  }
  const code = currency.toUpperCase();
  return {
    ...{ kind: 'paid', eventId, checkout, currency: code },
    payment: typeof payment === 'string' ? payment : checkout,
    amount: fromStripeAmount(BigInt(amount), code),
  };
}

function parseEvent(body: string): Json {
  try {
    return parse(body);
  } catch {
    throw new NotificationError('is not JSON');
  }
}

/**
 * The decimals by which Stripe counts currencies, which differ from ISO 4217 (https://docs.stripe.com/currencies): MGA
 * is counted whole, although it has a minor unit; ISK and UGX are counted in hundredths, although they have none, and
 * only hundreds are accepted, which whole units are; of three decimals the last must be 0. HUF and TWD are counted in
 * hundredths like others: only payouts differ.
 */
const counts: readonly (readonly [decimals: number, step: bigint, codes: string])[] = [
  [0, 1n, 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'],
  [2, 100n, 'ISK UGX'],
  [3, 10n, 'BHD JOD KWD OMR TND'],
];
const countsByCode = new Map(
  counts.flatMap(([decimals, step, codes]) => codes.split(' ').map((code) => [code, { decimals, step }] as const)),
);
const countOf = (currency: string) => countsByCode.get(currency) ?? { decimals: 2, step: 1n };

/** The decimals of our amounts, which are whole numbers of ten-thousandths. */
const ourDecimals = 4;
const factorOf = (decimals: number): bigint => 10n ** BigInt(ourDecimals - decimals);

/** Converts ten-thousandths to the unit in which Stripe counts. Returns undefined if Stripe has no such amount. */
export function toStripeAmount(amount: bigint, currency: string): bigint | undefined {
  const { decimals, step } = countOf(currency);
  const factor = factorOf(decimals);
  return amount % (factor * step) === 0n ? amount / factor : undefined;
}

/** Converts an amount of Stripe to ten-thousandths. */
export function fromStripeAmount(amount: bigint, currency: string): bigint {
  return amount * factorOf(countOf(currency).decimals);
}

/** The smallest amount that Stripe has of a currency, as a decimal. */
export function smallestStripeAmount(currency: string): string {
  const { decimals, step } = countOf(currency);
  return (Number(step) / 10 ** decimals).toFixed(decimals);
}

/** Seconds by which the time of a signature may differ from ours. An older notification could be a replay. */
const signatureTolerance = 300;

/**
 * Verifies the header `Stripe-Signature`: `t={seconds},v1={HMAC-SHA256 of "t.body"}`. During a change of the secret it
 * has several `v1`, of which one must match.
 *
 * @throws NotificationError
 */
export function verifyStripeSignature(header: string | undefined, body: string, secret: string, at: Date): void {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2));
  const valuesOf = (name: string): string[] => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const [time = ''] = valuesOf('t');
  if (!/^\d{1,12}$/.test(time)) throw new NotificationError('is not signed');
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  const isAuthentic = valuesOf('v1').some((value) => {
    const given = Buffer.from(value, 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isAuthentic) throw new NotificationError('has a wrong signature');
  if (Math.abs(at.getTime() / 1_000 - Number(time)) > signatureTolerance) throw new NotificationError('is too old');
}
