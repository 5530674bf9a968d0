import type { Language } from '../../../platform/language.js';
import { en, type Texts } from './texts.en.js';
import { nb } from './texts.nb.js';
import { sv } from './texts.sv.js';

export type { Texts };

/** The texts of the pages by language. */
export const textsByLanguage: Record<Language, Texts> = { en, sv, nb };
