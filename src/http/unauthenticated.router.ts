import { Router } from 'express';
import { passwordPage } from './auth/password.page.js';
import { type SessionOptions, sessionRouter } from './auth/session.router.js';
import { type PartnerOptions, partnerRouter } from './partner-api/partner.router.js';
import { type CalendarOptions, calendarRouter } from './public-pages/calendar.router.js';
import { logoRouter } from './public-pages/logo.router.js';
import { verificationPage } from './public-pages/verification.page.js';

interface KeylessOptions extends CalendarOptions, SessionOptions, Omit<PartnerOptions, 'token'> {
  /** Without one there is no partner API. */
  partnerToken: string | undefined;
}

/** What is answered without an API key, below these addresses. */
export const keylessAddresses = ['/session', '/password', '/verify', '/logos', '/calendars', '/partner'];

/** Signing in, the pages to choose a password and to verify a booking, logos, calendars, and the partner API. */
export function keylessRouter({ partnerToken: token, ...options }: KeylessOptions): Router {
  const router = Router()
    .use('/session', sessionRouter(options))
    .use('/password', passwordPage(options))
    .use('/verify', verificationPage(options))
    .use('/logos', logoRouter(options.database))
    .use('/calendars', calendarRouter(options));
  if (token !== undefined) router.use('/partner', partnerRouter({ ...options, token }));
  return router;
}
