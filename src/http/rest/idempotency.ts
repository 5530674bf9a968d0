import type { RequestContext } from '../../graphql/operations.js';
import { clientNetwork } from '../../platform/client-address.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import {
  lockStoredResponse,
  parseIdempotencyKey,
  senderOf,
  storeResponse,
} from '../../platform/database/idempotency-store.js';
import { sha256 } from '../../platform/digest.js';
import type { Call, RestResponse } from './response.js';

/** Parses the header `Idempotency-Key`. @throws DomainError INVALID on `idempotencyKey` */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : parseIdempotencyKey(header);
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
  { actor, clientAddress, serverClock }: RequestContext,
  tx: AccountTransaction,
  response: () => Promise<RestResponse>,
): Promise<RestResponse> {
  const own = { sender: senderOf(actor, key, clientNetwork(clientAddress)), key };
  const fingerprint = fingerprintOf(call);
  const stored = await lockStoredResponse(tx, own, fingerprint, serverClock.now());
  if (stored) return { ...stored, headers: { ...stored.headers, 'Idempotency-Replayed': 'true' } };
  const sent = await response();
  // A 429 was not a response to this request, which may succeed later.
  if (sent.status !== 429) await storeResponse(tx, own, { fingerprint, ...sent }, serverClock.now());
  return sent;
}

function fingerprintOf({ route, pathParameters, sent }: Call): string {
  const { method, path } = route;
  const content = JSON.stringify([method, path, pathParameters, sent.query, sent.body]);
  return sha256(content);
}
