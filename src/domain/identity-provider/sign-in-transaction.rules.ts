import { hkdfSync } from 'node:crypto';
import { isObject } from '../../platform/accepted.js';
import { Encryption, EncryptionError } from '../../platform/encryption.js';
import type { SignInChecks } from '../../platform/open-id/open-id-providers.js';

/**
 * A sign-in between the redirect to the provider and its answer. It is kept in a cookie of the browser that began it, and
 * not in the database: whoever begins sign-ins without finishing them leaves nothing behind.
 */
export interface SignInTransaction extends SignInChecks {
  /** The provider that was asked. An answer is refused if the account has another one meanwhile. */
  issuer: string;
  clientId: string;
  /** The view of the dashboard that opens afterwards, without its base. */
  view: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** The time that a user may take at the provider, in milliseconds. */
export const transactionAge = 600_000;

/** The account whose sign-in it is. */
interface Owner {
  accountId: number;
  linkSecret: string;
}

const purpose = 'sign-in by identity provider';
const cookieForm = /^(\d{1,9})-(.{1,4000})$/;

/** Returns the text of the cookie: the account, then the sealed transaction. */
export function sealTransaction(owner: Owner, transaction: SignInTransaction): string {
  const sealed = encryptionOf(owner).seal(owner.accountId, purpose, JSON.stringify(transaction));
  return `${owner.accountId}-${sealed}`;
}

/** Returns the account that the text of a cookie names, without checking the rest. */
export function accountOfTransaction(cookie: string): number | undefined {
  const id = cookieForm.exec(cookie)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Returns the transaction in the text of a cookie; undefined if it is forged or too old. */
export function openTransaction(owner: Owner, cookie: string, now: Date): SignInTransaction | undefined {
  const sealed = cookieForm.exec(cookie)?.[2] ?? '';
  // Values without a seal would be returned as they are.
  if (!sealed.startsWith('sealed:')) return undefined;
  try {
    const transaction: unknown = JSON.parse(encryptionOf(owner).open(owner.accountId, purpose, sealed));
    return isTransaction(transaction) && transaction.expiresAt > now.getTime() ? transaction : undefined;
  } catch (error) {
    if (error instanceof EncryptionError) return undefined;
    throw error;
  }
}

/** Each account has a key of its own, so a cookie is valid for one account only. */
function encryptionOf({ linkSecret }: Owner): Encryption {
  return new Encryption([{ id: 'cookie', bytes: new Uint8Array(hkdfSync('sha256', linkSecret, '', purpose, 32)) }]);
}

function isTransaction(value: unknown): value is SignInTransaction {
  if (!isObject(value) || typeof value['expiresAt'] !== 'number') return false;
  const texts = ['state', 'nonce', 'verifier', 'issuer', 'clientId', 'view'];
  return texts.every((name) => typeof value[name] === 'string');
}

/** Paths of views: no dots and no double slashes, so that the address stays below that of the dashboard. */
const viewForm = /^[\w-]{1,63}(\/[\w-]{1,63}){0,5}$/;

/** Returns the view that a request names, or the first one. */
export function viewOf(text: string): string {
  return viewForm.test(text) ? text : '';
}
