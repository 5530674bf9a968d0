import { randomBytes } from 'node:crypto';
import { sha256 } from '../../platform/digest.js';

const keyForm = /^bk_(\d{1,9})_[\w-]{43}$/;

/**
 * Creates a key of an account. It contains the account's id, so that a look-up reads only rows of that account.
 *
 * @param secret 32 bytes that can't be guessed; random by default
 */
export function createApiKey(accountId: number, secret = randomBytes(32)): string {
  return `bk_${accountId}_${secret.toString('base64url')}`;
}

/** Returns the id of the account that a key contains, or undefined if the key is malformed. */
export function parseAccountId(key: string): number | undefined {
  const id = keyForm.exec(key)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Hashes a key for storage. A fast digest is enough, because a key has 256 random bits. */
export function hashApiKey(key: string): string {
  return sha256(key);
}
