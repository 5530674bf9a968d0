import type { RequestContext } from '../domain/context.js';
import { clientNetwork } from '../platform/addresses.js';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import {
  lockStoredResponse,
  type SentResponse,
  senderOf,
  storeResponse,
} from '../platform/database/idempotency-store.js';

/** A request that is executed once. */
export interface KeyedRequest {
  /** As `parseIdempotencyKey` returns it. */
  key: string;
  /** Identifies the request: another one with the key is refused. */
  fingerprint: string;
  /** Whether a response refused its request, which changed nothing: a corrected request may have its key. */
  isRefusal(response: SentResponse): boolean;
  /** Whether a response refused its request because there were too many: the same request may succeed later. */
  isRateLimited(response: SentResponse): boolean;
}

/**
 * Executes a request once in 24 hours. A second request with the key waits for the first and gets the same response, byte
 * for byte. The response is stored in the transaction of the change, so that neither exists without the other.
 *
 * @throws DomainError INVALID on `idempotencyKey` if a different request had the key
 */
export async function respondOnce(
  { key, fingerprint, isRefusal, isRateLimited }: KeyedRequest,
  { actor, clientAddress, serverClock }: RequestContext,
  tx: AccountTransaction,
  respond: () => Promise<SentResponse>,
): Promise<SentResponse> {
  const own = { sender: senderOf(actor, key, clientNetwork(clientAddress)), key };
  const stored = await lockStoredResponse(tx, own, fingerprint, serverClock.now(), isRefusal);
  if (stored) return { ...stored, headers: { ...stored.headers, 'Idempotency-Replayed': 'true' } };
  const sent = await respond();
  if (!isRateLimited(sent)) await storeResponse(tx, own, { fingerprint, ...sent }, serverClock.now());
  return sent;
}
