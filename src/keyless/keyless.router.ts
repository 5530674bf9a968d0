import { Router } from 'express';
import { type CalendarOptions, calendarRouter } from './calendar.router.js';
import { logoRouter } from './logo.router.js';
import { type PartnerOptions, partnerRouter } from './partner.router.js';
import { passwordPage } from './password.page.js';
import { type SessionOptions, sessionRouter } from './session.router.js';
import { verificationPage } from './verification.page.js';

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
