import { get, object, page, parameter, path, type Route } from '../route.js';

/** The change log, and the history of one object. */
export const changeRoutes: Route[] = [
  get('/changes', 'ListChanges', object('changes'), {
    after: parameter('after'),
    limit: parameter('limit'),
    extended: parameter('extended'),
  }),
  get('/bookings/:booking_id/changes', 'ListBookingHistory', page('change', 50), { id: path('booking_id') }),
  get('/people/:person_id/changes', 'ListPersonHistory', page('change', 50), { id: path('person_id') }),
  get('/events/:event_id/changes', 'ListEventHistory', page('change', 50), { id: path('event_id') }),
];
