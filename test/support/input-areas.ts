import type { Route } from '../../src/http/rest/route.js';
import { accountRoutes } from '../../src/http/rest/routes/account.routes.js';
import { bookingRoutes } from '../../src/http/rest/routes/bookings.routes.js';
import { categoryRoutes } from '../../src/http/rest/routes/categories.routes.js';
import { changeRoutes } from '../../src/http/rest/routes/changes.routes.js';
import { couponRoutes } from '../../src/http/rest/routes/coupons.routes.js';
import { eventRoutes } from '../../src/http/rest/routes/events.routes.js';
import { figureRoutes } from '../../src/http/rest/routes/figures.routes.js';
import { giftCardRoutes } from '../../src/http/rest/routes/gift-cards.routes.js';
import { messageTemplateRoutes } from '../../src/http/rest/routes/message-templates.routes.js';
import { orderRoutes } from '../../src/http/rest/routes/orders.routes.js';
import { peopleRoutes } from '../../src/http/rest/routes/people.routes.js';
import { providerRoutes } from '../../src/http/rest/routes/providers.routes.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { resourceExceptionDateRoutes } from '../../src/http/rest/routes/resource-exception-dates.routes.js';
import { resourceRoutes } from '../../src/http/rest/routes/resources.routes.js';
import { serviceRoutes } from '../../src/http/rest/routes/services.routes.js';
import { availabilityRoutes, slotRoutes } from '../../src/http/rest/routes/slots.routes.js';
import { waitlistRoutes } from '../../src/http/rest/routes/waitlist.routes.js';
import { webHookRoutes } from '../../src/http/rest/routes/web-hooks.routes.js';

/** All routes, by the test file that sends bad input to them. The files run in parallel. */
export const inputAreas = {
  account: accountRoutes,
  bookings: bookingRoutes,
  events: eventRoutes,
  people: peopleRoutes,
  public: publicRoutes,
  resources: [...providerRoutes, ...resourceExceptionDateRoutes, ...resourceRoutes],
  sales: [
    ...couponRoutes,
    ...figureRoutes,
    ...giftCardRoutes,
    ...messageTemplateRoutes,
    ...orderRoutes,
    ...webHookRoutes,
  ],
  services: [...categoryRoutes, ...changeRoutes, ...serviceRoutes, ...availabilityRoutes, ...slotRoutes],
  waitlist: waitlistRoutes,
} satisfies Record<string, readonly Route[]>;
