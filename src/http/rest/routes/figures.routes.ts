import { filters, get, object, parameter } from '../route.js';

const grouped = {
  'during.from': parameter('from'),
  'during.to': parameter('to'),
  groupBy: parameter('group_by'),
  compare: parameter('compare'),
};

/** Figures for dashboards, beyond the spec. */
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
  get('/figures/people', 'GetPeopleFigures', object('people_figures'), {
    ...grouped,
    atRiskAfterDays: parameter('at_risk_after_days'),
    top: parameter('top'),
  }),
  get('/figures/operations', 'GetOperationFigures', object('operation_figures'), grouped),
];
