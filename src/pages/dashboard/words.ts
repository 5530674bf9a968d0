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
