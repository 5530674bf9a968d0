import { body, get, list, object, parameter, path, post, put, type Route } from '../route.js';
import { publicRoutes } from './public.routes.js';

/** The public API, and what only the pages of a site read. Not served over HTTP. */
export const pageRoutes: readonly Route[] = [
  ...publicRoutes,
  get('/site', 'GetSite', object('site')),
  // The answers have the link to the booking: the browser that was given the code gets what the message contains.
  post('/site/bookings', 'StartBookingOfPage', object('booking'), {
    input: body('booking', { phonenumber: 'phone_number' }),
  }),
  put('/site/bookings/:booking_id/verify_code', 'VerifyBookingOfPage', object('booking'), {
    id: path('booking_id'),
    code: parameter('verification_code'),
  }),
  get('/services/:service_id/form', 'GetServiceForm', object('service'), { id: path('service_id') }),
  get('/services/:service_id/stays', 'ListStaysOfPage', list('slot'), {
    serviceId: path('service_id'),
    from: parameter('from'),
    selectedResources: parameter('selected_resources'),
    intervals: parameter('intervals'),
  }),
  get('/services/:service_id/resources', 'ListResourcesOfPage', list('resource'), {
    serviceId: path('service_id'),
    from: parameter('from'),
    to: parameter('to'),
    intervals: parameter('intervals'),
  }),
  get('/bookings/:token/resources', 'ListResourcesByLinkOfPage', list('resource'), {
    token: path('token'),
    from: parameter('from'),
    to: parameter('to'),
  }),
];
