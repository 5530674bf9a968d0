import { body, del, get, ifUnchanged, list, object, page, parameter, path, post, put } from '../route.js';

const all = '/resources/:resource_id/exception_dates';
const one = `${all}/:exception_date`;
const wrapper = 'resource_exception_date';

const resource = { resourceId: path('resource_id') };
/** An exception date is locked with its resource. */
const changed = ifUnchanged('resource', 'resourceId');
const date = { ...resource, exceptionDate: path('exception_date') };
const ofService = { serviceId: parameter('service_id') };
/** The service in the URL takes precedence over the one in the object: it identifies the entry. */
const input = { ...date, input: body(wrapper), 'input.serviceId': parameter('service_id') };
const entries = { ...resource, resourceExceptionDates: body('resource_exception_dates') };

/** spec, Resource exception dates */
export const resourceExceptionDateRoutes = [
  get(all, 'ListResourceExceptionDates', page(wrapper, 50), {
    ...resource,
    ...ofService,
    from: parameter('from'),
    to: parameter('to'),
  }),
  get(one, 'GetResourceExceptionDate', object(wrapper), { ...date, ...ofService }),
  post(one, 'SaveResourceExceptionDate', object(wrapper), input, changed),
  put(one, 'SaveResourceExceptionDate', object(wrapper), input, changed),
  post(all, 'SaveResourceExceptionDates', list(wrapper), entries),
  put(all, 'SaveResourceExceptionDates', list(wrapper), entries),
  del(one, 'DeleteResourceExceptionDate', object(wrapper), { ...date, ...ofService }, changed),
];
