import { hash } from 'node:crypto';
import { invalid } from '../errors.js';
import type { AccountTransaction } from './account-transaction.js';
import type { Database } from './database.js';
import { deleteOldRows } from './old-rows.js';

/** Milliseconds for which a response is stored. */
export const responseRetention = 24 * 60 * 60 * 1_000;

/** A response whose body is text. */
export interface SentResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The response to the first request with an idempotency key. */
interface StoredResponse extends SentResponse {
  /** Identifies the request, so that another request with the same key is refused. */
  fingerprint: string;
}

export interface IdempotencyKey {
  /** The namespace of the key: senders do not share keys. */
  sender: string;
  key: string;
}

const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** Parses an idempotency key: 1 to 255 visible ASCII characters. @throws DomainError INVALID on `idempotencyKey` */
export function parseIdempotencyKey(text: string): string {
  if (!keyPattern.test(text.trim())) throw invalid({ idempotencyKey: ['is invalid'] });
  return text.trim();
}

/**
 * Returns the namespace of a key. Each API key and user has its own. Visitors of a public site cannot be distinguished,
 * and the network of a phone changes. So a key that nobody can guess, such as a UUID, is valid in every network. Any
 * other key is valid only in one network: it could return the response of another visitor, with its secret token.
 *
 * @param network of the client
 */
export function senderOf(actor: { kind: string; id?: number }, key: string, network: string): string {
  if (actor.id !== undefined) return `${actor.kind}:${actor.id}`;
  return isUnguessable(key) ? actor.kind : hash('sha256', `${actor.kind} ${network}`).slice(0, 24);
}

/** Whether a key has the length of a random text of 120 bits and at least 10 different characters. */
function isUnguessable(key: string): boolean {
  return key.length >= 20 && new Set(key).size >= 10;
}

/**
 * Locks an idempotency key until the transaction ends, waiting for other requests with the key. Then returns the
 * response that was stored in the last 24 hours, if any. A refused request changed nothing, so a corrected request may
 * have the same key: its response replaces the refusal.
 *
 * @throws DomainError INVALID on `idempotencyKey` if a different request had the key and was not refused, or if the response
 *   was erased, because it had data of a person
 */
export async function lockStoredResponse(
  tx: AccountTransaction,
  { sender, key }: IdempotencyKey,
  fingerprint: string,
  now: Date,
  isRefusal: (stored: StoredResponse) => boolean = ({ status }) => status >= 400,
): Promise<StoredResponse | undefined> {
  await tx.lockText(`answer:${sender}:${key}`);
  const [stored] = await tx.query<StoredResponse>(
    `select fingerprint, status, headers, body from idempotency_key
     where account_id = $1 and sender = $2 and key = $3 and created_at > $4`,
    [sender, key, new Date(now.getTime() - responseRetention)],
  );
  if (!stored) return undefined;
  if (stored.body === '') throw invalid({ idempotencyKey: ['has already been used; its response was erased'] });
  if (stored.fingerprint === fingerprint) return stored;
  if (isRefusal(stored)) return undefined;
  throw invalid({ idempotencyKey: ['has already been used with another request'] });
}

/** Stores a response in the transaction of its change. Replaces an expired response to the same key. */
export async function storeResponse(
  tx: AccountTransaction,
  { sender, key }: IdempotencyKey,
  { fingerprint, status, headers, body }: StoredResponse,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into idempotency_key (account_id, sender, key, fingerprint, created_at, status, headers, body)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)
     on conflict (account_id, sender, key) do update set fingerprint = excluded.fingerprint,
       created_at = excluded.created_at, status = excluded.status, headers = excluded.headers, body = excluded.body`,
    [sender, key, fingerprint, at, status, JSON.stringify(headers), body],
  );
}

const storedResponses = {
  table: 'idempotency_key',
  isOld: (olderThan: string): string => `created_at < ${olderThan}`,
  oldestBy: 'created_at',
};

/** Deletes the responses of all accounts that were stored before `olderThan`. @param onBatch see `deleteOldRows` */
export function trimStoredResponses(database: Database, olderThan: Date, onBatch?: () => Promise<void>): Promise<void> {
  return deleteOldRows(database, storedResponses, olderThan, onBatch);
}
