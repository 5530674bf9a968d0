import { Router } from 'express';
import { refuseOtherMethods } from '../http-errors.js';
import { scopeOf } from '../request-scope.js';

const path = '/robots.txt';

/**
 * Programs that search the web have nothing to find in the interfaces for programs. Pages whose addresses are secrets are
 * not named here: they have `X-Robots-Tag: noindex`, which only a program that may request them can read.
 */
const text = `User-agent: *
Disallow: /api/
Disallow: /graphql
Disallow: /mcp
Disallow: /sites/*/mcp
`;

/** Serves `robots.txt` (RFC 9309) on every host of this server. */
export function robotsRouter(): Router {
  return Router({ strict: true, caseSensitive: true })
    .get(path, (request, response) => {
      scopeOf(request).route = path;
      response
        .set({ 'Cache-Control': 'public, max-age=86400', 'X-Content-Type-Options': 'nosniff' })
        .type('text/plain; charset=utf-8')
        .send(text);
    })
    .all(path, refuseOtherMethods('GET'));
}
