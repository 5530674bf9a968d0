import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf, type Wording } from '../platform/language.js';
import { projectRoot } from '../platform/project-root.js';
import { type Catalogue, replaced, type Texts, toTexts } from './messages.js';
import { translator } from './server-messages.js';
import { rewordFor, tradeOf, variantsOf } from './trade-words.js';

export type { Texts };

const loaded = new Map<string, Texts>();

const readCatalogue = (file: string): Catalogue =>
  JSON.parse(readFileSync(join(projectRoot, 'dist', 'src', 'texts', `${file}.json`), 'utf8'));

/** Returns the texts of a wording, whose files are read when they are first needed. Code of browsers uses `loadTexts`. */
export function textsIn(wording: Wording): Texts {
  const known = loaded.get(wording);
  if (known) return known;
  const language = languageOf(wording);
  const trade = tradeOf(wording);
  const catalogues = [language, ...variantsOf(wording).map((name) => `variants/${name}`)].map(readCatalogue);
  const texts = toTexts(catalogues.reduce(replaced), language, rewordFor(language, trade));
  loaded.set(wording, texts);
  return texts;
}

const translators = new Map<string, (message: string) => string>();

/** Translates a message of the server for a page or a mail that the server writes, as the dashboard does. */
export function messageInLanguage(message: string, wording: Wording): string {
  const translate = translators.get(wording) ?? translator(textsIn(wording).serverErrors);
  translators.set(wording, translate);
  return translate(message);
}
