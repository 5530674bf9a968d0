import { domainToASCII } from 'node:url';
import type { FieldErrors } from '../../platform/errors.js';
import { hasDirectionOverride } from '../../platform/text.js';
import type { AccountAttributes, MailSettings } from '../context.js';
import { hasControls } from '../text/contact-details.js';

/** The name and the address in the `From` of emails. */
export interface MailSender {
  name: string;
  address: string;
}

type Owner = Pick<AccountAttributes, 'name' | 'email' | 'mailFrom' | 'mailFromName'>;

/**
 * Returns who sends the emails of an account: its own sender if its domain is allowed, else the operator's address
 * (`MAIL_FROM`), else the email address of the account. The domain is checked again, because the operator may have removed it
 * since the address was set. The name is always that of the account.
 */
export function mailSender(
  { name, email, mailFrom, mailFromName }: Owner,
  { from, fromDomains = [] }: MailSettings = {},
): MailSender {
  const isAllowed = mailFrom !== null && isInDomains(mailFrom, fromDomains);
  return { name: mailFromName || name, address: isAllowed ? mailFrom : (from ?? email) };
}

/** Returns where replies go; undefined if that is the address of the sender. */
export function replyAddress(
  { email, replyTo }: Pick<AccountAttributes, 'email' | 'replyTo'>,
  sender: MailSender,
): string | undefined {
  const address = replyTo ?? email;
  return address === sender.address ? undefined : address;
}

/** Validates an address from which an account wants to send. @param mailFrom is an email address */
export function validateMailFrom(mailFrom: string, { fromDomains = [] }: MailSettings = {}): FieldErrors {
  if (isInDomains(mailFrom, fromDomains)) return {};
  const reason =
    fromDomains.length === 0
      ? 'must be empty: the operator of this server allows no domains of accounts'
      : `must be in a domain that the operator of this server allows: ${fromDomains.join(', ')}`;
  return { mailFrom: ['is not allowed', reason] };
}

/** Validates the name of a sender. */
export function validateMailFromName(name: string | null | undefined): FieldErrors {
  return name && (hasControls(name) || hasDirectionOverride(name)) ? { mailFromName: ['is invalid'] } : {};
}

/** Subdomains are not included. */
function isInDomains(address: string, domains: readonly string[]): boolean {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1));
  return domain !== '' && domains.some((allowed) => domainToASCII(allowed) === domain);
}
