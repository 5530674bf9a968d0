import type { EntityClass } from '@mikro-orm/core';
import type { ConstraintMessages } from '../platform/database/constraints.js';
import type { DatabaseModel } from '../platform/database/database.js';
import { Account } from './account/account.entity.js';
import { ApiKey } from './account/api-key.entity.js';
import { Booking } from './booking/booking.entity.js';
import { MessageRequest } from './booking/messages/message-request.entity.js';
import { CalendarFeed } from './calendar/calendar-feed.entity.js';
import { Category } from './category/category.entity.js';
import { Coupon } from './coupon/coupon.entity.js';
import { Event } from './event/event.entity.js';
import { FailedJob } from './failed-job/failed-job.entity.js';
import { GiftCard } from './gift-card/gift-card.entity.js';
import { lockOrder } from './lock-order.js';
import { Message } from './messaging/delivery/message.entity.js';
import { MessageTemplate } from './messaging/templates/message-template.entity.js';
import { Order } from './order/order.entity.js';
import { OrderLineItem } from './order/order-line-item.entity.js';
import { OrderPayment } from './order/order-payment.entity.js';
import { PaymentRefund } from './order/payment-refund.entity.js';
import { PaymentCheckout } from './payment/payment-checkout.entity.js';
import { PaymentSettings } from './payment/payment-settings.entity.js';
import { Person } from './person/person.entity.js';
import { Provider } from './provider/provider.entity.js';
import { Recurrence } from './recurrence/recurrence.entity.js';
import { Resource } from './resource/resource.entity.js';
import { ResourceExceptionDate } from './resource/resource-exception-date.entity.js';
import { Service } from './service/service.entity.js';
import { AccountUser, ClientUserLink } from './user/user.entity.js';
import { WaitlistEntry } from './waitlist/waitlist-entry.entity.js';
import { WebHook } from './web-hook/web-hook.entity.js';
import { WebHookDelivery } from './web-hook/web-hook-delivery.entity.js';

/** All entities, for the ORM. */
export const entities: EntityClass<object>[] = [
  Account,
  AccountUser,
  ApiKey,
  Booking,
  CalendarFeed,
  Category,
  ClientUserLink,
  Event,
  FailedJob,
  Message,
  MessageRequest,
  MessageTemplate,
  Coupon,
  GiftCard,
  Order,
  OrderLineItem,
  OrderPayment,
  PaymentCheckout,
  PaymentRefund,
  PaymentSettings,
  Person,
  Provider,
  Recurrence,
  Resource,
  ResourceExceptionDate,
  Service,
  WaitlistEntry,
  WebHook,
  WebHookDelivery,
];

/** The entities, lock order and constraint messages that the features register with the database. */
export const databaseModel: DatabaseModel = {
  entities,
  lockOrder,
  constraintMessages: Object.assign({}, ...entities.map(constraintMessagesOf)),
};

function constraintMessagesOf(entity: EntityClass<object> & { constraintMessages?: ConstraintMessages }): object {
  return entity.constraintMessages ?? {};
}
