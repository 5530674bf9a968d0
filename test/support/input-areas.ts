import type { Route } from '../../src/http/rest/route.js';
import {
  accountRoutes,
  changeRoutes,
  figureRoutes,
  messageTemplateRoutes,
  webHookRoutes,
} from '../../src/http/rest/routes/account.routes.js';
import { bookingRoutes, visitRoutes, waitlistRoutes } from '../../src/http/rest/routes/bookings.routes.js';
import {
  availabilityRoutes,
  calendarSourceRoutes,
  categoryRoutes,
  providerRoutes,
  resourceExceptionDateRoutes,
  resourceRoutes,
  rotaRoutes,
  serviceNeedRoutes,
  serviceOptionRoutes,
  serviceRoutes,
  slotRoutes,
  timeOffRoutes,
} from '../../src/http/rest/routes/catalog.routes.js';
import { eventRoutes } from '../../src/http/rest/routes/events.routes.js';
import { peopleRoutes } from '../../src/http/rest/routes/people.routes.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import {
  couponRoutes,
  documentRoutes,
  giftCardRoutes,
  orderRoutes,
  packageRoutes,
  taxRateRoutes,
} from '../../src/http/rest/routes/sales.routes.js';

/** All routes, by the test file that sends bad input to them. The files run in parallel. */
export const inputAreas = {
  account: accountRoutes,
  bookings: [...bookingRoutes, ...visitRoutes],
  events: eventRoutes,
  people: peopleRoutes,
  public: publicRoutes,
  resources: [
    ...calendarSourceRoutes,
    ...providerRoutes,
    ...resourceExceptionDateRoutes,
    ...resourceRoutes,
    ...rotaRoutes,
    ...timeOffRoutes,
  ],
  sales: [
    ...couponRoutes,
    ...documentRoutes,
    ...figureRoutes,
    ...giftCardRoutes,
    ...messageTemplateRoutes,
    ...orderRoutes,
    ...packageRoutes,
    ...taxRateRoutes,
    ...webHookRoutes,
  ],
  services: [
    ...categoryRoutes,
    ...changeRoutes,
    ...serviceRoutes,
    ...serviceNeedRoutes,
    ...serviceOptionRoutes,
    ...availabilityRoutes,
    ...slotRoutes,
  ],
  waitlist: waitlistRoutes,
} satisfies Record<string, readonly Route[]>;
