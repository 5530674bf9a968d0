import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf, type Wording } from '../platform/language.js';
import { projectRoot } from '../platform/project-root.js';
import { type Catalogue, type Texts, toTexts } from './messages.js';
import { translator } from './server-messages.js';
import { isTrade, rewordFor } from './trade-words.js';

export type { Texts };

const loaded = new Map<string, Texts>();

const readCatalogue = (file: string): Catalogue =>
  JSON.parse(readFileSync(join(projectRoot, 'dist', 'src', 'texts', `${file}.json`), 'utf8'));

/**
 * Returns the texts of a language, whose file is read when they are first needed. Code of browsers uses `loadTexts`.
 *
 * @param wording with a form of address, the messages that differ replace those of the language
 * @param trade of the account, whose words the texts get; those of the catalogue for null
 */
export function textsIn(wording: Wording, trade: string | null = null): Texts {
  const language = languageOf(wording);
  const reword = isTrade(trade) ? rewordFor(language, trade) : undefined;
  const key = reword ? `${wording} ${trade}` : wording;
  const known = loaded.get(key);
  if (known) return known;
  const catalogue = readCatalogue(language);
  const own = wording === language ? catalogue : replaced(catalogue, readCatalogue(`variants/${wording}`));
  const texts = toTexts(own, language, reword);
  loaded.set(key, texts);
  return texts;
}

/** Returns the messages of a catalogue with those that another has in their place. */
function replaced(catalogue: Catalogue, others: Catalogue): Catalogue {
  const parts = Object.entries(others).map(([name, other]) => {
    const part = catalogue[name];
    const isSection = typeof other === 'object' && !Array.isArray(other);
    return [name, isSection && typeof part === 'object' && !Array.isArray(part) ? replaced(part, other) : other];
  });
  return { ...catalogue, ...Object.fromEntries(parts) };
}

const translators = new Map<string, (message: string) => string>();

/** Translates a message of the server for a page or a mail that the server writes, as the dashboard does. */
export function messageInLanguage(message: string, language: Wording, trade: string | null = null): string {
  const key = `${language} ${trade}`;
  const translate = translators.get(key) ?? translator(textsIn(language, trade).serverErrors);
  translators.set(key, translate);
  return translate(message);
}
