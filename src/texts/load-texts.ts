import { languageOf } from '../platform/language.js';
import { replaced, toTexts } from './messages.js';
import type { DashboardTexts } from './server-sections.js';
import { isTrade, rewordFor, variantFor } from './trade-words.js';

const variants = {
  'de-appointment': () => import('./variants/de-appointment.json', { with: { type: 'json' } }),
  'fr-appointment': () => import('./variants/fr-appointment.json', { with: { type: 'json' } }),
};

/**
 * Loads the texts of a language for the dashboard; those of English for a code that has none. Each language is a file of
 * its own in the bundle of the dashboard, as are the whole texts of a trade.
 *
 * @param tradeName whose words they have; those of the catalogue for any other text
 */
export async function loadTexts(code: string, tradeName?: string): Promise<DashboardTexts> {
  const language = languageOf(code);
  const trade = isTrade(tradeName) ? tradeName : 'other';
  const variant = variantFor(language, trade);
  const [{ default: catalogue }, own] = await Promise.all([
    import(`./${language}.json`, { with: { type: 'json' } }),
    variant === undefined ? undefined : variants[variant](),
  ]);
  return toTexts(own ? replaced(catalogue, own.default) : catalogue, language, rewordFor(language, trade));
}
