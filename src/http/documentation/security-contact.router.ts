import { Router } from 'express';
import type { Clock } from '../../platform/time/clock.js';
import { refuseOtherMethods } from '../http-errors.js';
import { scopeOf } from '../request-scope.js';

const path = '/.well-known/security.txt';

/** The time for which a copy of the file may be used. RFC 9116 recommends less than a year. */
const validDays = 180;

/**
 * Serves `security.txt` (RFC 9116), with the address to which vulnerabilities are reported, on every host of this server.
 * Each answer expires half a year later, so the file is never out of date. It has no `Canonical`, because it would name one
 * host, and a reader should not trust the file of any other.
 *
 * @param contact a URL. Undefined: the path does not exist, because the server does not know whom to name
 */
export function securityContactRouter(contact: string | undefined, clock: Clock): Router {
  const router = Router({ strict: true, caseSensitive: true });
  if (contact === undefined) return router;
  return router
    .get(path, (request, response) => {
      scopeOf(request).route = path;
      const expires = new Date(clock.now().getTime() + validDays * 24 * 60 * 60 * 1_000);
      response
        .set({ 'Cache-Control': 'public, max-age=86400', 'X-Content-Type-Options': 'nosniff' })
        .type('text/plain; charset=utf-8')
        .send(`Contact: ${contact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`);
    })
    .all(path, refuseOtherMethods('GET'));
}
