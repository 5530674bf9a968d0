import { randomInt, timingSafeEqual } from 'node:crypto';

/** Whether a text that a client sent is the expected secret. Takes the same time however much of it is right. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Creates a secret of decimal digits, for people to type. */
export function randomDigits(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0');
}
