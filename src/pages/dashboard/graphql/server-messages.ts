import type { ServerMessage } from '../../../texts/messages.js';
import { translator } from '../../../texts/server-messages.js';
import { t } from '../texts.js';
import { withinSentence } from '../words.js';

/** Returns a message of the server in the language of the page, or as it is if the catalogue lacks it. */
export const inLanguage = translator(t.serverErrors, withinSentence);

const marks = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, '#']));

/** The words of a message up to its first value, as the server keeps them of a refusal. */
function beginningOf(message: ServerMessage): string {
  const text = typeof message === 'string' ? message : message(marks);
  return (text.split(/[\d#(:]/, 1)[0] ?? '').trim();
}

const beginnings = new Map(
  Object.entries(t.serverErrors).map(([english, text]) => [beginningOf(english), beginningOf(text)]),
);

/** Returns the rule of a refusal, such as `is too long`, in the language of the page. */
export function ruleInLanguage(rule: string): string {
  return beginnings.get(rule) ?? inLanguage(rule);
}
