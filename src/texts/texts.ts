import type { Language } from '../platform/language.js';
import { da } from './da.js';
import { de } from './de.js';
import { en, type Texts } from './en.js';
import { nb } from './nb.js';
import { translator } from './server-messages.js';
import { sv } from './sv.js';

export type { Texts };

/** The texts of all pages by language. Code of browsers uses `loadTexts`, which loads one language. */
export const textsByLanguage: Record<Language, Texts> = { en, nb, sv, da, de };

const translators = new Map<Language, (message: string) => string>();

/** Translates a message of the server for a page or a mail that the server writes, as the dashboard does. */
export function messageInLanguage(message: string, language: Language): string {
  const translate = translators.get(language) ?? translator(textsByLanguage[language].serverErrors);
  translators.set(language, translate);
  return translate(message);
}
