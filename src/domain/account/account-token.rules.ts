import { hash, randomBytes } from 'node:crypto';

const tokenForm = /^(\d{1,9})-([\w-]{43})$/;

/** A secret in a URL that needs no other authentication. It contains the account's id, so that a look-up reads only rows of that account. */
export interface AccountToken {
  /** `{account id}-{32 random bytes}`. Part of the URL and never stored. */
  token: string;
  /** Stored, to find the token again. */
  hash: string;
}

export function createAccountToken(accountId: number): AccountToken {
  const secret = randomBytes(32).toString('base64url');
  return { token: `${accountId}-${secret}`, hash: hash('sha256', secret) };
}

/** Parses a token into its account and the hash that is stored. Returns undefined if it is invalid. */
export function parseAccountToken(token: string): { accountId: number; hash: string } | undefined {
  const [, accountId, secret] = tokenForm.exec(token) ?? [];
  return accountId && secret ? { accountId: Number(accountId), hash: hash('sha256', secret) } : undefined;
}
