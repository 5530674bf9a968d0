import { languageOf } from '../platform/language.js';
import { toTexts } from './messages.js';
import type { DashboardTexts } from './server-sections.js';
import { isTrade, rewordFor } from './trade-words.js';

/**
 * Loads the texts of a language for the dashboard; those of English for a code that has none. Each language is a file of
 * its own in the bundle of the dashboard.
 *
 * @param trade whose words they have; those of the catalogue for any other text
 */
export async function loadTexts(code: string, trade?: string): Promise<DashboardTexts> {
  const language = languageOf(code);
  const { default: catalogue } = await import(`./${language}.json`, { with: { type: 'json' } });
  return toTexts(catalogue, language, isTrade(trade) ? rewordFor(language, trade) : undefined);
}
