import { Router } from 'express';
import { passwordPage } from './auth/password.page.js';
import { type SessionOptions, sessionRouter } from './auth/session.router.js';
import { type PartnerOptions, partnerRouter } from './partner-api/partner.router.js';
import { type PaymentsOptions, paymentsRouter } from './payments/payments.router.js';
import { type CalendarOptions, calendarRouter } from './public-pages/calendar.router.js';
import { imageRouter } from './public-pages/image.router.js';
import { verificationPage } from './public-pages/verification.page.js';

interface UnauthenticatedOptions
  extends CalendarOptions,
    SessionOptions,
    PaymentsOptions,
    Omit<PartnerOptions, 'token'> {
  /** The token of the partner API. Undefined disables that API. */
  partnerToken: string | undefined;
}

/** Paths that need no API key. */
export const unauthenticatedPaths = [
  '/session',
  '/password',
  '/verify',
  '/logos',
  '/calendars',
  '/payments',
  '/partner',
];

/** Serves the paths that need no API key: sessions, pages for passwords and verification, images, calendars, payment notifications, the partner API. */
export function unauthenticatedRouter({ partnerToken: token, ...options }: UnauthenticatedOptions): Router {
  const router = Router()
    .use('/session', sessionRouter(options))
    .use('/password', passwordPage(options))
    .use('/verify', verificationPage(options))
    .use('/logos', imageRouter(options.database))
    .use('/calendars', calendarRouter(options))
    .use('/payments', paymentsRouter(options));
  if (token !== undefined) router.use('/partner', partnerRouter({ ...options, token }));
  return router;
}
