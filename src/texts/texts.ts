import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../platform/language.js';
import { projectRoot } from '../platform/project-root.js';
import { type Texts, toTexts } from './messages.js';
import { translator } from './server-messages.js';

export type { Texts };

const loaded = new Map<Language, Texts>();

/** Returns the texts of a language, whose file is read when they are first needed. Code of browsers uses `loadTexts`. */
export function textsIn(language: Language): Texts {
  const known = loaded.get(language);
  if (known) return known;
  const file = join(projectRoot, 'dist', 'src', 'texts', `${language}.json`);
  const texts = toTexts(JSON.parse(readFileSync(file, 'utf8')), language);
  loaded.set(language, texts);
  return texts;
}

const translators = new Map<Language, (message: string) => string>();

/** Translates a message of the server for a page or a mail that the server writes, as the dashboard does. */
export function messageInLanguage(message: string, language: Language): string {
  const translate = translators.get(language) ?? translator(textsIn(language).serverErrors);
  translators.set(language, translate);
  return translate(message);
}
