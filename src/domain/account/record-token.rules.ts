import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../platform/secrets.js';
import type { AccountAttributes } from '../context.js';

type Owner = Pick<AccountAttributes, 'linkSecret'>;

/** The records whose own random token is stored only as a hash, so that it cannot be given out again. */
type RecordKind = 'order' | 'waitlist_entry';

const tokenForm = /^([1-9]\d{0,8})-([0-9a-z]{6,8})-([\w-]{22})$/;

/**
 * Returns a secret that opens one record until `expiresAt`, beside the token that its visitor got. It is derived instead of
 * stored: its id, its expiry in seconds, and a proof of 128 bits of both.
 */
export function createRecordToken(owner: Owner, kind: RecordKind, id: number, expiresAt: Date): string {
  const expiry = Math.floor(expiresAt.getTime() / 1_000).toString(36);
  return `${id}-${expiry}-${proofOf(owner, kind, id, expiry)}`;
}

/** Returns the id of the record that the token opens now; undefined if it is not such a token or has expired. */
export function openRecordToken(owner: Owner, kind: RecordKind, token: string, now: Date): number | undefined {
  const [, id, expiry = '', proof = ''] = tokenForm.exec(token) ?? [];
  if (id === undefined || !isSameSecret(proof, proofOf(owner, kind, Number(id), expiry))) return undefined;
  return now.getTime() < Number.parseInt(expiry, 36) * 1_000 ? Number(id) : undefined;
}

function proofOf({ linkSecret }: Owner, kind: RecordKind, id: number, expiry: string): string {
  const digest = createHmac('sha256', linkSecret).update(`record-token:${kind}:${id}:${expiry}`).digest();
  return digest.subarray(0, 16).toString('base64url');
}
