import type { Route } from '../route.js';
import { accountRoutes } from './account.routes.js';
import { bookingRoutes } from './bookings.routes.js';
import { categoryRoutes } from './categories.routes.js';
import { changeRoutes } from './changes.routes.js';
import { couponRoutes } from './coupons.routes.js';
import { eventRoutes } from './events.routes.js';
import { figureRoutes } from './figures.routes.js';
import { giftCardRoutes } from './gift-cards.routes.js';
import { messageTemplateRoutes } from './message-templates.routes.js';
import { orderRoutes } from './orders.routes.js';
import { peopleRoutes } from './people.routes.js';
import { providerRoutes } from './providers.routes.js';
import { resourceExceptionDateRoutes } from './resource-exception-dates.routes.js';
import { resourceRoutes } from './resources.routes.js';
import { serviceRoutes } from './services.routes.js';
import { availabilityRoutes, slotRoutes } from './slots.routes.js';
import { waitlistRoutes } from './waitlist.routes.js';
import { webHookRoutes } from './web-hooks.routes.js';

/** All routes of the private API. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...bookingRoutes,
  ...changeRoutes,
  ...categoryRoutes,
  ...availabilityRoutes,
  ...slotRoutes,
  ...couponRoutes,
  ...eventRoutes,
  ...messageTemplateRoutes,
  ...figureRoutes,
  ...giftCardRoutes,
  ...orderRoutes,
  ...peopleRoutes,
  ...providerRoutes,
  ...resourceExceptionDateRoutes,
  ...resourceRoutes,
  ...serviceRoutes,
  ...waitlistRoutes,
  ...webHookRoutes,
];
