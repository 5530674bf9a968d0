import { randomBytes } from 'node:crypto';
import { sha256 } from '../../platform/digest.js';

const keyForm = /^bk_(\d{1,9})_[\w-]{43}$/;

/**
 * A key of an account. It names its account, so that looking it up reads that account's rows alone.
 *
 * @param secret 32 bytes that nobody can guess, new ones unless given
 */
export function apiKeyOf(accountId: number, secret = randomBytes(32)): string {
  return `bk_${accountId}_${secret.toString('base64url')}`;
}

/** The account that a key names, or undefined when it is no key. */
export function accountOfKey(key: string): number | undefined {
  const id = keyForm.exec(key)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** What is stored of a key. A plain digest is enough: a key has 256 random bits. */
export function hashApiKey(key: string): string {
  return sha256(key);
}
