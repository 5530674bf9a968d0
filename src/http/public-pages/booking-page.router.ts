import type { IncomingMessage } from 'node:http';
import { type Request, type RequestHandler, Router } from 'express';
import type { RequestContext } from '../../domain/context.js';
import { readImage } from '../../domain/image/record-image.actions.js';
import { colourStyles } from '../../platform/colours.js';
import type { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { readPageBundle } from '../page-bundle.js';
import { immutable } from '../page-headers.js';
import type { LocalApi } from '../rest/local-api.js';
import { showVisitForm, submitVisitForm } from './booking-page/basket/visit-form.page.js';
import { showVisitTimes, submitVisitPerson } from './booking-page/basket/visit-times.page.js';
import { showBookingForm, submitBookingForm } from './booking-page/booking-form.page.js';
import { showCatalogue } from './booking-page/catalogue.page.js';
import { resendCode, showCodeForm, submitCode } from './booking-page/code.page.js';
import { showDonePage } from './booking-page/done.page.js';
import { respondToError } from './booking-page/error.page.js';
import { showEvents } from './booking-page/events.page.js';
import { showVisitMove, submitVisitMove } from './booking-page/move-visit.page.js';
import {
  showMyBookings,
  signVisitorOut,
  submitVisitorAddress,
  submitVisitorCode,
} from './booking-page/my-bookings.page.js';
import { redirectToOrderPayment, showOrder } from './booking-page/order.page.js';
import {
  redirectToBookingPayment,
  sendOwnCalendarFile,
  showCancellation,
  showMove,
  showOwnBooking,
  submitCancellation,
  submitCardRemoval,
  submitMove,
} from './booking-page/own-booking.page.js';
import { showVisitCancellation, submitVisitCancellation } from './booking-page/own-visit.page.js';
import { showShop, submitShop } from './booking-page/shop.page.js';
import { showTimes } from './booking-page/times.page.js';
import { createFrame, prefersPage, type Site, type Visit } from './booking-page/visit.js';
import {
  continueWithWaitlistForm,
  showWaitlistForm,
  showWaitlistTicket,
  submitWaitlistAnswer,
  submitWaitlistForm,
} from './booking-page/waitlist.page.js';
import { sendImage } from './image.router.js';

interface BookingPageOptions {
  /** The API of `pageRoutes`. */
  api: LocalApi;
  /** @throws DomainError NOT_FOUND */
  visit(request: IncomingMessage, subdomain: string): Promise<RequestContext>;
  /** Called for errors whose details the visitor does not see. */
  report(error: unknown, requestId: string): void;
}

/**
 * Serves the pages of a site below `/sites/{subdomain}`: to book without code. A request is for a page if its `Accept`
 * prefers HTML; all others are passed on to the public API.
 */
export function bookingPageRouter({ api, visit, report }: BookingPageOptions): Router {
  const router = Router({ mergeParams: true });
  const bundle = readPageBundle('booking');

  const page =
    (show: (visit: Visit, id: string) => void | Promise<void>): RequestHandler =>
    async (request, response, next) => {
      response.vary('Accept');
      if (!prefersPage(request)) return next();
      let opened: Visit | undefined;
      try {
        const context = await visit(request, subdomainOf(request));
        const { site } = await api.get<{ site: Site }>(context, '/site');
        opened = {
          request,
          response,
          context,
          api,
          site,
          frame: createFrame(request, site, bundle, context),
        };
        await show(opened, String(request.params['id']));
      } catch (error) {
        respondToError({ request, response, frame: opened?.frame }, error, report);
      }
    };

  router.get('/', page(showCatalogue));
  router.get('/services/:id', page(showTimes));
  router.get('/events', page(showEvents));
  router.get('/events/:id', page(showBookingForm));
  router.get(
    '/bookings/new',
    page((opened) => showBookingForm(opened)),
  );
  router.post('/bookings', page(submitBookingForm));
  router.get('/bookings/verify', page(showCodeForm));
  router.post('/bookings/verify', page(submitCode));
  router.post('/bookings/verify/resend', page(resendCode));
  router.get('/bookings/done', page(showDonePage));
  router.get('/bookings/:id', page(showOwnBooking));
  router.get('/bookings/:id/booking.ics', page(sendOwnCalendarFile));
  router.get('/bookings/:id/move', page(showMove));
  router.post('/bookings/:id/move', page(submitMove));
  router.get('/bookings/:id/cancel', page(showCancellation));
  router.post('/bookings/:id/cancel', page(submitCancellation));
  router.post('/bookings/:id/card', page(submitCardRemoval));
  router.get('/bookings/:id/visit/move', page(showVisitMove));
  router.post('/bookings/:id/visit/move', page(submitVisitMove));
  router.get('/bookings/:id/visit/cancel', page(showVisitCancellation));
  router.post('/bookings/:id/visit/cancel', page(submitVisitCancellation));
  router.get('/bookings/:id/pay', page(redirectToBookingPayment));
  router.get('/visit', page(showVisitTimes));
  router.post('/visit', page(submitVisitForm));
  router.get('/visit/new', page(showVisitForm));
  router.post('/visit/people', page(submitVisitPerson));
  router.get('/waitlist/new', page(showWaitlistForm));
  router.post('/waitlist/new', page(continueWithWaitlistForm));
  router.post('/waitlist', page(submitWaitlistForm));
  router.get('/waitlist/:id', page(showWaitlistTicket));
  router.post('/waitlist/:id', page(submitWaitlistAnswer));
  router.get('/shop', page(showShop));
  router.post('/shop', page(submitShop));
  router.get('/shop/orders/:id', page(showOrder));
  router.get('/shop/orders/:id/pay', page(redirectToOrderPayment));
  router.get('/me', page(showMyBookings));
  // The address bar has these paths after a form was shown again.
  router.get(
    ['/me/code', '/me/session'],
    page(({ response, frame }) => response.redirect(303, frame.url('/me'))),
  );
  router.post('/me/code', page(submitVisitorAddress));
  router.post('/me/session', page(submitVisitorCode));
  router.post('/me/sign_out', page(signVisitorOut));
  // The address bar has the path of a refused form, which has no GET. The addresses of the public API answer JSON.
  const unknown = page(() => {
    throw notFound();
  });
  router.get('/*path', (request, response, next) =>
    api.canGet(request.path) ? next() : unknown(request, response, next),
  );
  return router;
}

const subdomainOf = (request: Request): string => String(request.params['subdomain']);

interface BookingAssetsOptions {
  database: Database;
  /** @throws DomainError NOT_FOUND */
  visit(request: IncomingMessage, subdomain: string): Promise<RequestContext>;
  /** Runs before each request for a file. */
  limit: RequestHandler;
}

/**
 * Serves the files of the pages of a site: scripts, styles, the colours and the images of the account. Mount it before the
 * rate limit, whose requests a customer needs for the pages. What it does not find is passed on.
 */
export function bookingAssetsRouter({ database, visit, limit }: BookingAssetsOptions): Router {
  const router = Router({ mergeParams: true });
  const bundle = readPageBundle('booking');
  router.use(['/assets', '/embed.js'], limit);
  router.get<{ subdomain: string; digest: string }>('/assets/images/:digest', async (request, response, next) => {
    const { subdomain, digest } = request.params;
    const { account } = await visit(request, subdomain);
    const image = await readImage(database, account.id, digest);
    if (image) sendImage(response, image);
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
