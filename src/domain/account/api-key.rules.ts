import { randomBytes } from 'node:crypto';
import type { Role } from '../../outbox/actor.js';
import { sha256 } from '../../platform/digest.js';
import type { FieldErrors } from '../../platform/errors.js';
import { validateOrigins } from './account.rules.js';

/** The number of keys that an account can have, without those that are revoked. */
export const maxKeys = 100;

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

interface KeyAttributes {
  role: Role | null;
  allowedOrigins: readonly string[];
}

/** Validates the attributes of a key that do not depend on the time. */
export function validateApiKey({ role, allowedOrigins }: KeyAttributes): FieldErrors {
  const errors: FieldErrors = role === null ? { role: ["can't be blank"] } : {};
  return { ...errors, ...validateOrigins('allowedOrigins', allowedOrigins) };
}

/** Returns an error for an expiry that is not after `now`: to end a key at once, revoke it. */
export function validateExpiry(expiresAt: Date | null | undefined, now: Date): FieldErrors {
  return expiresAt && expiresAt <= now ? { expiresAt: ['must be in the future'] } : {};
}

/** Whether a request from a page of that origin may use a key. Clients outside browsers send no origin. */
export function isOriginAllowed(allowedOrigins: readonly string[], origin: string | undefined): boolean {
  return origin === undefined || allowedOrigins.length === 0 || allowedOrigins.includes(origin);
}
