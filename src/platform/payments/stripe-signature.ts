import { createHmac, timingSafeEqual } from 'node:crypto';
import { NotificationError } from './payment-provider.js';

/** Seconds by which the time of a signature may differ from ours. An older notification could be a replay. */
export const signatureTolerance = 300;

/**
 * Verifies the header `Stripe-Signature`: `t={seconds},v1={HMAC-SHA256 of "t.body"}`. During a change of the secret it has
 * several `v1`, of which one must match.
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
