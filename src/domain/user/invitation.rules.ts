import { type AccountToken, createAccountToken } from '../account/account-token.rules.js';

/** In milliseconds: seven days. */
const invitationLifetime = 604_800_000;

export interface Invitation extends AccountToken {
  expiresAt: Date;
}

export function createInvitation(accountId: number, at: Date): Invitation {
  return { ...createAccountToken(accountId), expiresAt: new Date(at.getTime() + invitationLifetime) };
}

/** The URL of the page on which a user chooses a password. @param address the public base URL of this server */
export function passwordLink(address: string, token: string): string {
  return `${address}/password/${token}`;
}
