import { createHmac } from 'node:crypto';
import { type SiteHost, siteAddress } from '../../account/site-address.rules.js';
import type { Booking } from '../../booking/booking.entity.js';
import type { AccountAttributes } from '../../context.js';

type Owner = Pick<AccountAttributes, 'id' | 'secret'>;

/**
 * The page on which an offer of the waitlist is taken; empty if the address is unknown, the account has no public site or
 * there is no offer.
 */
export function waitlistLink(
  address: string,
  account: Pick<AccountAttributes, 'subdomain' | 'publicAccess'>,
  token: string | undefined,
  host: SiteHost,
): string {
  return address && account.publicAccess && token ? `${siteAddress(address, account, host)}/waitlist/${token}` : '';
}

/** The page that verifies a booking; empty if the address is unknown or the booking has no code. */
export function verificationLink(
  address: string,
  account: Owner,
  { id, verificationCode }: Pick<Booking, 'id' | 'verificationCode'>,
): string {
  if (!address || verificationCode === null) return '';
  return `${address}/verify/${account.id}-${id}-${verificationProof(account, id, verificationCode)}`;
}

/** Proves that its holder received the code, without containing the code. */
export function verificationProof({ secret }: Pick<Owner, 'secret'>, bookingId: number, code: string): string {
  return createHmac('sha256', secret).update(`verify-booking:${bookingId}:${code}`).digest('base64url');
}
