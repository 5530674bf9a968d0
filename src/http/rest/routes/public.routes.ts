import {
  body,
  del,
  filters,
  fixed,
  get,
  ifUnchanged,
  ifVisitUnchanged,
  list,
  object,
  ofSession,
  optional,
  page,
  parameter,
  path,
  post,
  put,
  type Route,
  withFiles,
  withSession,
} from '../route.js';
import { linkSlotRoutes, publicOptionRoutes, slotRoutes, wantedTime } from './catalog.routes.js';

const services = (suffix: string, bookingType: string): Route =>
  get(`/services/${suffix}`, 'ListPublicServices', list('service'), { 'filter.bookingType': fixed(bookingType) });

const visitor = body('visitor', { phonenumber: 'phone_number' });
const token = { token: path('token') };
const unlessChanged = ifUnchanged('booking', 'token');

/** All routes of the public API of an account (spec, public API). */
export const publicRoutes: readonly Route[] = [
  get('/client', 'GetPublicAccount', object('client')),
  get('/services', 'ListPublicServices', list('service')),
  services('appointments', 'APPOINTMENT'),
  services('attendances', 'ATTENDANCE'),
  services('products', 'PRODUCT'),
  services('gift_cards', 'GIFT_CARD'),
  services('packages', 'PACKAGE'),
  get('/services/:service_id', 'GetPublicService', object('service'), { id: path('service_id') }),
  ...publicOptionRoutes,
  ...slotRoutes,
  get('/services/:service_id/conflicts', 'ListPublicTimeConflicts', list('conflict'), wantedTime),
  get('/categories', 'ListPublicCategories', list('category')),
  get('/categories/:category_id', 'GetPublicCategory', object('category'), { id: path('category_id') }),
  get('/categories/:category_id/services', 'ListPublicServicesOfCategory', list('service'), {
    categoryId: path('category_id'),
  }),
  get('/resources', 'ListPublicResources', list('resource')),
  get('/resources/:resource_id', 'GetPublicResource', object('resource'), { id: path('resource_id') }),
  get('/events', 'ListPublicEvents', page('event', 50), {
    ...filters({
      serviceId: 'service_id',
      resourceId: 'resource_id',
      start: 'start',
      end: 'end',
      'during.from': 'during_from',
      'during.to': 'during_to',
    }),
    order: parameter('order'),
  }),
  get('/events/:event_id', 'GetPublicEvent', object('event'), { id: path('event_id') }),
  {
    ...withSession(
      post('/bookings', 'StartPublicBooking', object('booking'), {
        input: body('booking', { phonenumber: 'phone_number' }),
      }),
    ),
    hasExpectedPrice: true,
  },
  {
    ...withSession(
      post('/visits', 'StartPublicVisit', object('visit'), { input: body('visit', { phonenumber: 'phone_number' }) }),
    ),
    hasExpectedPrice: true,
  },
  post('/orders', 'PlacePublicOrder', object('order'), { input: body('order') }),
  get('/orders/:order_token', 'GetPublicOrder', object('order'), { token: path('order_token') }),
  withFiles(
    get('/orders/:order_token/documents/:document_id', 'GetPublicDocument', object('document'), {
      token: path('order_token'),
      id: path('document_id'),
    }),
    { pdf: 'GetPublicDocumentPdf' },
  ),
  post('/orders/:order_token/checkout', 'CreatePublicCheckout', object('checkout'), {
    token: path('order_token'),
    tip: parameter('tip'),
    returnUrl: parameter('return_url'),
  }),
  put('/bookings/:booking_id/verify_code', 'VerifyPublicBooking', object('booking'), {
    id: path('booking_id'),
    code: parameter('verification_code'),
  }),
  post('/bookings/:booking_id/resend_code', 'ResendVerificationCode', object('booking'), {
    id: path('booking_id'),
    token: parameter('resend_token'),
  }),
  get('/bookings/:token', 'GetBookingByLink', object('booking'), token),
  ...linkSlotRoutes,
  put('/bookings/:token', 'MoveBookingByLink', object('booking'), { ...token, input: body('booking') }, unlessChanged),
  post('/bookings/:token/cancel', 'CancelBookingByLink', object('booking'), token, unlessChanged),
  get('/bookings/:token/visit', 'GetVisitByLink', object('visit'), token),
  put(
    '/bookings/:token/visit',
    'MoveVisitByLink',
    object('visit'),
    { ...token, input: body('visit') },
    ifVisitUnchanged('token'),
  ),
  post('/bookings/:token/visit/cancel', 'CancelVisitByLink', object('visit'), token, ifVisitUnchanged('token')),
  post('/bookings/:token/checkout', 'CreateCheckoutByLink', object('checkout'), {
    ...token,
    tip: parameter('tip'),
    returnUrl: parameter('return_url'),
  }),
  del('/bookings/:token/card', 'RemoveCardByLink', object('booking'), token, unlessChanged),
  post('/waitlist', 'StartPublicWaitlistEntry', object('waitlist_ticket'), {
    input: body('waitlist_entry', { phonenumber: 'phone_number' }),
  }),
  get('/waitlist/:waitlist_token', 'GetWaitlistTicket', object('waitlist_ticket'), { token: path('waitlist_token') }),
  post('/waitlist/:waitlist_token', 'AnswerWaitlistOffer', object('waitlist_ticket'), {
    token: path('waitlist_token'),
    answer: parameter('answer'),
  }),
  optional(post('/me/code', 'RequestVisitorCode', object('visitor_code'), { address: visitor })),
  optional(
    post('/me/session', 'StartVisitorSession', object('visitor_session'), {
      address: visitor,
      code: parameter('code'),
    }),
  ),
  ofSession(get('/me/session', 'GetVisitorSession', object('visitor_session'))),
  ofSession(post('/me/sign_out', 'EndVisitorSession', object('visitor_session'))),
  ofSession(get('/me/people', 'ListVisitorPeople', list('person'))),
  ofSession(post('/me/people', 'AddVisitorDependant', object('person'), { input: body('person') })),
  ofSession(get('/me/bookings', 'ListVisitorBookings', page('booking', 50), { which: parameter('which') })),
  ofSession(get('/me/orders', 'ListVisitorOrders', page('order', 50))),
  ofSession(get('/me/gift_cards', 'ListVisitorGiftCards', page('gift_card', 50))),
  ofSession(get('/me/packages', 'ListVisitorPackages', page('package', 50))),
  ofSession(get('/me/waitlist', 'ListVisitorWaitlist', page('waitlist_ticket', 50))),
];

/** The routes of the public API, and those that only the pages of a site use. Not served over HTTP. */
export const pageRoutes: readonly Route[] = [
  ...publicRoutes,
  get('/site', 'GetSite', object('site')),
  // These responses contain the link to the booking, as the message to the visitor does.
  {
    ...withSession(
      post('/site/bookings', 'StartBookingOfPage', object('booking'), {
        input: body('booking', { phonenumber: 'phone_number' }),
      }),
    ),
    hasExpectedPrice: true,
  },
  {
    ...withSession(
      post('/site/visits', 'StartVisitOfPage', object('visit'), {
        input: body('visit', { phonenumber: 'phone_number' }),
      }),
    ),
    hasExpectedPrice: true,
  },
  put('/site/bookings/:booking_id/verify_code', 'VerifyBookingOfPage', object('booking'), {
    id: path('booking_id'),
    code: parameter('verification_code'),
  }),
  post('/site/holds/:booking_id/session', 'StartSessionOfPage', object('visitor_session'), {
    id: path('booking_id'),
    code: parameter('verification_code'),
  }),
  get('/site/bookings/:token', 'GetBookingOfPage', object('booking'), { token: path('token') }),
  get('/site/bookings/:token/visit', 'GetVisitOfPage', object('visit'), { token: path('token') }),
  get('/site/bookings/:booking_id/hold', 'GetHoldOfPage', object('hold'), {
    id: path('booking_id'),
    resendToken: parameter('resend_token'),
  }),
  get('/site/opening_hours', 'ListOpeningHours', list('resource_opening_hours'), {
    from: parameter('from'),
    to: parameter('to'),
  }),
  get('/services/:service_id/form', 'GetServiceForm', object('service'), { id: path('service_id') }),
  get('/services/:service_id/stays', 'ListStaysOfPage', list('slot'), {
    serviceId: path('service_id'),
    from: parameter('from'),
    selectedResources: parameter('selected_resources'),
    intervals: parameter('intervals'),
    options: parameter('options'),
  }),
  get('/services/:service_id/resources', 'ListResourcesOfPage', list('resource'), {
    serviceId: path('service_id'),
    from: parameter('from'),
    to: parameter('to'),
    otherResources: parameter('other_resources'),
    intervals: parameter('intervals'),
    options: parameter('options'),
  }),
  get('/bookings/:token/resources', 'ListResourcesByLinkOfPage', list('resource'), {
    token: path('token'),
    from: parameter('from'),
    to: parameter('to'),
  }),
];
