import {
  body,
  del,
  filters,
  get,
  ifUnchanged,
  object,
  page,
  parameter,
  path,
  post,
  put,
  type Route,
} from '../route.js';

const id = { id: path('waitlist_entry_id') };
const changed = ifUnchanged('waitlist_entry', 'id');
const input = { input: body('waitlist_entry', { phonenumber: 'phone_number' }) };

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
  get('/waitlist/:waitlist_entry_id', 'GetWaitlistEntry', object('waitlist_entry'), id),
  post('/waitlist', 'CreateWaitlistEntry', object('waitlist_entry'), input),
  put('/waitlist/:waitlist_entry_id', 'UpdateWaitlistEntry', object('waitlist_entry'), { ...id, ...input }, changed),
  del('/waitlist/:waitlist_entry_id', 'RemoveWaitlistEntry', object('waitlist_entry'), id, changed),
  put(
    '/waitlist/:waitlist_entry_id/offer',
    'OfferWaitlistEntry',
    object('waitlist_entry'),
    { ...id, bookedFrom: parameter('booked_from'), resourceId: parameter('resource_id') },
    changed,
  ),
];
