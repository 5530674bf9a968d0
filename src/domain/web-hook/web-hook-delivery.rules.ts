import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Transitions } from '../records/transitions.rules.js';
import { DeliveryState } from './web-hook-delivery.entity.js';

const { PENDING, DELIVERED, FAILED } = DeliveryState;

/** A delivery stays pending after an attempt that is followed by another. */
export const deliveryTransitions: Transitions<DeliveryState, 'accepted' | 'giveUp' | 'resend'> = {
  accepted: { [PENDING]: DELIVERED },
  giveUp: { [PENDING]: FAILED },
  resend: { [DELIVERED]: PENDING, [FAILED]: PENDING },
};

/** The first attempt and at most 5 retries (spec, Limits). */
export const maxAttempts = 6;
/** In milliseconds. */
const maxDelay = 24 * 60 * 60 * 1_000;

/** Only a 2xx status is a success. Redirects are not followed. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

interface Failure {
  /** Attempts so far, including the failed one. */
  attemptCount: number;
  /** The response header `Retry-After`: seconds or a date. */
  retryAfter: string | undefined;
}

/**
 * Returns when to retry a failed delivery; undefined if no attempt is left. Delays double from `base` milliseconds, have
 * a jitter of a fifth, and are at least as long as `Retry-After` and at most a day.
 *
 * @param random from 0 to 1
 */
export function nextAttemptAt(
  { attemptCount, retryAfter }: Failure,
  now: Date,
  base: number,
  random: number,
): Date | undefined {
  if (attemptCount >= maxAttempts) return undefined;
  const doubling = base * 2 ** (attemptCount - 1) * (1 + random / 5);
  const asked = requestedDelay(retryAfter, now);
  return new Date(now.getTime() + Math.round(Math.min(Math.max(doubling, asked), maxDelay)));
}

function requestedDelay(retryAfter: string | undefined, now: Date): number {
  if (!retryAfter) return 0;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/** The secrets that sign a delivery: of each the current one, then during an overlap the former one. */
export interface SigningSecrets {
  /** Of the webhook, such as `whsec_…`. Empty if it has none. */
  own: readonly string[];
  ofAccount: readonly string[];
}

/**
 * Returns the request headers, with the signature `X-Service-Signature` over the body (spec, Events: Signature) and those of
 * Standard Webhooks, which may be several.
 *
 * The account's secret, unencoded, also signs for webhooks that have one of their own, because receivers from before that may
 * know no other. That weakens nothing: a receiver accepts the signatures of the secrets that it has. `X-Service-Signature`
 * has room for one, which is that of the former secret until the overlap ends, so that nothing fails before that.
 */
export function signedHeaders(
  { own, ofAccount }: SigningSecrets,
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  const signatures = [
    ...own.map((secret) => new Webhook(secret).sign(id, at, body)),
    ...ofAccount.map((secret) => new Webhook(secret, { format: 'raw' }).sign(id, at, body)),
  ];
  const oldest = ofAccount.at(-1) ?? '';
  return {
    'content-type': 'application/json',
    'user-agent': 'booking-server',
    'x-service-signature': `sha256=${createHmac('sha256', oldest).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

/** The event of payloads that test a webhook. No subscription has this name: each webhook can be tested. */
export const testEvent = 'web_hook.test';

/** A change as REST shows it, with the object under the name of its type. */
export interface ShownChange extends Record<string, unknown> {
  name: string;
  changed_at: string;
  performed_by: unknown;
  object: string;
  object_id: number;
  /** The changed values before the change, under the name of its type. Null if the object was created, removed or erased. */
  previous?: Readonly<Record<string, unknown>> | null;
}

/**
 * Creates the payload (spec, Events). The object is in `data` and repeated at the root, where `event` is the event's name. The
 * values before the change are in `data` alone.
 */
export function payloadOf(change: ShownChange, idempotencyId: string): string {
  const { object, object_id: id, previous } = change;
  const data = { object, id, [object]: change[object] ?? null };
  return JSON.stringify({
    ...data,
    event: change.name,
    ...(change.name === testEvent && { test: true }),
    idempotency_id: idempotencyId,
    generated_at: change.changed_at,
    performed_by: change.performed_by,
    data: previous === undefined ? data : { ...data, previous: previous?.[object] ?? null },
  });
}
