import { reference } from '../platform/database/reference.js';
import { ApiKey } from './account/api-key.entity.js';
import { SlotType } from './availability/slot.type.js';
import { Booking } from './booking/booking.entity.js';
import { CalendarFeed } from './calendar/calendar-feed.entity.js';
import { Category } from './category/category.entity.js';
import { Coupon } from './coupon/coupon.entity.js';
import { Event } from './event/event.entity.js';
import { ApiKeyRequestCounts, WebHookDeliveryCounts } from './figures/operation-figures.js';
import { GiftCard } from './gift-card/gift-card.entity.js';
import { Message } from './messaging/delivery/message.entity.js';
import { Order } from './order/order.entity.js';
import { OrderLineItem } from './order/order-line-item.entity.js';
import { OrderPayment } from './order/order-payment.entity.js';
import { Person } from './person/person.entity.js';
import { Provider } from './provider/provider.entity.js';
import { Resource } from './resource/resource.entity.js';
import { ResourceExceptionDate } from './resource/resource-exception-date.entity.js';
import { Service } from './service/service.entity.js';
import { WebHook } from './web-hook/web-hook.entity.js';
import { WebHookDelivery } from './web-hook/web-hook-delivery.entity.js';

// The references between the features. Those of bookings, orders and users are declared at the entity, because the
// server's own code reads them, too.
const required = { nullable: false };

reference('couponId', () => Coupon, { description: 'The coupon that reduces its price.' })(Booking.prototype, 'coupon');
reference('bookedByPersonId', () => Person, {
  description: 'The person who made the booking, if it is for another person.',
})(Booking.prototype, 'bookedByPerson');
reference('resourceId', () => Resource, { description: 'The resource whose calendar it is.' })(
  CalendarFeed.prototype,
  'resource',
);
reference('personId', () => Person, { description: 'The person whose calendar it is.' })(
  CalendarFeed.prototype,
  'person',
);
reference('parentId', () => Category, { description: 'The parent category. Null for a root.' })(
  Category.prototype,
  'parent',
);
reference('resourceId', () => Resource, { ...required, description: 'The resource that the event takes.' })(
  Event.prototype,
  'resource',
);
reference('serviceId', () => Service, { ...required, description: 'The service that the event offers.' })(
  Event.prototype,
  'service',
);
reference('personId', () => Person, { description: 'The owner.' })(GiftCard.prototype, 'person');
reference('purchasedByPersonId', () => Person, { description: 'The person who bought it.' })(
  GiftCard.prototype,
  'purchasedByPerson',
);
reference('orderLineItemId', () => OrderLineItem, {
  description: 'The item of the order that sold it. Null if it was not sold by an order.',
})(GiftCard.prototype, 'orderLineItem');
reference('personId', () => Person, { description: 'The person to whom it is sent.' })(Message.prototype, 'person');
reference('bookingId', () => Booking, { description: 'The booking that it is about.' })(Message.prototype, 'booking');
reference('orderId', () => Order, { ...required, description: 'The order of the item.' })(
  OrderLineItem.prototype,
  'order',
);
reference('bookingId', () => Booking, { description: 'The booking that is sold.' })(OrderLineItem.prototype, 'booking');
reference('serviceId', () => Service, { description: 'The service that is sold.' })(OrderLineItem.prototype, 'service');
reference('giftCardId', () => GiftCard, { description: 'The last gift card that paid for it.' })(
  OrderLineItem.prototype,
  'giftCard',
);
reference('orderId', () => Order, { ...required, description: 'The order that was paid.' })(
  OrderPayment.prototype,
  'order',
);
reference('giftCardId', () => GiftCard, { description: 'The gift card that paid.' })(
  OrderPayment.prototype,
  'giftCard',
);
reference('parentId', () => Person, { description: 'The parent, such as of a child who is booked for.' })(
  Person.prototype,
  'parent',
);
reference('resourceId', () => Resource, { ...required, description: 'The resource that offers the service.' })(
  Provider.prototype,
  'resource',
);
reference('serviceId', () => Service, { ...required, description: 'The service that is offered.' })(
  Provider.prototype,
  'service',
);
reference('resourceId', () => Resource, { ...required, description: 'The resource whose hours differ.' })(
  ResourceExceptionDate.prototype,
  'resource',
);
reference('serviceId', () => Service, { description: 'The service for which they differ. Null means all services.' })(
  ResourceExceptionDate.prototype,
  'service',
);
reference('eventId', () => Event, {
  description: 'The event to book, if the service is an attendance service. Null otherwise.',
})(SlotType.prototype, 'event');
reference('apiKeyId', () => ApiKey, {
  description: 'The API key. Null without the permission to change the account.',
})(ApiKeyRequestCounts.prototype, 'apiKey');
reference('webHookId', () => WebHook, { ...required, description: 'The webhook.' })(
  WebHookDeliveryCounts.prototype,
  'webHook',
);
reference('webHookId', () => WebHook, { ...required, description: 'The webhook that gets the delivery.' })(
  WebHookDelivery.prototype,
  'webHook',
);
