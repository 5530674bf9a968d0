import { createHmac, randomInt } from 'node:crypto';
import { isSameSecret } from '../../../platform/digest.js';
import type { VerificationMethod } from '../../account/account.entity.js';
import { AccountVerification, toVerification } from '../../account/account-choices.rules.js';

/** The number of wrong codes after which the private API rejects every code of a booking. */
export const maxWrongCodes = 5;

/** Creates a code of six digits. */
export function createVerificationCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/**
 * Returns the token of a hold that proves that its holder made it: its code is sent again only with the token, so that
 * nobody makes this server send messages to strangers by guessing ids. It reveals neither the code nor the booking's link.
 */
export function createResendToken({ linkSecret }: { linkSecret: string }, bookingId: number): string {
  return createHmac('sha256', linkSecret).update(`resend-code:${bookingId}`).digest('base64url').slice(0, 22);
}

export function isResendToken(token: string, account: { linkSecret: string }, bookingId: number): boolean {
  return isSameSecret(token, createResendToken(account, bookingId));
}

/** Returns how the account verifies holds; undefined if it does not. */
export function toVerificationMethod(account: { verificationMethod: number }): VerificationMethod | undefined {
  const verification = toVerification(account.verificationMethod);
  return verification === AccountVerification.NONE ? undefined : verification;
}
