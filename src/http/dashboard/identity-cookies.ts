import type { IncomingMessage } from 'node:http';
import type { CookieOptions, Response } from 'express';
import { transactionAge } from '../../domain/identity-provider/sign-in-transaction.rules.js';
import { sessionHours } from '../../domain/user/session.actions.js';
import { cookieOf } from '../cookies.js';

/**
 * The cookies of a sign-in by an identity provider: the transaction, while the user is at the provider, and afterwards a
 * mark that signing out ends the session there, too. With HTTPS their names have a prefix, so that no other host of the
 * domain can set them: it could sign a visitor in as somebody else.
 *
 * @param address the public base URL of this server
 */
export function identityCookies(address: string) {
  const isSecure = address.startsWith('https:');
  const prefix = isSecure ? '__Host-' : '';
  const [transaction, mark] = [`${prefix}booking_sign_in`, `${prefix}booking_provider`];
  const attributes: CookieOptions = { httpOnly: true, path: '/', secure: isSecure, encode: String };
  // The provider redirects from its site to this one: browsers would not send a strict cookie.
  const lax: CookieOptions = { ...attributes, sameSite: 'lax' };
  const strict: CookieOptions = { ...attributes, sameSite: 'strict' };
  return {
    transactionIn: (request: IncomingMessage) => cookieOf(request, transaction) ?? '',
    setTransaction: (response: Response, text: string) =>
      void response.cookie(transaction, text, { ...lax, maxAge: transactionAge }),
    clearTransaction: (response: Response) => void response.clearCookie(transaction, lax),
    setMark: (response: Response) => void response.cookie(mark, '1', { ...strict, maxAge: sessionHours * 3_600_000 }),
    /** Returns whether there was a mark. */
    clearMark: (request: IncomingMessage, response: Response): boolean => {
      const isMarked = cookieOf(request, mark) !== undefined;
      if (isMarked) response.clearCookie(mark, strict);
      return isMarked;
    },
  };
}
