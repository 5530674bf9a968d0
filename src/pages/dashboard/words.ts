import { t } from './texts.js';

const knownWords: ReadonlyMap<string, string> = new Map(Object.entries(t.words));

/**
 * The name of a state, a kind, a change or an attribute in the language of the page: `Booked from` for `bookedFrom` and for
 * `booked_from`. A name that the catalogue lacks is in English.
 */
export function inWords(name: string): string {
  const key = name
    .replaceAll('.', '_')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();
  const known = knownWords.get(key);
  if (known !== undefined) return known;
  const words = key.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name as it stands within a sentence: in small letters, except in German, which writes nouns with capital ones. */
export function withinSentence(name: string): string {
  const words = inWords(name);
  const isGerman = typeof document !== 'undefined' && document.documentElement.lang === 'de';
  return isGerman ? words : words.toLowerCase();
}
