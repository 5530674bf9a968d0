import { randomBytes } from 'node:crypto';
import { sha256 } from '../../platform/digest.js';

const tokenForm = /^(\d{1,9})-([\w-]{43})$/;
/** In milliseconds: seven days. */
const validFor = 604_800_000;

export interface Invitation {
  /** `{account id}-{32 random bytes}`: what the link holds, and nothing that is stored does. */
  token: string;
  hash: string;
  expiresAt: Date;
}

export function newInvitation(accountId: number, at: Date): Invitation {
  const secret = randomBytes(32).toString('base64url');
  return {
    token: `${accountId}-${secret}`,
    hash: sha256(secret),
    expiresAt: new Date(at.getTime() + validFor),
  };
}

/** The account and the stored hash that a token names, or undefined when it is no token. */
export function readToken(token: string): { accountId: number; hash: string } | undefined {
  const [, accountId, secret] = tokenForm.exec(token) ?? [];
  return accountId && secret ? { accountId: Number(accountId), hash: sha256(secret) } : undefined;
}

/** The page on which a password is chosen. @param address where people find this server */
export function passwordLink(address: string, token: string): string {
  return `${address}/password/${token}`;
}
