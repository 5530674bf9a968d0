import type { Route } from '../../src/gateway/route.js';
import { accountRoutes } from '../../src/gateway/routes/account.routes.js';
import { bookingRoutes } from '../../src/gateway/routes/bookings.routes.js';
import { categoryRoutes } from '../../src/gateway/routes/categories.routes.js';
import { changeRoutes } from '../../src/gateway/routes/changes.routes.js';
import { couponRoutes } from '../../src/gateway/routes/coupons.routes.js';
import { eventRoutes } from '../../src/gateway/routes/events.routes.js';
import { giftCardRoutes } from '../../src/gateway/routes/gift-cards.routes.js';
import { messageTemplateRoutes } from '../../src/gateway/routes/message-templates.routes.js';
import { orderRoutes } from '../../src/gateway/routes/orders.routes.js';
import { peopleRoutes } from '../../src/gateway/routes/people.routes.js';
import { providerRoutes } from '../../src/gateway/routes/providers.routes.js';
import { publicRoutes } from '../../src/gateway/routes/public.routes.js';
import { resourceExceptionDateRoutes } from '../../src/gateway/routes/resource-exception-dates.routes.js';
import { resourceRoutes } from '../../src/gateway/routes/resources.routes.js';
import { serviceRoutes } from '../../src/gateway/routes/services.routes.js';
import { availabilityRoutes, slotRoutes } from '../../src/gateway/routes/slots.routes.js';
import { webHookRoutes } from '../../src/gateway/routes/web-hooks.routes.js';

/** All rows, by the files that send bad input to them: those run side by side. */
export const inputAreas = {
  account: accountRoutes,
  bookings: bookingRoutes,
  events: eventRoutes,
  people: peopleRoutes,
  public: publicRoutes,
  resources: [...providerRoutes, ...resourceExceptionDateRoutes, ...resourceRoutes],
  sales: [...couponRoutes, ...giftCardRoutes, ...messageTemplateRoutes, ...orderRoutes, ...webHookRoutes],
  services: [...categoryRoutes, ...changeRoutes, ...serviceRoutes, ...availabilityRoutes, ...slotRoutes],
} satisfies Record<string, readonly Route[]>;
