import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../platform/secrets.js';

/** In seconds: the time for which an app shows a code. */
const period = 30;
const digits = 6;
/** The steps of time before and after the current one whose codes are accepted, for clocks that differ and slow typing. */
const window = 1;

/** Creates the secret of a user's app: 20 random bytes, the length of the hash (RFC 4226, section 4). */
export function createTotpSecret(): Buffer {
  return randomBytes(20);
}

/** Returns the code of a step of time, six digits (RFC 4226, section 5.3; RFC 6238). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the number of the step of time that contains an instant: steps since 1970. */
export function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1_000 / period);
}

/** Returns the step of time around `now` that has that code. Undefined if none has it. */
export function findStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const current = stepAt(now);
  const steps = Array.from({ length: 2 * window + 1 }, (_, index) => current - window + index);
  return steps.find((step) => isSameSecret(code, totpCode(secret, step)));
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Writes bytes in Base32 without padding (RFC 4648), as apps expect secrets and as recovery codes are written. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{1,5}/g, (group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2)));
}

/** Returns the address that an app reads from a QR code. @param issuer the name of the account, which the app shows */
export function totpUri(secret: Uint8Array, issuer: string, email: string): string {
  const label = `${encodeURIComponent(issuer.replaceAll(':', ' '))}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret: toBase32(secret), issuer })}`;
}
