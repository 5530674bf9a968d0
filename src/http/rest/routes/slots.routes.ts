import { get, list, parameter, path } from '../route.js';

const about = {
  serviceId: path('service_id'),
  from: parameter('from'),
  selectedResources: parameter('selected_resources'),
  intervals: parameter('intervals'),
};

/** spec, Services; also in the public API */
export const slotRoutes = [
  get('/services/:service_id/slots', 'ListSlots', list('slot'), { ...about, to: parameter('to') }),
  get('/services/:service_id/available_dates', 'ListAvailableDates', list('available_date'), {
    ...about,
    to: parameter('to'),
  }),
  get('/services/:service_id/next_available_date', 'FindNextAvailableDate', list('available_date'), about),
];

/** spec, Services */
export const availabilityRoutes = [
  get('/services/:service_id/availability', 'ListAvailableResources', list('resource'), {
    ...about,
    to: parameter('to'),
  }),
];

const move = {
  token: path('token'),
  from: parameter('from'),
  selectedResources: parameter('selected_resources'),
};

/** The times to which the booking of a link can move. */
export const linkSlotRoutes = [
  get('/bookings/:token/slots', 'ListSlotsByLink', list('slot'), { ...move, to: parameter('to') }),
  get('/bookings/:token/available_dates', 'ListAvailableDatesByLink', list('available_date'), {
    ...move,
    to: parameter('to'),
  }),
  get('/bookings/:token/next_available_date', 'FindNextAvailableDateByLink', list('available_date'), move),
];
