import type { IncomingMessage } from 'node:http';
import { type RequestHandler, Router } from 'express';
import { readLogo } from '../../domain/account/account-logo.actions.js';
import type { RequestContext } from '../../domain/context.js';
import type { Database } from '../../platform/database/database.js';
import { readPageBundle } from '../page-bundle.js';
import { immutable } from '../page-headers.js';
import { colourStyles } from './booking-page/colours.rules.js';
import { sendLogo } from './logo.router.js';

export interface BookingAssetsOptions {
  database: Database;
  /** @throws DomainError NOT_FOUND */
  visit(request: IncomingMessage, subdomain: string): Promise<RequestContext>;
  /** Runs before each request for a file. */
  limit: RequestHandler;
}

/**
 * Serves the files of the pages of a site: scripts, styles, the colours and the logo of the account. Mount it before the
 * rate limit, whose requests a customer needs for the pages. What it does not find is passed on.
 */
export function bookingAssetsRouter({ database, visit, limit }: BookingAssetsOptions): Router {
  const router = Router({ mergeParams: true });
  const bundle = readPageBundle('booking');
  router.use(['/assets', '/embed.js'], limit);
  router.get<{ subdomain: string; digest: string }>('/assets/logo/:digest', async (request, response, next) => {
    const { subdomain, digest } = request.params;
    const { account } = await visit(request, subdomain);
    const logo = await readLogo(database, account.id, digest);
    if (logo) sendLogo(response, logo);
    else next();
  });
  router.get('/assets/colours/:colour.css', (request, response, next) => {
    const styles = colourStyles(`#${request.params.colour}`);
    if (styles === undefined) return next();
    response
      .set({ ...immutable, 'X-Content-Type-Options': 'nosniff' })
      .type('css')
      .send(styles);
  });
  router.use(embedRouter(bundle));
  if (bundle) router.use('/assets', bundle.serve);
  return router;
}

/** `GET /embed.js`: the script that puts a booking page into a page of another site. Its URL is in those pages. */
export function embedRouter(bundle = readPageBundle('booking')): Router {
  const router = Router();
  if (!bundle) return router;
  const path = bundle.pathOf('embed.js');
  return router.get('/embed.js', (_request, response) => {
    response
      .set({ 'Cache-Control': 'public, max-age=3600', 'X-Content-Type-Options': 'nosniff' })
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .sendFile(path, { cacheControl: false });
  });
}
