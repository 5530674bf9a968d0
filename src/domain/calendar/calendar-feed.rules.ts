import { randomBytes } from 'node:crypto';
import { sha256 } from '../../platform/digest.js';

const tokenForm = /^(\d{1,9})-([\w-]{43})$/;

export interface FeedToken {
  /** `{account id}-{32 random bytes}`: what the address holds, and nothing that is stored does. */
  token: string;
  hash: string;
}

export function newFeedToken(accountId: number): FeedToken {
  const secret = randomBytes(32).toString('base64url');
  return { token: `${accountId}-${secret}`, hash: sha256(secret) };
}

/** The account and the stored hash that a token names, or undefined when it is no token. */
export function readFeedToken(token: string): { accountId: number; hash: string } | undefined {
  const [, accountId, secret] = tokenForm.exec(token) ?? [];
  return accountId && secret ? { accountId: Number(accountId), hash: sha256(secret) } : undefined;
}
