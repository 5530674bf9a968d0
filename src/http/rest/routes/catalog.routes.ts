import {
  body,
  del,
  filters,
  fixed,
  get,
  ifUnchanged,
  list,
  object,
  page,
  parameter,
  path,
  post,
  put,
} from '../route.js';

const serviceId = { id: path('service_id') };
const ifServiceUnchanged = ifUnchanged('service', 'id');
const serviceInput = { input: body('service') };
const ofType = (bookingType: string) => ({ 'filter.bookingType': fixed(bookingType) });

/** spec, Services */
export const serviceRoutes = [
  get('/services', 'ListServices', list('service')),
  get('/services/appointments', 'ListServices', list('service'), ofType('APPOINTMENT')),
  get('/services/attendances', 'ListServices', list('service'), ofType('ATTENDANCE')),
  get('/services/products', 'ListServices', list('service'), ofType('PRODUCT')),
  get('/services/gift_cards', 'ListServices', list('service'), ofType('GIFT_CARD')),
  get('/services/packages', 'ListServices', list('service'), ofType('PACKAGE')),
  get('/services/:service_id', 'GetService', object('service'), serviceId),
  post('/services', 'CreateService', object('service'), serviceInput),
  put(
    '/services/:service_id',
    'UpdateService',
    object('service'),
    { ...serviceId, ...serviceInput },
    ifServiceUnchanged,
  ),
  del('/services/:service_id', 'DeleteService', object('service'), serviceId, ifServiceUnchanged),
];

const needsPath = '/services/:service_id/needs';
const needPath = '/service_needs/:service_need_id';
const ofOneService = { serviceId: path('service_id') };
const needId = { id: path('service_need_id') };
const needInput = { input: body('service_need') };
const ifNeedUnchanged = ifUnchanged('service_need', 'id');

export const serviceNeedRoutes = [
  get(needsPath, 'ListNeedsOfService', list('service_need'), ofOneService),
  post(needsPath, 'CreateServiceNeed', object('service_need'), { ...ofOneService, ...needInput }),
  get(needPath, 'GetServiceNeed', object('service_need'), needId),
  put(needPath, 'UpdateServiceNeed', object('service_need'), { ...needId, ...needInput }, ifNeedUnchanged),
  del(needPath, 'DeleteServiceNeed', object('service_need'), needId, ifNeedUnchanged),
];

const optionId = { id: path('service_option_id') };
const optionInput = { input: body('service_option') };
const ifOptionUnchanged = ifUnchanged('service_option', 'id');
const groupId = { id: path('service_option_group_id') };
const groupInput = { input: body('service_option_group') };
const ifGroupUnchanged = ifUnchanged('service_option_group', 'id');
const optionsPath = '/services/:service_id/options';
const groupsPath = '/services/:service_id/option_groups';
const listedFor = { 'filter.serviceId': path('service_id') };

/** Beyond spec. */
export const serviceOptionRoutes = [
  get(optionsPath, 'ListServiceOptions', list('service_option'), listedFor),
  post(optionsPath, 'CreateServiceOption', object('service_option'), { ...ofOneService, ...optionInput }),
  get('/service_options/:service_option_id', 'GetServiceOption', object('service_option'), optionId),
  put(
    '/service_options/:service_option_id',
    'UpdateServiceOption',
    object('service_option'),
    { ...optionId, ...optionInput },
    ifOptionUnchanged,
  ),
  del(
    '/service_options/:service_option_id',
    'DeleteServiceOption',
    object('service_option'),
    optionId,
    ifOptionUnchanged,
  ),
  get(groupsPath, 'ListServiceOptionGroups', list('service_option_group'), listedFor),
  post(groupsPath, 'CreateServiceOptionGroup', object('service_option_group'), { ...ofOneService, ...groupInput }),
  get(
    '/service_option_groups/:service_option_group_id',
    'GetServiceOptionGroup',
    object('service_option_group'),
    groupId,
  ),
  put(
    '/service_option_groups/:service_option_group_id',
    'UpdateServiceOptionGroup',
    object('service_option_group'),
    { ...groupId, ...groupInput },
    ifGroupUnchanged,
  ),
  del(
    '/service_option_groups/:service_option_group_id',
    'DeleteServiceOptionGroup',
    object('service_option_group'),
    groupId,
    ifGroupUnchanged,
  ),
];

/** The options that visitors can choose, in the public API. */
export const publicOptionRoutes = [
  get(optionsPath, 'ListPublicServiceOptions', list('service_option'), listedFor),
  get(groupsPath, 'ListPublicServiceOptionGroups', list('service_option_group'), listedFor),
];

const categoryId = { id: path('category_id') };
const ifCategoryUnchanged = ifUnchanged('category', 'id');
const categoryInput = { input: body('category') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const categoryRoutes = [
  get('/categories', 'ListCategories', list('category')),
  get('/categories/:category_id', 'GetCategory', object('category'), categoryId),
  get('/categories/:category_id/services', 'ListServicesOfCategory', list('service'), {
    categoryId: path('category_id'),
  }),
  post('/categories', 'CreateCategory', object('category'), categoryInput),
  put(
    '/categories/:category_id',
    'UpdateCategory',
    object('category'),
    { ...categoryId, ...categoryInput },
    ifCategoryUnchanged,
  ),
  del('/categories/:category_id', 'DeleteCategory', object('category'), categoryId, ifCategoryUnchanged),
];

const about = {
  serviceId: path('service_id'),
  from: parameter('from'),
  selectedResources: parameter('selected_resources'),
  otherResources: parameter('other_resources'),
  intervals: parameter('intervals'),
  options: parameter('options'),
  personId: parameter('person_id'),
};

export const wantedTime = {
  serviceId: path('service_id'),
  'during.from': parameter('from'),
  'during.to': parameter('to'),
  resourceId: parameter('resource_id'),
  count: parameter('count'),
};

/** spec, Services; also in the public API */
export const slotRoutes = [
  get('/services/:service_id/slots', 'ListSlots', list('slot'), { ...about, to: parameter('to') }),
  get('/services/:service_id/available_dates', 'ListAvailableDates', list('available_date'), {
    ...about,
    to: parameter('to'),
  }),
  get('/services/:service_id/next_available_date', 'FindNextAvailableDate', list('available_date'), about),
  // A search, which has too much for a URL. It writes nothing.
  post('/visits/slots', 'ListVisitSlots', list('visit_slot'), {
    search: body('visit'),
    from: parameter('from'),
    to: parameter('to'),
  }),
];

/** spec, Services */
export const availabilityRoutes = [
  get('/services/:service_id/conflicts', 'ListTimeConflicts', list('conflict'), {
    ...wantedTime,
    personId: parameter('person_id'),
    bookingId: parameter('booking_id'),
  }),
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
  get('/bookings/:token/visit/slots', 'ListVisitSlotsByLink', list('visit_slot'), {
    token: path('token'),
    from: parameter('from'),
    to: parameter('to'),
  }),
];

const resourceId = { id: path('resource_id') };
const ifResourceUnchanged = ifUnchanged('resource', 'id');
const resourceInput = { input: body('resource') };
const range = { from: parameter('from'), to: parameter('to') };

/** spec, Resources */
export const resourceRoutes = [
  get('/resources', 'ListResources', list('resource')),
  get('/resources/opening_hours', 'ListOpeningHours', list('resource_opening_hours'), range),
  get('/resources/:resource_id/opening_hours', 'GetOpeningHours', list('resource_opening_hours'), {
    resourceId: path('resource_id'),
    ...range,
  }),
  get('/resources/:resource_id', 'GetResource', object('resource'), resourceId),
  post('/resources', 'CreateResource', object('resource'), resourceInput),
  put(
    '/resources/:resource_id',
    'UpdateResource',
    object('resource'),
    { ...resourceId, ...resourceInput },
    ifResourceUnchanged,
  ),
  del('/resources/:resource_id', 'DeleteResource', object('resource'), resourceId, ifResourceUnchanged),
];

const datesPath = '/resources/:resource_id/exception_dates';
const datePath = `${datesPath}/:exception_date`;
const dateWrapper = 'resource_exception_date';

const ofResource = { resourceId: path('resource_id') };
/** An exception date is locked with its resource. */
const ifDatesUnchanged = ifUnchanged('resource', 'resourceId');
const ofDate = { ...ofResource, exceptionDate: path('exception_date') };
const ofService = { serviceId: parameter('service_id') };
/** The service in the URL takes precedence over the one in the object: it identifies the entry. */
const dateInput = { ...ofDate, input: body(dateWrapper), 'input.serviceId': parameter('service_id') };
const dateEntries = { ...ofResource, resourceExceptionDates: body('resource_exception_dates') };

/** spec, Resource exception dates */
export const resourceExceptionDateRoutes = [
  get(datesPath, 'ListResourceExceptionDates', page(dateWrapper, 50), {
    ...ofResource,
    ...ofService,
    from: parameter('from'),
    to: parameter('to'),
  }),
  get(datePath, 'GetResourceExceptionDate', object(dateWrapper), { ...ofDate, ...ofService }),
  post(datePath, 'SaveResourceExceptionDate', object(dateWrapper), dateInput, ifDatesUnchanged),
  put(datePath, 'SaveResourceExceptionDate', object(dateWrapper), dateInput, ifDatesUnchanged),
  post(datesPath, 'SaveResourceExceptionDates', list(dateWrapper), dateEntries),
  put(datesPath, 'SaveResourceExceptionDates', list(dateWrapper), dateEntries),
  del(datePath, 'DeleteResourceExceptionDate', object(dateWrapper), { ...ofDate, ...ofService }, ifDatesUnchanged),
];

const rotaId = { id: path('rota_id') };
const rotaInput = { input: body('rota') };
const ifRotaUnchanged = ifUnchanged('rota', 'id');

export const rotaRoutes = [
  get('/rotas', 'ListRotas', page('rota', 50), filters({ resourceId: 'resource_id' })),
  post('/rotas', 'CreateRota', object('rota'), rotaInput),
  get('/rotas/:rota_id', 'GetRota', object('rota'), rotaId),
  put('/rotas/:rota_id', 'UpdateRota', object('rota'), { ...rotaId, ...rotaInput }, ifRotaUnchanged),
  del('/rotas/:rota_id', 'DeleteRota', object('rota'), rotaId, ifRotaUnchanged),
];

const timeOffId = { id: path('time_off_id') };
const timeOffInput = { input: body('time_off') };
const timeOffPath = '/time_off/:time_off_id';
const timeOffFilters = filters({ resourceId: 'resource_id', state: 'state', from: 'from', to: 'to' });
const note = { note: parameter('note') };
const ifTimeOffUnchanged = ifUnchanged('time_off', 'id');

export const timeOffRoutes = [
  get('/time_off', 'ListTimeOff', page('time_off', 50), timeOffFilters),
  post('/time_off', 'CreateTimeOff', object('time_off'), timeOffInput),
  get(timeOffPath, 'GetTimeOff', object('time_off'), timeOffId),
  get(`${timeOffPath}/conflicts`, 'ListTimeOffConflicts', list('conflict'), timeOffId),
  put(`${timeOffPath}/approve`, 'ApproveTimeOff', object('time_off'), { ...timeOffId, ...note }, ifTimeOffUnchanged),
  put(`${timeOffPath}/decline`, 'DeclineTimeOff', object('time_off'), { ...timeOffId, ...note }, ifTimeOffUnchanged),
  put(`${timeOffPath}/withdraw`, 'WithdrawTimeOff', object('time_off'), timeOffId, ifTimeOffUnchanged),
];

const sourceId = { id: path('calendar_source_id') };
const sourceInput = { input: body('calendar_source') };
const ifSourceUnchanged = ifUnchanged('calendar_source', 'id');
const sourcePath = '/calendar_sources/:calendar_source_id';

/** The calendars of other programs that occupy resources. */
export const calendarSourceRoutes = [
  get('/calendar_sources', 'ListCalendarSources', list('calendar_source'), filters({ resourceId: 'resource_id' })),
  post('/calendar_sources', 'CreateCalendarSource', object('calendar_source'), sourceInput),
  get(sourcePath, 'GetCalendarSource', object('calendar_source'), sourceId),
  put(
    sourcePath,
    'UpdateCalendarSource',
    object('calendar_source'),
    { ...sourceId, ...sourceInput },
    ifSourceUnchanged,
  ),
  del(sourcePath, 'DeleteCalendarSource', object('calendar_source'), sourceId, ifSourceUnchanged),
  get(`${sourcePath}/entries`, 'ListCalendarSourceEntries', page('calendar_source_entry', 50), {
    calendarSourceId: path('calendar_source_id'),
    ...filters({ state: 'state' }),
  }),
  post(
    '/calendar_source_entries/:calendar_source_entry_id/resend',
    'ResendCalendarSourceEntry',
    object('calendar_source_entry'),
    {
      id: path('calendar_source_entry_id'),
    },
  ),
  get(`${sourcePath}/calendars`, 'ListCalendarsOfSource', list('calendar'), sourceId),
  post(`${sourcePath}/read`, 'ReadCalendarSource', object('calendar_source'), sourceId, ifSourceUnchanged),
];

const providerId = { id: path('provider_id') };
const ifProviderUnchanged = ifUnchanged('provider', 'id');
const providerInput = { input: body('provider') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const providerRoutes = [
  get('/providers', 'ListProviders', list('provider')),
  get('/providers/:provider_id', 'GetProvider', object('provider'), providerId),
  post('/providers', 'CreateProvider', object('provider'), providerInput),
  put(
    '/providers/:provider_id',
    'UpdateProvider',
    object('provider'),
    { ...providerId, ...providerInput },
    ifProviderUnchanged,
  ),
  del('/providers/:provider_id', 'DeleteProvider', object('provider'), providerId, ifProviderUnchanged),
];
