import { createHmac } from 'node:crypto';
import type { AccountAttributes } from '../../account-attributes.js';
import type { Booking } from '../../booking/booking.entity.js';

type Owner = Pick<AccountAttributes, 'id' | 'secret'>;

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
