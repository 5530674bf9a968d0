import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';

/** Whether a message in ICU MessageFormat has values, or quotes characters that would otherwise begin one. */
const hasValues = (message: string): boolean => message.replaceAll(/'[{}<][^']*'/g, '').includes('{');
const hasQuotes = (message: string): boolean => /'['{}<]/.test(message);

/**
 * Returns the text of a message without values, and a function that compiles one with values. It is called when the message is
 * first used, because compiling all messages of a language takes 27 ms. The bundle of the dashboard has messages that are
 * compiled already, and not this module: see `src/pages/build.mjs`.
 */
export function readMessage(message: string): string | (() => CompiledMessage) {
  if (!hasValues(message)) return hasQuotes(message) ? String(compile(message)) : message;
  let compiled: CompiledMessage | undefined;
  return () => (compiled ??= compile(message));
}
