import { filters, fixed, get, list, object, page, parameter, path, post, put, type Source } from '../rest/route.js';
import { pageSize, type Tool } from './tool.js';

type Variables = Record<string, Source>;

/** Whether people get the messages of a kind. By default the settings of the account decide. */
const messages = (kind: string): Variables => ({
  [`messages.${kind}Email`]: parameter('notify_by_email'),
  [`messages.${kind}Sms`]: parameter('notify_by_sms'),
});

const times: Variables = {
  serviceId: path('service_id'),
  from: parameter('from'),
  selectedResources: parameter('resource_ids'),
  intervals: parameter('intervals'),
  personId: parameter('person_id'),
};

const newBooking: Variables = {
  'input.serviceId': parameter('service_id'),
  'input.eventId': parameter('event_id'),
  'input.resourceId': parameter('resource_id'),
  'input.bookedFrom': parameter('booked_from'),
  'input.bookedTo': parameter('booked_to'),
  'input.count': parameter('count'),
  'input.personId': parameter('person_id'),
  'input.personAttributes.name': parameter('name'),
  'input.personAttributes.email': parameter('email'),
  'input.personAttributes.phoneNumber': parameter('phone_number'),
  'input.notes': parameter('notes'),
  'input.couponCode': parameter('coupon_code'),
  'input.expectedPrice': parameter('expected_price'),
};

const person: Variables = {
  'input.name': parameter('name'),
  'input.email': parameter('email'),
  'input.phoneNumber': parameter('phone_number'),
  'input.locale': parameter('locale'),
  'input.externalId': parameter('external_id'),
  'input.notes': parameter('notes'),
};

const bookingId: Variables = { id: path('booking_id') };
const during: Variables = { 'during.from': parameter('from'), 'during.to': parameter('to') };

const inTime: Variables = filters({ 'during.from': 'from', 'during.to': 'to', state: 'state' });

const afterBooking = {
  awaiting_verification: 'Ask the person for the code that was sent, and call verify_booking before expires_at.',
  awaiting_payment: 'The time is held until expires_at, and is confirmed when it is paid.',
  awaiting_confirmation: 'Call confirm_booking when the business accepts it.',
  confirmed: 'It is booked. move_booking and cancel_booking change it.',
};

/** The tools of an account, for an agent with an API key. */
export const accountTools: readonly Tool[] = [
  {
    name: 'get_account',
    title: 'Get the account',
    description: 'Returns the name, address and booking rules of the business, such as the period for cancellations.',
    route: get('/account', 'GetAgentAccount', object('account')),
    effect: 'read',
  },
  {
    name: 'list_services',
    title: 'List services',
    description: 'Lists what can be booked, with ids, lengths in minutes and prices for one person.',
    route: get('/services', 'ListAgentServices', list('service'), filters({ bookingType: 'booking_type' })),
    effect: 'read',
    next: 'Find a time with find_free_times and the id of a service.',
  },
  {
    name: 'list_resources',
    title: 'List resources',
    description: 'Lists who or what is booked: employees, rooms, equipment.',
    route: get('/resources', 'ListAgentResources', list('resource')),
    effect: 'read',
  },
  {
    name: 'find_free_times',
    title: 'Find free times',
    description:
      'Lists the free times of a service from a date to a date, with how many people can still book each. A time with an event_id is a class or course.',
    route: get('/services/:service_id/times', 'ListAgentSlots', list('free_time'), { ...times, to: parameter('to') }),
    effect: 'read',
    next: 'Book one with create_booking, or hold it with hold_time. Copy booked_from, or event_id if there is one.',
  },
  {
    name: 'find_next_free_day',
    title: 'Find the next free day',
    description: 'Returns the first date from a date on with a free time of a service, or an empty list.',
    route: get('/services/:service_id/day', 'FindAgentFreeDay', list('free_day'), times),
    effect: 'read',
    next: 'List the times of that date with find_free_times.',
  },
  {
    name: 'search_people',
    title: 'Search people',
    description: 'Finds customers by a part of their name, email or phone number.',
    route: get('/people', 'SearchAgentPeople', page('person', pageSize), filters({ search: 'query' })),
    effect: 'read',
  },
  {
    name: 'create_person',
    title: 'Create a person',
    description: 'Adds a customer. Search first: an email and a phone number belong to one person.',
    route: post('/people', 'CreateAgentPerson', object('person'), person),
    effect: 'add',
  },
  {
    name: 'update_person',
    title: 'Update a person',
    description: 'Changes the given attributes of a customer. Null clears one.',
    route: put('/people/:person_id', 'UpdateAgentPerson', object('person'), { id: path('person_id'), ...person }),
    effect: 'change',
  },
  {
    name: 'list_bookings_of_person',
    title: "List a person's bookings",
    description: 'Lists the bookings of a customer, the latest first.',
    route: get('/people/:person_id/bookings', 'ListAgentBookingsOfPerson', page('booking', pageSize), {
      personId: path('person_id'),
      ...inTime,
      'filter.scope': fixed('VISIBLE'),
    }),
    effect: 'read',
  },
  {
    name: 'search_bookings',
    title: 'Search bookings',
    description: 'Lists bookings by period, service, resource, person or state, by start.',
    route: get('/bookings', 'SearchAgentBookings', page('booking', pageSize), {
      ...inTime,
      ...filters({
        serviceId: 'service_ids',
        resourceId: 'resource_ids',
        eventId: 'event_ids',
        personId: 'person_ids',
      }),
      order: parameter('order'),
    }),
    effect: 'read',
  },
  {
    name: 'get_booking',
    title: 'Get a booking',
    description: 'Returns one booking with its person, its state and until when the person may change it.',
    route: get('/bookings/:booking_id', 'GetAgentBooking', object('booking'), bookingId),
    effect: 'read',
  },
  {
    name: 'hold_time',
    title: 'Hold a time',
    description:
      'Takes a free time for a person by the rules of the account: if it verifies people, takes payment first or confirms by hand, the time is held in that state; otherwise it is confirmed at once. Give person_id, or a name with an email or phone number.',
    route: post('/holds', 'CreateAgentBooking', object('booking'), {
      ...newBooking,
      confirm: fixed(false),
      ...messages('verification'),
    }),
    effect: 'add',
    next: afterBooking,
  },
  {
    name: 'verify_booking',
    title: 'Verify a booking',
    description: 'Verifies a held booking by the code that its person was sent.',
    route: put('/bookings/:booking_id/verify', 'VerifyAgentBooking', object('booking'), {
      ...bookingId,
      code: parameter('verification_code'),
      ...messages('confirmation'),
    }),
    effect: 'change',
    required: ['verification_code'],
    next: afterBooking,
  },
  {
    name: 'confirm_booking',
    title: 'Confirm a booking',
    description: 'Confirms a booking that awaits confirmation.',
    route: put('/bookings/:booking_id/confirm', 'ConfirmAgentBooking', object('booking'), {
      ...bookingId,
      ...messages('confirmation'),
    }),
    effect: 'change',
    next: afterBooking,
  },
  {
    name: 'create_booking',
    title: 'Book a time',
    description:
      'Books a free time for a person, confirmed at once. Give person_id, or a name with an email or phone number.',
    route: post('/bookings', 'CreateAgentBooking', object('booking'), {
      ...newBooking,
      confirm: fixed(true),
      ...messages('confirmation'),
    }),
    effect: 'add',
    next: afterBooking,
  },
  {
    name: 'move_booking',
    title: 'Move a booking',
    description: 'Moves a booking to another free time, resource or event.',
    route: put('/bookings/:booking_id', 'MoveAgentBooking', object('booking'), {
      ...bookingId,
      'input.bookedFrom': parameter('booked_from'),
      'input.bookedTo': parameter('booked_to'),
      'input.resourceId': parameter('resource_id'),
      'input.eventId': parameter('event_id'),
      ...messages('modification'),
    }),
    effect: 'change',
  },
  {
    name: 'cancel_booking',
    title: 'Cancel a booking',
    description: 'Cancels a booking, which frees its time. It cannot be undone: ask before.',
    route: put('/bookings/:booking_id/cancel', 'CancelAgentBooking', object('booking'), {
      ...bookingId,
      ...messages('cancellation'),
    }),
    effect: 'end',
  },
  {
    name: 'get_booking_figures',
    title: 'Get figures of bookings',
    description: 'Counts the bookings, people, minutes, cancellations and their value in a period.',
    route: get('/figures/bookings', 'GetAgentBookingFigures', object('figures'), {
      ...during,
      groupBy: parameter('group_by'),
    }),
    effect: 'read',
  },
  {
    name: 'get_revenue_figures',
    title: 'Get figures of revenue',
    description: 'Sums what was ordered, paid and refunded in a period.',
    route: get('/figures/revenue', 'GetAgentRevenueFigures', object('figures'), {
      ...during,
      groupBy: parameter('group_by'),
    }),
    effect: 'read',
  },
  {
    name: 'get_utilisation_figures',
    title: 'Get figures of utilisation',
    description: 'Compares the booked minutes of the resources with their open minutes in a period.',
    route: get('/figures/utilisation', 'GetAgentUtilisationFigures', object('figures'), {
      ...during,
      groupBy: parameter('group_by'),
    }),
    effect: 'read',
  },
];
