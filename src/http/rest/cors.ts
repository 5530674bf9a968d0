import type { RequestHandler } from 'express';

const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Link, Current-Page, Page-Items, Total-Count, Total-Pages, Retry-After, X-Request-Id, ETag',
};

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT',
  'Access-Control-Allow-Headers': '*',
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

/** Listed by name, because `*` does not include Authorization. */
const privatePreflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, Apollo-Require-Preflight',
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
