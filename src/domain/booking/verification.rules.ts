import { randomInt } from 'node:crypto';
import type { VerificationMethod } from '../account/account.entity.js';
import { AccountVerification, toVerification } from '../account/account-choices.rules.js';

/** The number of wrong codes after which the private API rejects every code of a booking. */
export const maxWrongCodes = 5;

/** Creates a code of six digits. */
export function createVerificationCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Returns how the account verifies holds; undefined if it does not. */
export function toVerificationMethod(account: { verificationMethod: number }): VerificationMethod | undefined {
  const verification = toVerification(account.verificationMethod);
  return verification === AccountVerification.NONE ? undefined : verification;
}
