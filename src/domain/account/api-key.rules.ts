import { hash, randomBytes } from 'node:crypto';
import type { Role } from '../../outbox/actor.js';
import { mustBeOneOf } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { validateNetworks, validateOrigins } from './account.rules.js';
import { isGranted, type Permission, permissionNames, toEnumName } from './permissions.rules.js';

/** The number of keys that an account can have, without those that are revoked. */
export const maxKeys = 100;

const keyForm = /^bk_(\d{1,9})_[\w-]{43}$/;

/**
 * Creates a key of an account. It contains the account's id, so that a look-up reads only rows of that account.
 *
 * @param secret 32 bytes that can't be guessed; random by default
 */
export function createApiKeySecret(accountId: number, secret = randomBytes(32)): string {
  return `bk_${accountId}_${secret.toString('base64url')}`;
}

/** Returns the id of the account that a key contains, or undefined if the key is malformed. */
export function parseAccountId(key: string): number | undefined {
  const id = keyForm.exec(key)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Hashes a key for storage. A fast digest is enough, because a key has 256 random bits. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

interface KeyAttributes {
  role: Role | null;
  permissions: readonly Permission[] | null;
  allowedOrigins: readonly string[];
  allowedNetworks: readonly string[];
}

/** Validates the attributes of a key that do not depend on the time. */
export function validateApiKey({ role, permissions, allowedOrigins, allowedNetworks }: KeyAttributes): FieldErrors {
  return {
    ...(role === null ? { role: ["can't be blank"] } : validatePermissions(role, permissions)),
    ...validateOrigins('allowedOrigins', allowedOrigins),
    ...validateNetworks('allowedNetworks', allowedNetworks),
  };
}

/** Returns given permissions with those that they imply. Every key may read: the answer to a change contains the record. */
export function withImplied(permissions: readonly Permission[]): Permission[] {
  const given = new Set<Permission>(['read', ...permissions]);
  return permissionNames.filter((name) => given.has(name));
}

function validatePermissions(role: Role, permissions: readonly Permission[] | null): FieldErrors {
  const ofRole = permissionNames.filter((name) => isGranted(role, name));
  if (permissions === null || permissions.every((name) => ofRole.includes(name))) return {};
  return { permissions: ['is not included in the list', mustBeOneOf(ofRole.map(toEnumName))] };
}

/** Returns an error for an expiry that is not after `now`: to end a key at once, revoke it. */
export function validateExpiry(expiresAt: Date | null | undefined, now: Date): FieldErrors {
  return expiresAt && expiresAt <= now ? { expiresAt: ['must be in the future'] } : {};
}

/** Whether a request from a page of that origin may use a key. Clients outside browsers send no origin. */
export function isOriginAllowed(allowedOrigins: readonly string[], origin: string | undefined): boolean {
  return origin === undefined || allowedOrigins.length === 0 || allowedOrigins.includes(origin);
}
