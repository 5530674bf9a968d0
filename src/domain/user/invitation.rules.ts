import { randomBytes } from 'node:crypto';
import { sha256 } from '../../platform/digest.js';

const tokenForm = /^(\d{1,9})-([\w-]{43})$/;
/** In milliseconds: seven days. */
const invitationLifetime = 604_800_000;

export interface Invitation {
  /** `{account id}-{32 random bytes}`. Part of the link and never stored. */
  token: string;
  hash: string;
  expiresAt: Date;
}

export function createInvitation(accountId: number, at: Date): Invitation {
  const secret = randomBytes(32).toString('base64url');
  return {
    token: `${accountId}-${secret}`,
    hash: sha256(secret),
    expiresAt: new Date(at.getTime() + invitationLifetime),
  };
}

/** Parses a token into its account and the hash that is stored. Returns undefined if it is invalid. */
export function parseInvitationToken(token: string): { accountId: number; hash: string } | undefined {
  const [, accountId, secret] = tokenForm.exec(token) ?? [];
  return accountId && secret ? { accountId: Number(accountId), hash: sha256(secret) } : undefined;
}

/** The URL of the page on which a user chooses a password. @param address the public base URL of this server */
export function passwordLink(address: string, token: string): string {
  return `${address}/password/${token}`;
}
