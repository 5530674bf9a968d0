import {
  body,
  del,
  filters,
  get,
  ifOccurrenceUnchanged,
  ifUnchanged,
  object,
  page,
  parameter,
  path,
  post,
  put,
} from '../route.js';

const id = { id: path('event_id') };
const changed = ifUnchanged('event', 'id');
const input = { input: body('event') };
const series = {
  collectionId: path('collection_id'),
  scope: parameter('scope'),
  from: parameter('from'),
  ifSeriesRevision: parameter('if_series_revision'),
};
const occurrenceChanged = ifOccurrenceUnchanged('event', '/events/:event_id');

const listing = {
  ...filters({
    serviceId: 'service_id',
    resourceId: 'resource_id',
    start: 'start',
    end: 'end',
    'during.from': 'during_from',
    'during.to': 'during_to',
    since: 'since',
  }),
  order: parameter('order'),
};

/** spec, Events */
export const eventRoutes = [
  get('/events', 'ListEvents', page('event', 50), listing),
  get('/events/:event_id', 'GetEvent', object('event'), id),
  post('/events', 'CreateEvent', object('event'), input),
  put('/events/:event_id', 'UpdateEvent', object('event'), { ...id, ...input }, changed),
  del('/events/:event_id', 'DeleteEvent', object('event'), id, changed),
  post('/events/recurring', 'CreateRecurringEvents', object('collection_id'), {
    ...input,
    recurrence: parameter('recurrence', 'recurring'),
  }),
  put(
    '/events/recurring/:collection_id',
    'UpdateRecurringEvents',
    object('collection_id'),
    { ...series, ...input },
    occurrenceChanged,
  ),
  del('/events/recurring/:collection_id', 'DeleteRecurringEvents', object('collection_id'), series, occurrenceChanged),
  post('/events/recurring/:collection_id/left_out', 'AddLeftOutEvent', object('event'), {
    collectionId: path('collection_id'),
    'date.from': parameter('from'),
    ...input,
  }),
  get('/events/recurring/:collection_id', 'ListRecurringEvents', page('event', 50), {
    ...listing,
    collectionId: path('collection_id'),
  }),
];
