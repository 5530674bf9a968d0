import { get, list, object, parameter, path, type Route } from '../route.js';
import { publicRoutes } from './public.routes.js';

/** The public API, and what only the pages of a site read. Not served over HTTP. */
export const pageRoutes: readonly Route[] = [
  ...publicRoutes,
  get('/site', 'GetSite', object('site')),
  get('/services/:service_id/form', 'GetServiceForm', object('service'), { id: path('service_id') }),
  get('/services/:service_id/resources', 'ListResourcesOfPage', list('resource'), {
    serviceId: path('service_id'),
    from: parameter('from'),
    to: parameter('to'),
  }),
];
