import type { Language } from './formats.js';
import { en, type Texts } from './texts.en.js';

export type { Texts };

/** The texts of the pages by language. */
export const textsByLanguage: Record<Language, Texts> = { en, sv: en, nb: en };
