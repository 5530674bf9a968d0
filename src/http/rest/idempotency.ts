import type { RequestContext } from '../../graphql/operations.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { awaitAnswer, keepAnswer } from '../../platform/database/idempotency-store.js';
import { sha256 } from '../../platform/digest.js';
import { invalid } from '../../platform/errors.js';
import type { Call, RestAnswer } from './answer.js';

const answersLast = 24 * 60 * 60 * 1_000;
const keyForm = /^[\x21-\x7e]{1,255}$/;

/** The key of a request, if it has one. @throws DomainError INVALID on `idempotencyKey` */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (!keyForm.test(header.trim())) throw invalid({ idempotencyKey: ['is invalid'] });
  return header.trim();
}

/**
 * Answers a request once in 24 hours: a second of the same key waits for the first and gets its answer, byte for byte.
 * The answer is written in the transaction of the effect, so that there is never the one without the other.
 *
 * @throws DomainError INVALID on `idempotencyKey` when it was another request that had the key
 */
export async function answerOnce(
  call: Call,
  key: string,
  { actor, clock }: RequestContext,
  tx: AccountTransaction,
  answer: () => Promise<RestAnswer>,
): Promise<RestAnswer> {
  const own = { sender: senderOf(actor), key };
  const fingerprint = fingerprintOf(call);
  const kept = await awaitAnswer(tx, own, new Date(clock.now().getTime() - answersLast));
  if (kept && kept.fingerprint !== fingerprint) {
    throw invalid({ idempotencyKey: ['has already been used with another request'] });
  }
  if (kept) return { ...kept, headers: { ...kept.headers, 'Idempotency-Replayed': 'true' } };
  const given = await answer();
  // That there were too many requests is no answer to this one.
  if (given.status !== 429) await keepAnswer(tx, own, { fingerprint, ...given }, clock.now());
  return given;
}

/** Idempotency keys of different API keys and users are apart; visitors of the public site have no identity. */
function senderOf(actor: RequestContext['actor']): string {
  return 'id' in actor ? `${actor.kind}:${actor.id}` : actor.kind;
}

function fingerprintOf({ row, pathParameters, sent }: Call): string {
  const { method, path } = row.route;
  const said = JSON.stringify([method, path, pathParameters, sent.query, sent.body]);
  return sha256(said);
}
