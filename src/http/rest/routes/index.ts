import type { Route } from '../route.js';
import { accountRoutes, changeRoutes, figureRoutes, messageTemplateRoutes, webHookRoutes } from './account.routes.js';
import { bookingRoutes, visitRoutes, waitlistRoutes } from './bookings.routes.js';
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
} from './catalog.routes.js';
import { eventRoutes } from './events.routes.js';
import { peopleRoutes } from './people.routes.js';
import {
  couponRoutes,
  documentRoutes,
  giftCardRoutes,
  orderRoutes,
  packageRoutes,
  taxRateRoutes,
} from './sales.routes.js';

/** All routes of the private API. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...bookingRoutes,
  ...changeRoutes,
  ...categoryRoutes,
  ...availabilityRoutes,
  ...slotRoutes,
  ...couponRoutes,
  ...documentRoutes,
  ...eventRoutes,
  ...messageTemplateRoutes,
  ...figureRoutes,
  ...giftCardRoutes,
  ...packageRoutes,
  ...orderRoutes,
  ...peopleRoutes,
  ...providerRoutes,
  ...resourceExceptionDateRoutes,
  ...calendarSourceRoutes,
  ...resourceRoutes,
  ...rotaRoutes,
  ...serviceRoutes,
  ...serviceNeedRoutes,
  ...serviceOptionRoutes,
  ...taxRateRoutes,
  ...timeOffRoutes,
  ...visitRoutes,
  ...waitlistRoutes,
  ...webHookRoutes,
];
