import { languageOf } from '../../platform/language.js';
import { textsIn } from '../../texts/texts.js';
import { type AccountToken, createAccountToken } from '../account/account-token.rules.js';

/** The occasion on which a user is sent a link to choose a password. */
export type LinkPurpose = 'invitation' | 'reset';

/** The occasion on which a user is sent a link: also to sign in by the identity provider of the account. */
type TextPurpose = LinkPurpose | 'provider';

/** In milliseconds: seven days for a new user, an hour for a user who has forgotten the password. */
const lifetimes = { invitation: 604_800_000, reset: 3_600_000 } as const satisfies Record<LinkPurpose, number>;

export interface Invitation extends AccountToken {
  expiresAt: Date;
}

export function createInvitation(accountId: number, at: Date, purpose: LinkPurpose): Invitation {
  return { ...createAccountToken(accountId), expiresAt: new Date(at.getTime() + lifetimes[purpose]) };
}

/** The URL of the page on which a user chooses a password. @param address the public base URL of this server */
export function passwordLink(address: string, token: string): string {
  return `${address}/password/${token}`;
}

/** The URL at which a user signs in by the identity provider of the account. */
export function providerLink(address: string, subdomain: string): string {
  return `${address}/dashboard/sign-in/${subdomain}`;
}

interface InvitationText {
  subject: string;
  body: string;
}

interface Names {
  user: string;
  account: string;
  link: string;
}

/** The email with a link to choose a password, or to sign in by the identity provider. English for an unknown locale. */
export function getInvitationText(purpose: TextPurpose, locale: string, names: Names): InvitationText {
  const { subject, body } = textsIn(languageOf(locale)).messages.invitation[purpose];
  return { subject: typeof subject === 'string' ? subject : subject(names), body: body(names) };
}
