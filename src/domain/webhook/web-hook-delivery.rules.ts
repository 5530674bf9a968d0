import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** The first try and at most 5 more (spec, Limits). */
export const mostTries = 6;
const longestPause = 24 * 60 * 60 * 1_000;

/** Only a 2xx says that it was taken: a redirect is not followed. */
export function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

export interface Failure {
  /** Tries so far, this one among them. */
  tries: number;
  /** Header `Retry-After` of the answer: seconds, or a date. */
  retryAfter: string | undefined;
}

/**
 * When a failed delivery is tried again: pauses double from `base` milliseconds on and vary by a fifth, and are no
 * shorter than the receiver asks for. Undefined when it is given up.
 *
 * @param random from 0 to 1
 */
export function nextTryAt({ tries, retryAfter }: Failure, now: Date, base: number, random: number): Date | undefined {
  if (tries >= mostTries) return undefined;
  const doubling = base * 2 ** (tries - 1) * (1 + random / 5);
  const asked = askedPause(retryAfter, now);
  return new Date(now.getTime() + Math.round(Math.min(Math.max(doubling, asked), longestPause)));
}

function askedPause(retryAfter: string | undefined, now: Date): number {
  if (!retryAfter) return 0;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/**
 * The headers that prove where a payload comes from: `X-Service-Signature` over the body (spec, Events: Signature), and
 * those of Standard Webhooks, whose secret is that of the account as it stands.
 */
export function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'booking-server',
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(id, at, body),
  };
}

/** A change as REST shows it: the object stands under the name of its type. */
export interface ShownChange extends Record<string, unknown> {
  name: string;
  changed_at: string;
  performed_by: unknown;
  object: string;
  object_id: number;
}

/** The payload (spec, Events): the object in `data`, and once more at the root, where `event` stays the event's name. */
export function payloadOf(change: ShownChange, idempotencyId: string): string {
  const { object, object_id: id } = change;
  const data = { object, id, [object]: change[object] ?? null };
  return JSON.stringify({
    ...data,
    event: change.name,
    idempotency_id: idempotencyId,
    generated_at: change.changed_at,
    performed_by: change.performed_by,
    data,
  });
}
