import {
  body,
  del,
  exportable,
  filters,
  fixed,
  get,
  ifOccurrenceUnchanged,
  ifUnchanged,
  ifVisitUnchanged,
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
const changed = ifUnchanged('booking', 'id');
const input = { input: body('booking', { phonenumber: 'phone_number' }) };
const extended = { extended: parameter('extended') };
const writing = {
  ...extended,
  ignoreCapacity: parameter('ignore_capacity'),
  ignoreExternalBusy: parameter('ignore_external_busy'),
  addReminderSms: parameter('add_reminder_sms'),
};

type Variables = Record<string, Source>;

/** `{kind}_send_email` and `{kind}_send_sms` (spec, Create booking parameters and Parameters on other booking actions). */
const messages = (...kinds: string[]): Variables =>
  Object.fromEntries(
    kinds.flatMap((kind) => [
      [`messages.${kind}Email`, parameter(`${kind}_send_email`)],
      [`messages.${kind}Sms`, parameter(`${kind}_send_sms`)],
    ]),
  );

const creating: Variables = {
  ignoreCapacity: writing.ignoreCapacity,
  ignoreExternalBusy: writing.ignoreExternalBusy,
  addReminderSms: writing.addReminderSms,
  addMessages: parameter('add_messages'),
  confirm: parameter('confirm'),
  ...messages('verification', 'confirmation', 'notification'),
};

const bookingFilters: Variables = {
  ...filters({
    serviceId: 'service_id',
    eventId: 'event_id',
    resourceId: 'resource_id',
    personId: 'person_id',
    externalId: 'external_id',
    start: 'start',
    end: 'end',
    'during.from': 'during_from',
    'during.to': 'during_to',
    since: 'since',
    collectionId: 'collection_id',
    state: 'state',
    status: 'status',
  }),
  order: parameter('order'),
  ...extended,
};

/** The lists below a path, by suffix (spec, Bookings). `BookingScope` describes their contents. */
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
  get('/series/:collection_id', 'GetSeries', object('series'), collection),
  {
    ...post('/bookings/recurring', 'CreateRecurringBookings', object('collection_id'), {
      ...input,
      recurrence: parameter('recurring', 'recurrence'),
      ...creating,
    }),
    hasExpectedPrice: true,
  },
  get('/bookings/recurring/:collection_id', 'ListRecurringBookings', page('booking', 750), {
    ...bookingFilters,
    ...collection,
  }),
  put(
    '/bookings/recurring/:collection_id',
    'UpdateRecurringBookings',
    object('collection_id'),
    {
      ...collection,
      ...input,
      scope: parameter('scope'),
      from: parameter('from'),
      ifSeriesRevision: parameter('if_series_revision'),
      ignoreCapacity: writing.ignoreCapacity,
      ignoreExternalBusy: writing.ignoreExternalBusy,
      addReminderSms: writing.addReminderSms,
      ...messages('modification'),
    },
    ifOccurrenceUnchanged('booking', '/bookings/:booking_id'),
  ),
  {
    ...post('/bookings/recurring/:collection_id/left_out', 'AddLeftOutBooking', object('booking'), {
      ...collection,
      'date.from': parameter('from'),
      ...input,
      ...creating,
      ...extended,
    }),
    hasExpectedPrice: true,
  },
  put('/bookings/recurring/:collection_id/cancel', 'CancelRecurringBookings', object('collection_id'), {
    ...collection,
    ...messages('cancellation'),
  }),
  del('/bookings/recurring/:collection_id', 'DeleteRecurringBookings', object('collection_id'), {
    ...collection,
    ...messages('cancellation'),
  }),
];

const action = (name: string, operation: string, variables: Variables = {}): Route =>
  put(`/bookings/:booking_id/${name}`, operation, object('booking'), { ...id, ...extended, ...variables }, changed);

/** spec, Bookings */
export const bookingRoutes: Route[] = [
  ...listings('/bookings', 'ListBookings').map((route) => exportable(route, 'ExportBookings')),
  ...listings('/people/:person_id/bookings', 'ListBookingsOfPerson', { personId: path('person_id') }).map((route) =>
    exportable(route, 'ExportBookingsOfPerson'),
  ),
  ...listings('/events/:event_id/bookings', 'ListBookingsOfEvent', { eventId: path('event_id') }).map((route) =>
    exportable(route, 'ExportBookingsOfEvent'),
  ),
  get('/bookings/:booking_id', 'GetBooking', object('booking'), { ...id, ...extended }),
  get('/bookings/find_by/external_id/:external_id', 'FindBookingByExternalId', object('booking'), {
    externalId: path('external_id'),
    ...extended,
  }),
  {
    ...post('/bookings', 'CreateBooking', object('booking'), { ...input, ...extended, ...creating }),
    hasExpectedPrice: true,
  },
  put(
    '/bookings/:booking_id',
    'UpdateBooking',
    object('booking'),
    {
      ...id,
      ...input,
      ...writing,
      ...messages('modification'),
    },
    changed,
  ),
  del(
    '/bookings/:booking_id',
    'DeleteBooking',
    object('booking'),
    { ...id, ...extended, ...messages('cancellation') },
    changed,
  ),
  action('verify', 'VerifyBooking', messages('confirmation', 'notification')),
  action('verify_code', 'VerifyBookingByCode', {
    code: parameter('verification_code'),
    ...messages('confirmation', 'notification'),
  }),
  action('confirm', 'ConfirmBooking', messages('confirmation', 'notification')),
  action('decline', 'DeclineBooking', messages('decline')),
  action('cancel', 'CancelBooking', messages('cancellation')),
  get('/bookings/:booking_id/assignment', 'GetBookingAssignment', object('assignment'), id),
  get('/bookings/:booking_id/link', 'GetBookingLink', object('booking'), id),
  action('own_person', 'CreatePersonOfBooking', {
    personId: parameter('person_id'),
    dateOfBirth: parameter('date_of_birth'),
  }),
  action('revoke_link', 'RevokeBookingLink'),
  action('status', 'SetBookingStatus', { status: parameter('status') }),
  ...recurringRoutes,
];

const visitId = { id: path('visit_id') };
/** The id of a visit is that of its first booking, which every change of all its bookings locks first. */
const unlessVisitChanged = ifVisitUnchanged('id');

/** Visits (beyond the spec). */
export const visitRoutes: readonly Route[] = [
  {
    ...post('/visits', 'CreateVisit', object('visit'), {
      input: body('visit', { phonenumber: 'phone_number' }),
      ...extended,
      ...creating,
    }),
    hasExpectedPrice: true,
  },
  get('/visits/:visit_id', 'GetVisit', object('visit'), { ...visitId, ...extended }),
  put(
    '/visits/:visit_id',
    'MoveVisit',
    object('visit'),
    {
      ...visitId,
      input: body('visit'),
      ...extended,
      ignoreCapacity: writing.ignoreCapacity,
      ignoreExternalBusy: writing.ignoreExternalBusy,
      ...messages('modification'),
    },
    unlessVisitChanged,
  ),
  put(
    '/visits/:visit_id/cancel',
    'CancelVisit',
    object('visit'),
    { ...visitId, ...extended, ...messages('cancellation') },
    unlessVisitChanged,
  ),
];

const entryId = { id: path('waitlist_entry_id') };
const ifEntryUnchanged = ifUnchanged('waitlist_entry', 'id');
const entryInput = { input: body('waitlist_entry', { phonenumber: 'phone_number' }) };

/** The waitlist (beyond the spec). */
export const waitlistRoutes: readonly Route[] = [
  get('/waitlist', 'ListWaitlistEntries', page('waitlist_entry', 50), {
    ...filters({
      state: 'state',
      serviceId: 'service_id',
      eventId: 'event_id',
      resourceId: 'resource_id',
      personId: 'person_id',
      'during.from': 'during_from',
      'during.to': 'during_to',
    }),
    order: parameter('order'),
  }),
  get('/waitlist/:waitlist_entry_id', 'GetWaitlistEntry', object('waitlist_entry'), entryId),
  post('/waitlist', 'CreateWaitlistEntry', object('waitlist_entry'), entryInput),
  put(
    '/waitlist/:waitlist_entry_id',
    'UpdateWaitlistEntry',
    object('waitlist_entry'),
    { ...entryId, ...entryInput },
    ifEntryUnchanged,
  ),
  del('/waitlist/:waitlist_entry_id', 'RemoveWaitlistEntry', object('waitlist_entry'), entryId, ifEntryUnchanged),
  put(
    '/waitlist/:waitlist_entry_id/offer',
    'OfferWaitlistEntry',
    object('waitlist_entry'),
    { ...entryId, bookedFrom: parameter('booked_from'), resourceId: parameter('resource_id') },
    ifEntryUnchanged,
  ),
];
