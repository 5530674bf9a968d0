import { languageNames } from './language-names.js';

export { languageNames };
export type Language = keyof typeof languageNames;

/**
 * The wording of texts: a language, `de-du` for German that addresses its reader by “du”, and one of these with the trade whose
 * words it has, such as `de-du-salon`.
 */
export type Wording = Language | `${Language}-${string}`;

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

/** Returns the wording of texts for users of an account, and for the account itself, who are addressed formally. */
export function ownWordingFor(language: Language, { trade }: { readonly trade: string | null }): Wording {
  return trade === null || trade === 'other' ? language : `${language}-${trade}`;
}

/** Returns the wording of texts for customers of an account. */
export function wordingFor(
  language: Language,
  { informalGerman, trade }: { readonly informalGerman: boolean; readonly trade: string | null },
): Wording {
  const own = ownWordingFor(language, { trade });
  return language === 'de' && informalGerman ? (`de-du${own.slice(2)}` as const) : own;
}
