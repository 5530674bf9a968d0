import { hash, randomBytes } from 'node:crypto';
import { toBase32 } from './totp.rules.js';

/** The number of codes that a user gets at once. */
export const recoveryCodeCount = 10;

/** Creates codes such as `k3td-9xqp-…`. Each has 80 random bits, so that a fast digest is enough to store it. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    toBase32(randomBytes(10))
      .toLowerCase()
      .replaceAll(/.{4}(?!$)/g, '$&-'),
  );
}

/** Hashes a code for storage. Case, spaces and hyphens do not matter. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', plainCode(code));
}

/** Returns an entered code without spaces and hyphens, in lower case. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}
