import { createHmac, randomInt } from 'node:crypto';

/** For how long a code is good (spec, Perishable token rules). */
export const tokenMinutes = 10;
/** How many codes are tried against one that was sent, the right one among them. */
export const maxTokenAttempts = 5;

/** Five digits. */
export function createPerishableToken(): string {
  return String(randomInt(100_000)).padStart(5, '0');
}

/** What is stored of a code: keyed, as all the codes there are can be hashed in no time. */
export function hashPerishableToken(secret: string, phoneNumber: string, code: string): string {
  return createHmac('sha256', secret).update(`perishable token:${phoneNumber}:${code}`).digest('hex');
}

const texts = {
  en: (code: string, name: string) => `${code} is your code for ${name}. It is valid for ${tokenMinutes} minutes.`,
  sv: (code: string, name: string) => `${code} är din kod hos ${name}. Den gäller i ${tokenMinutes} minuter.`,
  nb: (code: string, name: string) => `${code} er koden din hos ${name}. Den er gyldig i ${tokenMinutes} minutter.`,
};

/**
 * The SMS that brings a code, in the first of the locales that there is a text for.
 *
 * @param name of the account
 */
export function formatPerishableToken(
  code: string,
  name: string,
  locales: readonly (string | null | undefined)[],
): string {
  const languages = locales.map((locale) => locale?.split('-')[0]);
  const language = languages.find((candidate) => candidate === 'en' || candidate === 'sv' || candidate === 'nb');
  return texts[language ?? 'en'](code, name);
}
