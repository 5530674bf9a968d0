import type { RequestContext } from '../../graphql/operations.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { lockStoredResponse, responseRetention, storeResponse } from '../../platform/database/idempotency-store.js';
import { sha256 } from '../../platform/digest.js';
import { invalid } from '../../platform/errors.js';
import type { Call, RestResponse } from './response.js';

const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** Parses the header `Idempotency-Key`. @throws DomainError INVALID on `idempotencyKey` */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (!keyPattern.test(header.trim())) throw invalid({ idempotencyKey: ['is invalid'] });
  return header.trim();
}

/**
 * Executes a request once in 24 hours. A second request with the key waits for the first and gets the same response, byte
 * for byte. The response is stored in the transaction of the change, so that neither exists without the other.
 *
 * @throws DomainError INVALID on `idempotencyKey` if a different request had the key
 */
export async function respondOnce(
  call: Call,
  key: string,
  { actor, clock }: RequestContext,
  tx: AccountTransaction,
  response: () => Promise<RestResponse>,
): Promise<RestResponse> {
  const own = { sender: senderOf(actor), key };
  const fingerprint = fingerprintOf(call);
  const stored = await lockStoredResponse(tx, own, new Date(clock.now().getTime() - responseRetention));
  if (stored && stored.fingerprint !== fingerprint) {
    throw invalid({ idempotencyKey: ['has already been used with another request'] });
  }
  if (stored) return { ...stored, headers: { ...stored.headers, 'Idempotency-Replayed': 'true' } };
  const sent = await response();
  // A 429 was not a response to this request, which may succeed later.
  if (sent.status !== 429) await storeResponse(tx, own, { fingerprint, ...sent }, clock.now());
  return sent;
}

/** The namespace of keys: each API key and user has its own; all visitors of a public site share one. */
function senderOf(actor: RequestContext['actor']): string {
  return 'id' in actor ? `${actor.kind}:${actor.id}` : actor.kind;
}

function fingerprintOf({ route, pathParameters, sent }: Call): string {
  const { method, path } = route;
  const content = JSON.stringify([method, path, pathParameters, sent.query, sent.body]);
  return sha256(content);
}
