import { createHmac } from 'node:crypto';
import type { Language } from '../../platform/language.js';
import type { Identifier } from '../person/person.rules.js';

/** The minutes after which a code expires. */
export const codeMinutes = 10;

/** How often a code may be tried, including the successful attempt. */
export const maxCodeAttempts = 5;

/** Hashes a code for storage. The hash is keyed, because all million codes can be hashed in an instant. */
export function hashVisitorCode(secret: string, { value }: Identifier, code: string): string {
  return createHmac('sha256', secret).update(`visitor code:${value}:${code}`).digest('hex');
}

interface CodeText {
  subject: string;
  body: string;
}

const texts: Record<Language, (code: string, account: string) => CodeText> = {
  en: (code, account) => ({
    subject: `Your code for ${account}`,
    body: `${code} is your code to see your bookings at ${account}. It is valid for ${codeMinutes} minutes. If you did not ask for it, ignore this message.`,
  }),
  sv: (code, account) => ({
    subject: `Din kod hos ${account}`,
    body: `${code} är koden för att se dina bokningar hos ${account}. Den gäller i ${codeMinutes} minuter. Bortse från meddelandet om du inte har bett om den.`,
  }),
  nb: (code, account) => ({
    subject: `Koden din hos ${account}`,
    body: `${code} er koden for å se bestillingene dine hos ${account}. Den er gyldig i ${codeMinutes} minutter. Se bort fra meldingen hvis du ikke har bedt om den.`,
  }),
};

/** Returns the message with a code. An SMS has only the body. */
export function visitorCodeText(code: string, account: string, language: Language): CodeText {
  return texts[language](code, account);
}
