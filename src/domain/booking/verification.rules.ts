import { randomInt } from 'node:crypto';
import type { VerificationMethod } from '../account/account.entity.js';

/** After so many wrong codes on the private API it takes no code of the booking any more. */
export const maxWrongCodes = 5;

/** Six digits. */
export function newVerificationCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** The account's `verification_method`: 0 none, 1 email, 2 SMS. */
export function verificationMethodOf(account: { verificationMethod: number }): VerificationMethod | undefined {
  switch (account.verificationMethod) {
    case 1:
      return 'email';
    case 2:
      return 'sms';
    default:
      return undefined;
  }
}
