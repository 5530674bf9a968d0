/** The languages of built-in texts and of pages. */
export const languages = ['en', 'sv', 'nb'] as const;
export type Language = (typeof languages)[number];

/** The language that serves each language code. Norwegian has several, of which people and browsers send any. */
const languageByCode = new Map<string, Language>([
  ['en', 'en'],
  ['sv', 'sv'],
  ['nb', 'nb'],
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
