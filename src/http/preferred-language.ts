import type { Request } from 'express';
import { type Language, languageCodes, languageOf } from '../platform/language.js';

/** Returns the language that the browser prefers of those of the pages, else that of a locale, such as the account's. */
export function preferredLanguage(request: Request, locale: string): Language {
  const fallback = languageOf(locale);
  if (request.get('accept-language') === undefined) return fallback;
  const accepted = request.acceptsLanguages([fallback, ...languageCodes]);
  return accepted === false ? fallback : languageOf(accepted);
}
