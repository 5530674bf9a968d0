import { languageOf } from '../platform/language.js';
import { toTexts } from './messages.js';
import type { DashboardTexts } from './server-sections.js';

/**
 * Loads the texts of a language for the dashboard; those of English for a code that has none. Each language is a file of
 * its own in the bundle of the dashboard.
 */
export async function loadTexts(code: string): Promise<DashboardTexts> {
  const language = languageOf(code);
  const { default: catalogue } = await import(`./${language}.json`, { with: { type: 'json' } });
  return toTexts(catalogue, language);
}
