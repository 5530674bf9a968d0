import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObject } from '../../accepted.js';
import { NotificationError, type ProviderNotification, type SavedCard } from '../payment-provider.js';
import { type JsonObject, parseObject } from '../provider-request.js';
import { fromStripeAmount } from './stripe-amounts.js';

/** Reads an object of Stripe at a path. @throws ProviderError */
type Read = (path: string) => Promise<JsonObject>;

/**
 * Reads an event. What it lacks is read from the API: a stored card, and whether a session without a payment waits for
 * its capture. One that waits for a bank transfer is of no interest yet.
 *
 * @throws NotificationError, ProviderError
 */
export async function readEvent(body: string, read: Read): Promise<ProviderNotification> {
  const event = parseObject(body);
  if (!event) throw new NotificationError('is not JSON');
  const { id: eventId, type, data } = event;
  const object = isObject(data) && isObject(data['object']) ? data['object'] : {};
  const { id } = object;
  if (typeof eventId !== 'string' || eventId.length > 255) throw new NotificationError('has no event');
  const other: ProviderNotification = { kind: 'other', eventId };
  if (typeof id !== 'string') return other;
  switch (type) {
    case 'refund.failed':
    case 'refund.updated':
      return hasFailed(object)
        ? { kind: 'refund_failed', eventId, failedRefunds: [{ refund: id, key: keyOf(object) }] }
        : other;
    // Of a charge of a stored card: a page is known by its session, so these events of its payment find nothing.
    case 'payment_intent.succeeded':
      return {
        ...{ kind: 'paid', eventId, checkout: id, payment: id, saved: null, failedRefunds: [] },
        ...amountOf(object['amount_received'], object['currency']),
      };
    case 'payment_intent.payment_failed':
      return { kind: 'expired', eventId, checkout: id };
    case 'checkout.session.expired':
      return { kind: 'expired', eventId, checkout: id };
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return (await readSession({ ...object, id }, eventId, read)) ?? other;
    default:
      return other;
  }
}

function hasFailed({ status }: JsonObject): boolean {
  return status === 'failed' || status === 'canceled';
}

/** The idempotency key of the request for a refund. Null if it was made elsewhere, such as in the dashboard of Stripe. */
function keyOf({ metadata }: JsonObject): string | null {
  const key = isObject(metadata) ? metadata['key'] : null;
  return typeof key === 'string' ? key : null;
}

/** Returns undefined if neither a payment nor a card is there. */
async function readSession(
  session: JsonObject & { id: string },
  eventId: string,
  read: Read,
): Promise<ProviderNotification | undefined> {
  const { id: checkout, payment_status: status, payment_intent: payment, setup_intent: setup, customer } = session;
  if (typeof setup === 'string') {
    const saved = savedCard(customer, await read(`/v1/setup_intents/${encodeURIComponent(setup)}`));
    return saved ? { kind: 'saved', eventId, checkout, saved } : undefined;
  }
  const isPaid = status === 'paid';
  const readsPayment = typeof payment === 'string' && (!isPaid || typeof customer === 'string');
  const intent = readsPayment ? await read(`/v1/payment_intents/${encodeURIComponent(payment)}`) : {};
  if (!isPaid && intent['status'] !== 'requires_capture') return undefined;
  return {
    ...{ kind: isPaid ? 'paid' : 'authorised', eventId, checkout },
    payment: typeof payment === 'string' ? payment : checkout,
    ...amountOf(isPaid ? session['amount_total'] : intent['amount_capturable'], session['currency']),
    saved: savedCard(customer, intent),
    failedRefunds: [],
  };
}

/** @throws NotificationError */
function amountOf(amount: unknown, currency: unknown): { amount: bigint; currency: string } {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0 || typeof currency !== 'string') {
    throw new NotificationError('has no amount');
  }
  const code = currency.toUpperCase();
  return { amount: fromStripeAmount(BigInt(amount), code), currency: code };
}

/** The card of a PaymentIntent or a SetupIntent that belongs to a customer. */
function savedCard(customer: unknown, { payment_method: card }: JsonObject): SavedCard | null {
  return typeof customer === 'string' && typeof card === 'string' ? { customer, card } : null;
}

/** Seconds by which the time of a signature may differ from ours. An older notification could be a replay. */
const signatureTolerance = 300;

/**
 * Verifies the header `Stripe-Signature`: `t={seconds},v1={HMAC-SHA256 of "t.body"}`. During a change of the secret it
 * has several `v1`, of which one must match.
 *
 * @throws NotificationError
 */
export function verifyStripeSignature(header: string | undefined, body: string, secret: string | null, at: Date): void {
  if (secret === null) throw new NotificationError('is not signed');
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
