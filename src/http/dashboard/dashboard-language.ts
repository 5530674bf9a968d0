import type { Request, Response } from 'express';
import { type Language, languages } from '../../platform/language.js';
import { isTrade, type TradeName } from '../../texts/trade-words.js';
import { cookieOf } from '../cookies.js';
import { preferredLanguage } from '../preferred-language.js';
import { isSecure } from '../request-authentication.js';

/** The language of the user who signed in last with this browser. It needs no prefix: only names of languages are read. */
const cookie = 'booking_language';
/** The trade of the account of that user. */
const tradeCookie = 'booking_trade';
const yearMs = 31_536_000_000;

/**
 * Returns the language of the page: of the user who is or was signed in, else the one that the browser prefers. It is kept in a
 * cookie, so that the page, which has no rate limit, needs no request to the database.
 */
export function dashboardLanguage(request: Request): Language {
  const kept = cookieOf(request, cookie);
  return languages.find((language) => language === kept) ?? preferredLanguage(request, 'en');
}

/** Keeps the language of a user for the next page, unless that would have it anyway. */
export function keepLanguage(request: Request, response: Response, language: Language): void {
  if (dashboardLanguage(request) !== language) keepForPage(request, response, cookie, language);
}

/** Returns the trade of the account that was used last with this browser, whose words the page has. */
export function dashboardTrade(request: Request): TradeName {
  const kept = cookieOf(request, tradeCookie);
  return isTrade(kept) ? kept : 'other';
}

/** Keeps the trade of an account for the next page, unless that would have it anyway. */
export function keepTrade(request: Request, response: Response, trade: TradeName): void {
  if (dashboardTrade(request) !== trade) keepForPage(request, response, tradeCookie, trade);
}

function keepForPage(request: Request, response: Response, name: string, value: string): void {
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(request) } as const;
  response.cookie(name, value, { ...attributes, maxAge: yearMs });
}
