import { createHmac, randomInt } from 'node:crypto';
import { languageOf } from '../../platform/language.js';

/** The minutes after which a code expires (spec, Perishable token rules). */
export const tokenMinutes = 10;
/** The maximum of attempts to verify a code, including the successful one. */
export const maxTokenAttempts = 5;

/** Creates a code of five digits. */
export function createPerishableToken(): string {
  return String(randomInt(100_000)).padStart(5, '0');
}

/** Hashes a code for storage. The hash is keyed, because all 100,000 codes can be hashed in an instant. */
export function hashPerishableToken(secret: string, phoneNumber: string, code: string): string {
  return createHmac('sha256', secret).update(`perishable token:${phoneNumber}:${code}`).digest('hex');
}

const texts = {
  en: (code: string, name: string) => `${code} is your code for ${name}. It is valid for ${tokenMinutes} minutes.`,
  sv: (code: string, name: string) => `${code} är din kod hos ${name}. Den gäller i ${tokenMinutes} minuter.`,
  nb: (code: string, name: string) => `${code} er koden din hos ${name}. Den er gyldig i ${tokenMinutes} minutter.`,
};

/**
 * The text of the SMS with a code, in the first locale that is supported, or in English.
 *
 * @param name the name of the account
 */
export function formatPerishableToken(
  code: string,
  name: string,
  locales: readonly (string | null | undefined)[],
): string {
  return texts[languageOf(...locales)](code, name);
}
