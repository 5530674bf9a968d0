import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../platform/language.js';
import { projectRoot } from '../platform/project-root.js';
import { type Texts, toTexts } from './messages.js';
import { translator } from './server-messages.js';
import { isTrade, rewordFor } from './trade-words.js';

export type { Texts };

const loaded = new Map<string, Texts>();

/**
 * Returns the texts of a language, whose file is read when they are first needed. Code of browsers uses `loadTexts`.
 *
 * @param trade of the account, whose words the texts get; those of the catalogue for null
 */
export function textsIn(language: Language, trade: string | null = null): Texts {
  const reword = isTrade(trade) ? rewordFor(language, trade) : undefined;
  const key = reword ? `${language} ${trade}` : language;
  const known = loaded.get(key);
  if (known) return known;
  const file = join(projectRoot, 'dist', 'src', 'texts', `${language}.json`);
  const texts = toTexts(JSON.parse(readFileSync(file, 'utf8')), language, reword);
  loaded.set(key, texts);
  return texts;
}

const translators = new Map<string, (message: string) => string>();

/** Translates a message of the server for a page or a mail that the server writes, as the dashboard does. */
export function messageInLanguage(message: string, language: Language, trade: string | null = null): string {
  const key = `${language} ${trade}`;
  const translate = translators.get(key) ?? translator(textsIn(language, trade).serverErrors);
  translators.set(key, translate);
  return translate(message);
}
