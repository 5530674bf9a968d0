import { get, list, object, parameter, path, post, put, type Source } from '../rest/route.js';
import type { Tool } from './tool.js';

type Variables = Record<string, Source>;

const times: Variables = {
  serviceId: path('service_id'),
  from: parameter('from'),
  selectedResources: parameter('resource_ids'),
  intervals: parameter('intervals'),
};

const bookingId: Variables = { id: path('booking_id') };
const byLink: Variables = { token: path('link_token') };

const afterHold = {
  awaiting_verification: 'Ask the person for the code that was sent to them, and call verify_code before expires_at.',
  awaiting_payment: 'The time is held until expires_at. The message to the person has a link to pay.',
  awaiting_confirmation: 'The business confirms it by hand and tells the person. get_booking shows the state.',
  confirmed: 'It is booked. Keep link_token: get_booking, move_booking and cancel_booking need it.',
};

/** The tools of a booking site, for an agent without a key. They do what visitors of the booking page may do. */
export const visitorTools: readonly Tool[] = [
  {
    name: 'get_business',
    title: 'Get the business',
    description: 'Returns the name, address and booking rules of the business, such as the period for cancellations.',
    route: get('/business', 'GetAgentAccount', object('account')),
    effect: 'read',
  },
  {
    name: 'list_services',
    title: 'List services',
    description: 'Lists what can be booked, with ids, lengths in minutes, prices for one person and terms.',
    route: get('/services', 'ListAgentServices', list('service')),
    effect: 'read',
    next: 'Find a time with find_free_times and the id of a service.',
  },
  {
    name: 'list_resources',
    title: 'List resources',
    description: 'Lists who or what can be chosen for a booking: employees, rooms, equipment.',
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
    next: 'Let the person choose, then hold the time with hold_time. Copy booked_from, or event_id if there is one.',
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
    name: 'hold_time',
    title: 'Hold a time',
    description:
      'Takes a free time for a person who agrees to the price and terms. Give a name with an email or phone number, to which the code and the confirmation go.',
    route: post('/holds', 'StartAgentBooking', object('booking'), {
      'input.serviceId': parameter('service_id'),
      'input.eventId': parameter('event_id'),
      'input.resourceId': parameter('resource_id'),
      'input.bookedFrom': parameter('booked_from'),
      'input.bookedTo': parameter('booked_to'),
      'input.count': parameter('count'),
      'input.personAttributes.name': parameter('name'),
      'input.personAttributes.email': parameter('email'),
      'input.personAttributes.phoneNumber': parameter('phone_number'),
      'input.notes': parameter('notes'),
      'input.couponCode': parameter('coupon_code'),
      'input.expectedPrice': parameter('expected_price'),
    }),
    effect: 'add',
    required: ['service_id', 'name'],
    next: afterHold,
  },
  {
    name: 'verify_code',
    title: 'Verify a hold by its code',
    description: 'Books a held time by the code that the person was sent. Never guess a code.',
    route: put('/holds/:booking_id/verify', 'VerifyAgentHold', object('booking'), {
      ...bookingId,
      code: parameter('verification_code'),
    }),
    effect: 'change',
    required: ['verification_code'],
    next: afterHold,
  },
  {
    name: 'resend_code',
    title: 'Send the code again',
    description: 'Sends the code of a hold to the same person again: at most once in a minute and three times in all.',
    route: post('/holds/:booking_id/code', 'ResendAgentCode', object('booking'), {
      ...bookingId,
      token: parameter('resend_token'),
    }),
    effect: 'add',
    required: ['resend_token'],
    next: afterHold,
  },
  {
    name: 'get_booking',
    title: 'Get a booking',
    description: 'Returns the booking of a link, with its state and until when it can be moved or cancelled.',
    route: get('/bookings/:link_token', 'GetAgentBookingByLink', object('booking'), byLink),
    effect: 'read',
  },
  {
    name: 'find_times_to_move',
    title: 'Find times to move to',
    description: 'Lists the free times to which the booking of a link can move, from a date to a date.',
    route: get('/bookings/:link_token/times', 'ListAgentSlotsByLink', list('free_time'), {
      ...byLink,
      from: parameter('from'),
      to: parameter('to'),
      selectedResources: parameter('resource_ids'),
    }),
    effect: 'read',
    next: 'Move the booking with move_booking.',
  },
  {
    name: 'move_booking',
    title: 'Move a booking',
    description: 'Moves the booking of a link to another free time or event, until its changeable_until.',
    route: put('/bookings/:link_token', 'MoveAgentBookingByLink', object('booking'), {
      ...byLink,
      'input.bookedFrom': parameter('booked_from'),
      'input.bookedTo': parameter('booked_to'),
      'input.resourceId': parameter('resource_id'),
      'input.eventId': parameter('event_id'),
    }),
    effect: 'change',
  },
  {
    name: 'cancel_booking',
    title: 'Cancel a booking',
    description: 'Cancels the booking of a link, until its changeable_until. It cannot be undone: ask before.',
    route: put('/bookings/:link_token/cancel', 'CancelAgentBookingByLink', object('booking'), byLink),
    effect: 'end',
  },
];
