import { WebhookError } from './errors.js';
import type { WebhookDelivery } from './schema.types.js';

export interface WebhookOptions {
  /** The seconds that a delivery may be old, or in the future. Default: 300, as Standard Webhooks recommends. */
  tolerance?: number | undefined;
  /** Returns the time in milliseconds. Default: the clock of this machine. */
  now?: (() => number) | undefined;
}

/** The headers of a request: of `fetch`, or of `node:http`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Signatures beyond these are not compared. The server sends at most four. */
const mostSignatures = 16;

/**
 * Verifies a delivery by its headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks), and
 * returns it.
 *
 * @param body the body as it was received, not parsed and written again
 * @param secret the secret of the webhook (`whsec_…`) or that of the account. While one is being replaced, pass both
 * @throws WebhookError if it is not signed by one of the secrets, too old, or no delivery
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = 300, now = Date.now }: WebhookOptions = {},
): Promise<WebhookDelivery> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now() / 1000 - seconds) <= tolerance)) {
    throw new WebhookError(`webhook-timestamp is not within ${tolerance} seconds of now`);
  }
  const bytes = bytesOf(body);
  const signed = join(bytesOf(`${id}.${timestamp}.`), bytes);
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .slice(0, mostSignatures)
    .flatMap((part) => (part.startsWith('v1,') ? (decodeBase64(part.slice(3)) ?? []) : []));
  await requireSignature(signed, signatures, secret);
  return parse(bytes);
}

/**
 * Verifies a delivery by its header `X-Service-Signature` alone, which does not have the time: a delivery that was recorded
 * can be sent again, so ignore an `idempotency_id` that you have seen.
 *
 * @param secret the secret of the account. While it is being replaced, pass both
 * @throws WebhookError if it is not signed by one of the secrets, or no delivery
 */
export async function verifyServiceSignature(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): Promise<WebhookDelivery> {
  const [, hex = ''] = /^sha256=([0-9a-f]{64})$/.exec(headerOf(headers, 'x-service-signature')) ?? [];
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const bytes = bytesOf(body);
  await requireSignature(bytes, [signature], secret);
  return parse(bytes);
}

async function requireSignature(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secret: string | readonly string[],
): Promise<void> {
  for (const one of [secret].flat()) {
    const key = await importKey(one);
    for (const signature of signatures) {
      // Takes the same time wherever the signatures differ.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return;
    }
  }
  throw new WebhookError('The signature is not of this secret');
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? decodeBase64(secret.slice(6)) : bytesOf(secret);
  if (!bytes?.length) throw new TypeError('secret must be that of a webhook or of the account');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const [, value] = Object.entries(headers).find(([other]) => other.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

function bytesOf(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parse(body: Uint8Array): WebhookDelivery {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new WebhookError('The body is no JSON', { cause });
  }
}
