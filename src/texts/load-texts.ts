import type { Language } from '../platform/language.js';
import type { DashboardTexts } from './server-sections.js';

/** Each language is a file of its own in the bundle of the dashboard. */
const loaders: Record<Language, () => Promise<DashboardTexts>> = {
  en: async () => (await import('./en.js')).en,
  nb: async () => (await import('./nb.js')).nb,
  sv: async () => (await import('./sv.js')).sv,
  da: async () => (await import('./da.js')).da,
  de: async () => (await import('./de.js')).de,
};

/** Loads the texts of a language for the dashboard; those of English for a code that has none. */
export function loadTexts(code: string): Promise<DashboardTexts> {
  const [, load = loaders.en] = Object.entries(loaders).find(([language]) => language === code) ?? [];
  return load();
}
