import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { isPublicAddress } from '../platform/outbound/addresses.js';
import { scopeOf } from './request-scope.js';

/** Whether a page of this server or of `origins`, or a program, opens a WebSocket. Programs send no origin. */
export function isAllowedOrigin(request: IncomingMessage, origins: readonly string[]): boolean {
  const { origin } = request.headers;
  return origin === undefined || origins.includes(origin) || isOwnOrigin(request, origin);
}

/**
 * Whether a page of this server sent a request, by the headers that pages cannot set. Browsers send `Sec-Fetch-Site` to
 * HTTPS and local addresses only, so `Origin` is read, too.
 */
export function isOwnPage(request: IncomingMessage): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined ? site !== undefined : isOwnOrigin(request, origin);
}

function isOwnOrigin(request: IncomingMessage, origin: string): boolean {
  const { namedAddress, address } = scopeOf(request);
  // Compares hosts only: behind a proxy that is not trusted, the scheme is unknown.
  const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);
  const host = hostOf(origin);
  return host !== undefined && [namedAddress, address].some((own) => hostOf(own) === host);
}

/** Whether a request comes from this machine or a private network, and through no proxy that is not trusted. */
export function isInternal(request: IncomingMessage, trustedHops: number): boolean {
  const isForwarded = trustedHops === 0 && request.headers['x-forwarded-for'] !== undefined;
  return !isForwarded && !isPublicAddress(scopeOf(request).clientAddress);
}

const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Link, Current-Page, Page-Items, Total-Count, Total-Pages, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, X-Request-Id, ETag',
};

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT',
  // `*` does not include Authorization.
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Max-Age': '86400',
};

/** Allows requests from pages of any origin, without cookies, and answers preflight requests. */
export const openToAllOrigins: RequestHandler = (request, response, next) => {
  response.set(headers);
  if (request.method === 'OPTIONS') response.set(preflightHeaders).status(204).end();
  else next();
};

const privateHeaders = {
  'Access-Control-Expose-Headers': `${headers['Access-Control-Expose-Headers']}, Allow, Idempotency-Replayed, WWW-Authenticate`,
};

/** Headers are listed by name, because `*` does not include Authorization. */
const privatePreflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, Apollo-Require-Preflight, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
  'Access-Control-Max-Age': '86400',
};

/** Allows requests from pages of the given origins, with a key but without cookies, and answers preflight requests. */
export function openToOrigins(origins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (origins.length > 0) response.vary('Origin');
    const origin = request.get('origin');
    if (origin === undefined || !origins.includes(origin)) return next();
    response.set({ ...privateHeaders, 'Access-Control-Allow-Origin': origin });
    if (request.method !== 'OPTIONS') return next();
    response.set(privatePreflightHeaders).status(204).end();
  };
}
