import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { sessionHours } from '../domain/user/session.actions.js';
import { isSameSecret } from '../platform/digest.js';
import { cookieOf } from './cookies.js';
import { scopeOf } from './request-scope.js';
import { isOwnPage } from './request-source.js';

/** Reads the key from `Authorization`: Bearer, or deprecated, Basic with the key as user name (spec, Authentication). */
export function credentialsOf(header: string | undefined): string | undefined {
  const [scheme = '', value = ''] = header?.trim().split(/\s+/) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value;
    case 'basic':
      return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
    default:
      return undefined;
  }
}

/** The cookie with the key of a session that a user began on the dashboard. */
const plainCookie = 'booking_session';
/**
 * Its name over HTTPS. Browsers accept a cookie with this prefix only from this host, over HTTPS and for all paths, so that
 * neither another subdomain nor a page without encryption can replace it. The plain name is not read there, or it would be
 * the way around; a session in it from before has to be begun again.
 */
const hostCookie = `__Host-${plainCookie}`;

/** Returns the key in the session cookie without checking it. */
export function sessionKeyOf(request: IncomingMessage): string | undefined {
  return cookieOf(request, cookieNameFor(request));
}

/**
 * Returns the key with which a request authenticates: that of `Authorization`, else that of the session cookie. The
 * cookie is used only if a page of this server sent the request with the CSRF token of the session in `X-CSRF-Token`,
 * because browsers also add the cookie to requests of other pages.
 */
export function requestKeyOf(request: IncomingMessage): string | undefined {
  const { authorization } = request.headers;
  return authorization === undefined ? confirmedSessionKeyOf(request) : credentialsOf(authorization);
}

/** Returns the key of the session cookie if a page of this server sent the request with the CSRF token of the session. */
export function confirmedSessionKeyOf(request: IncomingMessage): string | undefined {
  const key = sessionKeyOf(request);
  const token = request.headers['x-csrf-token'];
  if (key === undefined || typeof token !== 'string' || !isOwnPage(request)) return undefined;
  return isSameSecret(token, csrfTokenOf(key)) ? key : undefined;
}

/** Derives the CSRF token of a session from its key, so that nothing needs to be stored. It does not reveal the key. */
export function csrfTokenOf(key: string): string {
  return createHmac('sha256', key).update('csrf').digest('base64url');
}

/** Stores the key of a new session in the browser, for as long as the session is valid. Scripts cannot read it. */
export function setSessionCookie(request: IncomingMessage, response: Response, key: string): void {
  response.cookie(cookieNameFor(request), key, { ...attributesFor(request), maxAge: sessionHours * 3_600_000 });
}

export function clearSessionCookie(request: IncomingMessage, response: Response): void {
  response.clearCookie(cookieNameFor(request), attributesFor(request));
}

function attributesFor(request: IncomingMessage) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure(request) } as const;
}

function cookieNameFor(request: IncomingMessage): string {
  return isSecure(request) ? hostCookie : plainCookie;
}

/** Whether cookies are secure. Browsers send those only over HTTPS, so they are not if this server is opened without. */
export function isSecure(request: IncomingMessage): boolean {
  const { address, namedAddress } = scopeOf(request);
  return [address, namedAddress].some((url) => url.startsWith('https:'));
}
