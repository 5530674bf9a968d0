import { randomInt } from 'node:crypto';
import type { VerificationMethod } from '../account/account.entity.js';

/** The number of wrong codes after which the private API rejects every code of a booking. */
export const maxWrongCodes = 5;

/** Creates a code of six digits. */
export function createVerificationCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Converts the account's `verification_method`: 0 is none, 1 email, 2 SMS. */
export function toVerificationMethod(account: { verificationMethod: number }): VerificationMethod | undefined {
  switch (account.verificationMethod) {
    case 1:
      return 'email';
    case 2:
      return 'sms';
    default:
      return undefined;
  }
}
