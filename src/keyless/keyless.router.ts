import { Router } from 'express';
import { logoRouter } from './logo.router.js';
import { type PartnerOptions, partnerRouter } from './partner.router.js';
import { passwordPage } from './password.page.js';
import { type SessionOptions, sessionRouter } from './session.router.js';
import { verificationPage } from './verification.page.js';

interface KeylessOptions extends SessionOptions, Omit<PartnerOptions, 'token'> {
  /** Without one there is no partner API. */
  partnerToken: string | undefined;
}

/** What is answered without an API key, below these addresses. */
export const keylessAddresses = ['/session', '/password', '/verify', '/logos', '/partner'];

/** Signing in, the pages to choose a password and to verify a booking, logos, and the partner API. */
export function keylessRouter({ partnerToken: token, ...options }: KeylessOptions): Router {
  const router = Router()
    .use('/session', sessionRouter(options))
    .use('/password', passwordPage(options))
    .use('/verify', verificationPage(options))
    .use('/logos', logoRouter(options.database));
  if (token !== undefined) router.use('/partner', partnerRouter({ ...options, token }));
  return router;
}
