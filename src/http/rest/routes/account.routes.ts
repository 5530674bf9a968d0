import {
  body,
  del,
  filters,
  get,
  ifUnchanged,
  list,
  object,
  page,
  parameter,
  path,
  post,
  put,
  type Route,
} from '../route.js';

const userId = { id: path('user_link_id') };
const changedUser = ifUnchanged('user_link', 'id');
const user = { input: body('user', { phonenumber: 'phone_number' }, 'client_user_link') };

const advance = { to: parameter('to'), by: parameter('by') };

const overlap = { overlapHours: parameter('overlap_hours') };

/** spec, Account */
export const accountRoutes = [
  get('/client', 'GetAccount', object('client')),
  put(
    '/client',
    'UpdateAccount',
    object('client'),
    {
      input: body('client'),
      'input.removeLogo': parameter('remove_logo'),
      'input.force': parameter('force'),
    },
    ifUnchanged('account'),
  ),
  get('/client/secret', 'GetAccountSecret', object('client_secret')),
  put('/client/rotate_secret', 'RotateAccountSecret', object('client_secret'), overlap),
  { ...get('/test_clock', 'GetTestClock', object('test_clock')), mayBeMissing: true },
  {
    ...put('/test_clock', 'AdvanceClock', object('test_clock'), advance, ifUnchanged('account')),
    mayBeMissing: true,
  },
  get('/client/holidays', 'ListHolidays', list('holiday'), { from: parameter('from'), to: parameter('to') }),
  get('/client/users', 'ListClientUsers', list('client_user_link')),
  get('/client/users/:user_link_id', 'GetClientUser', object('client_user_link'), userId),
  post('/client/users', 'CreateClientUser', object('client_user_link'), user),
  put(
    '/client/users/:user_link_id',
    'UpdateClientUser',
    object('client_user_link'),
    { ...userId, ...user },
    changedUser,
  ),
  del('/client/users/:user_link_id', 'DeleteClientUser', object('client_user_link'), userId, changedUser),
];

const templateId = { id: path('message_template_id') };
const ifTemplateUnchanged = ifUnchanged('message_template', 'id');
const templateInput = { input: body('message_template') };

/** Message templates (contract of message templates). */
export const messageTemplateRoutes = [
  get('/message_templates', 'ListMessageTemplates', list('message_template')),
  get('/message_templates/:message_template_id', 'GetMessageTemplate', object('message_template'), templateId),
  post('/message_templates', 'CreateMessageTemplate', object('message_template'), templateInput),
  put(
    '/message_templates/:message_template_id',
    'UpdateMessageTemplate',
    object('message_template'),
    {
      ...templateId,
      ...templateInput,
    },
    ifTemplateUnchanged,
  ),
  del(
    '/message_templates/:message_template_id',
    'DeleteMessageTemplate',
    object('message_template'),
    templateId,
    ifTemplateUnchanged,
  ),
];

const webHookId = { id: path('web_hook_id') };
const ifWebHookUnchanged = ifUnchanged('web_hook', 'id');
const webHookInput = { input: body('web_hook') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const webHookRoutes = [
  get('/web_hooks', 'ListWebHooks', list('web_hook')),
  get('/web_hooks/:web_hook_id', 'GetWebHook', object('web_hook'), webHookId),
  post('/web_hooks', 'CreateWebHook', object('web_hook'), webHookInput),
  put(
    '/web_hooks/:web_hook_id',
    'UpdateWebHook',
    object('web_hook'),
    { ...webHookId, ...webHookInput },
    ifWebHookUnchanged,
  ),
  del('/web_hooks/:web_hook_id', 'DeleteWebHook', object('web_hook'), webHookId, ifWebHookUnchanged),
  get('/web_hooks/:web_hook_id/secret', 'GetWebHookSecret', object('web_hook_secret'), webHookId),
  put(
    '/web_hooks/:web_hook_id/rotate_secret',
    'RotateWebHookSecret',
    object('web_hook'),
    { ...webHookId, ...overlap },
    ifWebHookUnchanged,
  ),
  post('/web_hooks/:web_hook_id/test', 'TestWebHook', object('web_hook_delivery'), webHookId),
  post('/web_hooks/:web_hook_id/replay', 'ReplayWebHook', object('web_hook_replay'), {
    ...webHookId,
    since: parameter('since'),
    until: parameter('until'),
    after: parameter('after'),
  }),
];

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

const grouped = {
  'during.from': parameter('from'),
  'during.to': parameter('to'),
  groupBy: parameter('group_by'),
  compare: parameter('compare'),
};

/** Figures for dashboards (beyond the spec). */
export const figureRoutes = [
  get('/figures/bookings', 'GetBookingFigures', object('booking_figures'), {
    ...grouped,
    ...filters({
      serviceId: 'service_id',
      resourceId: 'resource_id',
      eventId: 'event_id',
      personId: 'person_id',
      state: 'state',
    }),
    extended: parameter('extended'),
  }),
  get('/figures/utilisation', 'GetUtilisationFigures', object('utilisation_figures'), {
    ...grouped,
    ...filters({ resourceId: 'resource_id', serviceId: 'service_id' }),
  }),
  get('/figures/revenue', 'GetRevenueFigures', object('revenue_figures'), grouped),
  get('/figures/payments', 'GetPaymentFigures', object('payment_figures'), grouped),
  get('/figures/tips', 'GetTipFigures', object('tip_figures'), grouped),
  get('/figures/people', 'GetPeopleFigures', object('people_figures'), {
    ...grouped,
    atRiskAfterDays: parameter('at_risk_after_days'),
    top: parameter('top'),
  }),
  get('/figures/operations', 'GetOperationFigures', object('operation_figures'), grouped),
];
