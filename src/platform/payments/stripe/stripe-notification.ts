import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObject } from '../../accepted.js';
import { NotificationError, type ProviderNotification } from '../payment-provider.js';
import { parseObject } from '../provider-request.js';
import { fromStripeAmount } from './stripe-amounts.js';

/** Reads an event. A session that is completed but not paid, such as by a bank transfer, is of no interest yet. */
export function readEvent(body: string): ProviderNotification {
  const event = parseObject(body);
  if (!event) throw new NotificationError('is not JSON');
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
