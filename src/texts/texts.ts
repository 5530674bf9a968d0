import type { Language } from '../platform/language.js';
import { da } from './da.js';
import { de } from './de.js';
import { en, type Texts } from './en.js';
import { nb } from './nb.js';
import { sv } from './sv.js';

export type { Texts };

/** The texts of all pages by language. Code of browsers uses `loadTexts`, which loads one language. */
export const textsByLanguage: Record<Language, Texts> = { en, nb, sv, da, de };
