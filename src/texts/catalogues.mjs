import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** The language in which texts are written first. Its messages decide which values the others have. */
const original = 'en';

/** Returns the catalogues of a folder by the codes of their languages, in the order of the names of these. */
export function readCatalogues(folder) {
  const codes = readdirSync(folder).flatMap((file) => /^([a-z]{2,3})\.json$/.exec(file)?.[1] ?? []);
  const catalogues = codes.map((code) => [code, JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8'))]);
  const nameOf = ([code, { languageName }]) => languageName ?? code;
  return Object.fromEntries(catalogues.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)));
}

/** Returns the messages of a catalogue by path, such as `booking.title`. */
export function messagesOf(part, path = '') {
  if (typeof part === 'string') return [[path, part]];
  return Object.entries(part).flatMap(([name, inner]) => messagesOf(inner, path === '' ? name : `${path}.${name}`));
}

const isChoice = ({ type }) => type === TYPE.plural || type === TYPE.select;

/** Returns the elements of a message, with those of the branches of its plurals. */
const elementsOf = (elements) =>
  elements.flatMap((element) => [
    element,
    ...(isChoice(element) ? Object.values(element.options).flatMap(({ value }) => elementsOf(value)) : []),
  ]);

/**
 * Returns the type of each value of a message, by its name.
 *
 * @throws Error if the message is not valid, or formats a value in a way that texts have no type for
 */
export function valuesOf(message) {
  const values = {};
  for (const { type, value } of elementsOf(parse(message))) {
    if (type === TYPE.literal || type === TYPE.pound) continue;
    if (type === TYPE.tag || type === TYPE.date || type === TYPE.time) throw new Error(`${value}: tags and dates`);
    const isNumber = type === TYPE.plural || type === TYPE.number;
    if (isNumber || !(value in values)) values[value] = isNumber ? 'number' : 'Value';
  }
  return Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns what is wrong with catalogues: each sentence names the language and the path of the message. */
export function problemsOf(catalogues) {
  const originals = new Map(messagesOf(catalogues[original]));
  return Object.entries(catalogues).flatMap(([code, catalogue]) => {
    const messages = new Map(messagesOf(catalogue));
    const missing = [...originals.keys()].filter((path) => !messages.has(path)).map((path) => `${path} is missing`);
    const found = [...messages].flatMap(([path, message]) => problemsOfMessage(code, path, message, originals));
    return [...missing, ...found].map((problem) => `${code}.json: ${problem}`);
  });
}

/** Returns what is wrong with a message, whose values are those of the original ones. */
export function problemsOfMessage(code, path, message, originals, file = `${original}.json`) {
  const first = originals.get(path);
  if (first === undefined) return [`${path} is not in ${file}`];
  if (message.trim() === '' && first.trim() !== '') return [`${path} is empty`];
  try {
    const [values, expected] = [message, first].map((text) => Object.keys(valuesOf(text)));
    // A language may need fewer values in a message of the server, which has a sentence for each of few cases.
    const isLeftOut = (name) => !path.startsWith('serverErrors.') && !values.includes(name);
    const problems = [
      ...values.filter((name) => !expected.includes(name)).map((name) => `${path} has the unknown value {${name}}`),
      ...expected.filter(isLeftOut).map((name) => `${path} lacks the value {${name}}`),
    ];
    return [...problems, ...pluralProblemsOf(code, message).map((problem) => `${path} ${problem}`)];
  } catch (error) {
    return [`${path} is not valid: ${error.message}`];
  }
}

/** A plural has a branch for each form of the language, and no other than of exact numbers such as `=0`. */
function pluralProblemsOf(code, message) {
  const plurals = elementsOf(parse(message)).filter(({ type }) => type === TYPE.plural);
  return plurals.flatMap(({ value, pluralType, options }) => {
    const forms = new Intl.PluralRules(code, { type: pluralType }).resolvedOptions().pluralCategories;
    const own = Object.keys(options).filter((form) => !form.startsWith('='));
    return [
      ...forms.filter((form) => !own.includes(form)).map((form) => `lacks the form “${form}” of the plural {${value}}`),
      ...own.filter((form) => !forms.includes(form)).map((form) => `has “${form}”, a form that the language lacks`),
    ];
  });
}

/** Returns the contents of the files that follow from the catalogues, by their paths below `src`. */
export function derivedFiles(catalogues) {
  const names = Object.entries(catalogues).map(([code, { languageName }]) => `  ${code}: '${languageName}',\n`);
  const values = messagesOf(catalogues[original]).flatMap(([path, message]) => {
    // Messages of the server are looked up by what it has sent.
    const types = path.startsWith('serverErrors.') ? [] : Object.entries(valuesOf(message));
    const properties = types.map(([name, type]) => `${name}: ${type}`).join('; ');
    return types.length === 0 ? [] : `  '${path}': { ${properties} };\n`;
  });
  return {
    'platform/language-names.ts': `// Written by \`npm run -s texts\` from the names of the files in src/texts.

/** The languages of built-in texts and of pages, each with its own name. */
export const languageNames = {\n${names.join('')}} as const;\n`,
    'texts/message-values.ts': `// Written by \`npm run -s texts\` from en.json.

/** A value that a message has as it is. The number of a plural is a number. */
export type Value = string | number;

/** The values of each message that has some, by its path. */
export interface MessageValues {\n${values.join('')}}\n`,
  };
}
