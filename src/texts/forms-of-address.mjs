import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesOf, problemsOfMessage } from './catalogues.mjs';

/** The messages that customers read. Those of messages to users and to the account are not. */
const readByCustomers =
  /^(?:booking|basket|shop|myBookings|verification)\.|^messages\.(?!timeOff\.|invitation\.|pausedWebHook\.|.*notification\.)/;

/** The catalogues in `variants`, with the words by which their language and they themselves address the reader. */
const forms = {
  'de-du': {
    language: 'de',
    replaced: /\b(?:Sie|Ihr(?:e[mnrs]?)?|Ihnen)\b/,
    own: /\b(?:[Dd]u|[Dd]ir|[Dd]ich|[Dd]ein(?:e[mnrs]?)?|[Ee]uch|[Ee]u(?:er|re[mnrs]?))\b/,
  },
};

/** Returns the catalogues of forms of address by their names, such as `de-du`. */
export function readVariants(folder) {
  const read = (name) => JSON.parse(readFileSync(join(folder, 'variants', `${name}.json`), 'utf8'));
  return Object.fromEntries(Object.keys(forms).map((name) => [name, read(name)]));
}

/** Returns what is wrong with forms of address: a message that has no counterpart, or one that mixes the forms. */
export function problemsOfVariants(catalogues, variants) {
  return Object.entries(variants).flatMap(([name, variant]) => {
    const { language, replaced, own } = forms[name];
    const messages = new Map(messagesOf(catalogues[language]));
    const counterparts = new Map(messagesOf(variant));
    const lacking = [...messages]
      .filter(([path, message]) => readByCustomers.test(path) && replaced.test(message) && !counterparts.has(path))
      .map(([path]) => `${name}.json: ${path} is missing`);
    const mixed = [...messages]
      .filter(([path, message]) => !path.startsWith('serverErrors.') && own.test(message))
      .map(([path]) => `${language}.json: ${path} has the form of address of ${name}.json`);
    const found = [...counterparts].flatMap(([path, message]) => [
      ...problemsOfMessage(language, path, message, messages, `${language}.json`),
      ...(message === messages.get(path) ? [`${path} is the same in ${language}.json`] : []),
      ...(replaced.test(message) ? [`${path} has the form of address of ${language}.json`] : []),
      ...(readByCustomers.test(path) ? [] : [`${path} is not read by customers`]),
    ]);
    return [...lacking, ...mixed, ...found.map((problem) => `${name}.json: ${problem}`)];
  });
}
