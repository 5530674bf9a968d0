import {
  body,
  del,
  filters,
  fixed,
  get,
  object,
  page,
  parameter,
  path,
  post,
  put,
  type Route,
  type Source,
} from '../route.js';

const id = { id: path('booking_id') };
const input = { input: body('booking', { phonenumber: 'phone_number' }) };
const extended = { extended: parameter('extended') };
const writing = {
  ...extended,
  ignoreCapacity: parameter('ignore_capacity'),
  addReminderSms: parameter('add_reminder_sms'),
};

type Variables = Record<string, Source>;

const bookingFilters: Variables = {
  ...filters({
    serviceId: 'service_id',
    eventId: 'event_id',
    resourceId: 'resource_id',
    personId: 'person_id',
    externalId: 'external_id',
    start: 'start',
    end: 'end',
    since: 'since',
    collectionId: 'collection_id',
    state: 'state',
    status: 'status',
  }),
  order: parameter('order'),
  ...extended,
};

/** The listings under an address, by suffix (spec, Bookings). What each holds: see `BookingScope`. */
const listings = (address: string, operation: string, owner: Variables = {}): Route[] => {
  const listing = (suffix: string, scope: string, more: Variables = {}): Route =>
    get(address + suffix, operation, page('booking', 750), {
      ...bookingFilters,
      'filter.scope': fixed(scope),
      ...owner,
      ...more,
    });
  return [
    listing('', 'DEFAULT'),
    listing('/recent', 'ACTIVE', { order: fixed('UPDATED_AT_DESC') }),
    listing('/upcoming', 'UPCOMING'),
    listing('/unconfirmed', 'UNCONFIRMED'),
    listing('/all', 'ALL'),
    listing('/visible', 'VISIBLE'),
    listing('/no_status', 'NO_STATUS'),
  ];
};

const collection = { collectionId: path('collection_id') };

/** spec, Recurring bookings */
const recurringRoutes: Route[] = [
  post('/bookings/recurring', 'CreateRecurringBookings', object('collection_id'), {
    ...input,
    recurrence: parameter('recurring', 'recurrence'),
    ignoreCapacity: writing.ignoreCapacity,
    addReminderSms: writing.addReminderSms,
    confirm: parameter('confirm'),
  }),
  get('/bookings/recurring/:collection_id', 'ListRecurringBookings', page('booking', 750), {
    ...bookingFilters,
    ...collection,
  }),
  put('/bookings/recurring/:collection_id/cancel', 'CancelRecurringBookings', object('collection_id'), collection),
  del('/bookings/recurring/:collection_id', 'DeleteRecurringBookings', object('collection_id'), collection),
];

const action = (name: string, operation: string, variables: Variables = {}): Route =>
  put(`/bookings/:booking_id/${name}`, operation, object('booking'), { ...id, ...extended, ...variables });

/** spec, Bookings */
export const bookingRoutes: Route[] = [
  ...listings('/bookings', 'ListBookings'),
  ...listings('/people/:person_id/bookings', 'ListBookingsOfPerson', { personId: path('person_id') }),
  ...listings('/events/:event_id/bookings', 'ListBookingsOfEvent', { eventId: path('event_id') }),
  get('/bookings/:booking_id', 'GetBooking', object('booking'), { ...id, ...extended }),
  get('/bookings/find_by/external_id/:external_id', 'FindBookingByExternalId', object('booking'), {
    externalId: path('external_id'),
    ...extended,
  }),
  post('/bookings', 'CreateBooking', object('booking'), { ...input, ...writing, confirm: parameter('confirm') }),
  put('/bookings/:booking_id', 'UpdateBooking', object('booking'), { ...id, ...input, ...writing }),
  del('/bookings/:booking_id', 'DeleteBooking', object('booking'), { ...id, ...extended }),
  action('verify', 'VerifyBooking'),
  action('verify_code', 'VerifyBookingByCode', { code: parameter('verification_code') }),
  action('confirm', 'ConfirmBooking'),
  action('decline', 'DeclineBooking'),
  action('cancel', 'CancelBooking'),
  action('status', 'SetBookingStatus', { status: parameter('status') }),
  ...recurringRoutes,
];
