import { t } from '../texts.js';

/** The messages of the server with a value, as patterns. */
const patterns = Object.entries(t.serverErrors).map(([english, text]) => {
  const parts = english.split('#').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return { pattern: new RegExp(`^${parts.join('(.+?)')}$`), text };
});

/** Returns a message of the server in the language of the page, or as it is if the catalogue lacks it. */
export function inLanguage(message: string): string {
  for (const { pattern, text } of patterns) {
    const values = pattern.exec(message)?.slice(1);
    if (values) return text.replaceAll('#', () => values.shift() ?? '');
  }
  return message;
}
