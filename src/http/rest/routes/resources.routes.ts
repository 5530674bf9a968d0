import { body, del, get, ifUnchanged, list, object, parameter, path, post, put } from '../route.js';

const id = { id: path('resource_id') };
const changed = ifUnchanged('resource', 'id');
const input = { input: body('resource') };
const range = { from: parameter('from'), to: parameter('to') };

/** spec, Resources */
export const resourceRoutes = [
  get('/resources', 'ListResources', list('resource')),
  get('/resources/opening_hours', 'ListOpeningHours', list('resource_opening_hours'), range),
  get('/resources/:resource_id/opening_hours', 'GetOpeningHours', list('resource_opening_hours'), {
    resourceId: path('resource_id'),
    ...range,
  }),
  get('/resources/:resource_id', 'GetResource', object('resource'), id),
  post('/resources', 'CreateResource', object('resource'), input),
  put('/resources/:resource_id', 'UpdateResource', object('resource'), { ...id, ...input }, changed),
  del('/resources/:resource_id', 'DeleteResource', object('resource'), id, changed),
];
