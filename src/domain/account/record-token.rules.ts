import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../platform/secrets.js';
import type { AccountAttributes } from '../context.js';

type Owner = Pick<AccountAttributes, 'linkSecret'>;

/** The records whose own random token is stored only as a hash, so that it cannot be given out again. */
type RecordKind = 'order' | 'waitlist_entry';

const tokenForm = /^([1-9]\d{0,8})-([0-9a-z]{6,8})-(?:([1-9]\d{0,8})-)?([\w-]{22})$/;

/** A record that a token opens. */
interface OpenedRecord {
  id: number;
  /** The guardian who got the token, and who must act for the person of the record still. Null if it was that person itself. */
  guardianId: number | null;
}

interface TokenOptions {
  expiresAt: Date;
  guardianId?: number | undefined;
}

/**
 * Returns a secret that opens one record until `expiresAt`, beside the token that its visitor got. It is derived instead of
 * stored: its id, its expiry in seconds, the guardian who gets it, and a proof of 128 bits of these.
 */
export function createRecordToken(
  owner: Owner,
  kind: RecordKind,
  id: number,
  { expiresAt, guardianId }: TokenOptions,
): string {
  const expiry = Math.floor(expiresAt.getTime() / 1_000).toString(36);
  const claims = guardianId === undefined ? `${id}-${expiry}` : `${id}-${expiry}-${guardianId}`;
  return `${claims}-${proofOf(owner, kind, claims)}`;
}

/** Returns what the token opens now; undefined if it is not such a token or has expired. */
export function openRecordToken(owner: Owner, kind: RecordKind, token: string, now: Date): OpenedRecord | undefined {
  const [, id, expiry = '', guardianId, proof = ''] = tokenForm.exec(token) ?? [];
  const claims = token.slice(0, -proof.length - 1);
  if (id === undefined || !isSameSecret(proof, proofOf(owner, kind, claims))) return undefined;
  if (now.getTime() >= Number.parseInt(expiry, 36) * 1_000) return undefined;
  return { id: Number(id), guardianId: guardianId === undefined ? null : Number(guardianId) };
}

function proofOf({ linkSecret }: Owner, kind: RecordKind, claims: string): string {
  const digest = createHmac('sha256', linkSecret)
    .update(`record-token:${kind}:${claims.replaceAll('-', ':')}`)
    .digest();
  return digest.subarray(0, 16).toString('base64url');
}
