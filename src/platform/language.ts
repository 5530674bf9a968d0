import { languageNames } from './language-names.js';

export { languageNames };
export type Language = keyof typeof languageNames;

/** The wording of texts: a language, or `de-du`, German that addresses its reader by “du”. */
export type Wording = Language | 'de-du';

const isLanguage = (code: string): code is Language => Object.hasOwn(languageNames, code);
export const languages = Object.keys(languageNames).filter(isLanguage);

/** The codes of the languages as a text for people: in backticks, with “or” before the last. */
export const languageList = languages
  .map((code) => `\`${code}\``)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ');

/** The language that serves each language code. Norwegian has several, of which people and browsers send any. */
const languageByCode = new Map<string, Language>([
  ...languages.map((language) => [language, language] as const),
  ['nn', 'nb'],
  ['no', 'nb'],
]);

/** The codes that have a language. */
export const languageCodes = [...languageByCode.keys()];

/** Returns the language of the first locale that has one, such as `sv` or `nn-NO`; English if none has. */
export function languageOf(...locales: readonly (string | null | undefined)[]): Language {
  const found = locales.map((locale) => languageByCode.get(locale?.split(/[-_]/)[0]?.toLowerCase() ?? ''));
  return found.find((language) => language !== undefined) ?? 'en';
}

/** Returns the wording of texts for customers of an account. Users and the account itself are addressed formally. */
export function wordingFor(language: Language, { informalGerman }: { readonly informalGerman: boolean }): Wording {
  return language === 'de' && informalGerman ? 'de-du' : language;
}
