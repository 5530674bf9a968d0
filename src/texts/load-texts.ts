import type { Language } from '../platform/language.js';
import type { Texts } from './en.js';

/** Each language is a file of its own in the bundles of pages. */
const loaders: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en.js')).en,
  nb: async () => (await import('./nb.js')).nb,
  sv: async () => (await import('./sv.js')).sv,
  da: async () => (await import('./da.js')).da,
  de: async () => (await import('./de.js')).de,
};

/** Loads the texts of a language; those of English for a code that has none. */
export function loadTexts(code: string): Promise<Texts> {
  const [, load = loaders.en] = Object.entries(loaders).find(([language]) => language === code) ?? [];
  return load();
}
