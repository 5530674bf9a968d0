import type { Lockable } from '../platform/database/locks.js';
import { Account } from './account/account.entity.js';
import { Booking } from './booking/booking.entity.js';
import { MessageRequest } from './booking/messages/message-request.entity.js';
import { CalendarFeed } from './calendar/calendar-feed.entity.js';
import { Category } from './category/category.entity.js';
import { Coupon } from './coupon/coupon.entity.js';
import { Event } from './event/event.entity.js';
import { FailedJob } from './failed-job/failed-job.entity.js';
import { GiftCard } from './gift-card/gift-card.entity.js';
import { Message } from './messaging/delivery/message.entity.js';
import { MessageTemplate, plannedMessageKind } from './messaging/templates/message-template.entity.js';
import { Order } from './order/order.entity.js';
import { PaymentSettings } from './payment/payment-settings.entity.js';
import { Person, personTreeKind } from './person/person.entity.js';
import { Provider } from './provider/provider.entity.js';
import { Recurrence } from './recurrence/recurrence.entity.js';
import { Resource } from './resource/resource.entity.js';
import { Service } from './service/service.entity.js';
import { AccountUser, ClientUserLink } from './user/user.entity.js';
import { WaitlistEntry } from './waitlist/waitlist-entry.entity.js';
import { WebHook } from './web-hook/web-hook.entity.js';
import { WebHookDelivery } from './web-hook/web-hook-delivery.entity.js';

/**
 * The order in which transactions lock objects of different kinds, so that they do not deadlock.
 * `AccountTransaction.lock` sorts the locks of one call; an action that calls it several times must follow this order.
 * The remaining deadlocks, such as when a booking joins an event while another transaction locks the event, are
 * retried.
 */
export const lockOrder = [
  // Work that creates bookings and messages.
  Recurrence,
  MessageRequest,
  plannedMessageKind,
  // An entry of the waitlist, before the booking that it is offered.
  WaitlistEntry,
  // A booking or an order without one, then the objects that limit it, then its people and their means of payment.
  Booking,
  Order,
  Event,
  Resource,
  Coupon,
  Person,
  personTreeKind,
  GiftCard,
  // The account comes before its users. A transaction locks only one of the others.
  Account,
  ClientUserLink,
  AccountUser,
  CalendarFeed,
  Category,
  FailedJob,
  Message,
  MessageTemplate,
  PaymentSettings,
  Provider,
  Service,
  WebHook,
  WebHookDelivery,
] as const satisfies readonly Lockable[];

/** The name of a kind of lock. */
export type LockKind = (typeof lockOrder)[number]['lockKind'];
