import { Booking } from './booking/booking.entity.js';
import type { BookingFilter } from './booking/booking.input.js';
import { bookingList } from './booking/booking.queries.js';
import { BookingState } from './booking-states.js';
import { calendarFeedList } from './calendar/calendar-feed.queries.js';
import { Category } from './category/category.entity.js';
import { categoryList } from './category/category.queries.js';
import { Coupon } from './coupon/coupon.entity.js';
import { Event } from './event/event.entity.js';
import { eventList } from './event/event.queries.js';
import { GiftCard } from './gift-card/gift-card.entity.js';
import { giftCardList, issuedGiftCardList } from './gift-card/gift-card.queries.js';
import { messageList } from './messaging/delivery/message.queries.js';
import { MessageTemplate } from './messaging/templates/message-template.entity.js';
import { messageTemplateList } from './messaging/templates/message-template.queries.js';
import { Order } from './order/order.entity.js';
import { orderLineItemList, orderList, orderPaymentList } from './order/order.queries.js';
import { OrderLineItem } from './order/order-line-item.entity.js';
import { Person } from './person/person.entity.js';
import { personList } from './person/person.queries.js';
import { providerList } from './provider/provider.queries.js';
import { relatedList, relatedRecord } from './records/related-records.js';
import { Resource } from './resource/resource.entity.js';
import { resourceList } from './resource/resource.queries.js';
import { exceptionDateList } from './resource/resource-exception-date.queries.js';
import { Service } from './service/service.entity.js';
import { serviceList } from './service/service.queries.js';
import { WaitlistEntry } from './waitlist/waitlist-entry.entity.js';
import { waitlist } from './waitlist/waitlist-entry.queries.js';
import { WebHook } from './web-hook/web-hook.entity.js';
import { deliveryList } from './web-hook/web-hook-delivery.queries.js';

const notDeleted = Object.values(BookingState).filter((state) => state !== BookingState.DELETED);

/** By default, the bookings of an object are those in every state except deleted. */
const withPastStates = (filter: BookingFilter): BookingFilter =>
  filter.scope || filter.state ? filter : { ...filter, state: notDeleted };

const offered = { table: 'provider', condition: 'link.active' };
const inEveryState = 'By default in every state except deleted.';

/** @returns the records by the booking to which they refer, of which the database has one at most */
function byBooking<Node extends { bookingId: number | null }>(nodes: readonly Node[]): Map<number, Node> {
  return new Map(nodes.flatMap((node) => (node.bookingId === null ? [] : [[node.bookingId, node] as const])));
}

/** The records and lists of records that refer to an object, for the schema. */
export const related = [
  relatedList(Booking, 'messages', messageList, {
    link: { attribute: 'bookingId' },
    description: 'The messages about the booking, without their bodies.',
  }),
  relatedRecord(Booking, 'orderLineItem', OrderLineItem, {
    find: async ({ db }, ids): Promise<Map<number, OrderLineItem>> =>
      byBooking(await db.rows(OrderLineItem, { bookingId: { $in: [...ids] } })),
    description: 'The item of its order that sells it. Null if it has no order.',
  }),
  relatedRecord(Booking, 'waitlistEntry', WaitlistEntry, {
    find: async ({ db }, ids): Promise<Map<number, WaitlistEntry>> =>
      byBooking(await db.rows(WaitlistEntry, { bookingId: { $in: [...ids] } })),
    description: 'The entry of the waitlist to which it is offered, or which took it. Null for other bookings.',
  }),
  relatedList(Category, 'children', categoryList, {
    link: { attribute: 'parentId' },
    description: 'The subcategories.',
  }),
  relatedList(Category, 'services', serviceList, {
    link: { table: 'category_service', parent: 'category_id', row: 'service_id' },
    description: 'The active services of the category.',
  }),
  relatedList(Coupon, 'bookings', bookingList, {
    link: { attribute: 'couponId' },
    description: `The bookings that use the coupon. ${inEveryState}`,
    withDefaults: withPastStates,
  }),
  relatedList(Coupon, 'orders', orderList, {
    link: { attribute: 'couponId' },
    description: 'The orders that the coupon reduces.',
  }),
  relatedList(Event, 'bookings', bookingList, {
    link: { attribute: 'eventId' },
    description: 'The bookings of the event. By default active ones.',
  }),
  relatedList(Event, 'waitlistEntries', waitlist, {
    link: { attribute: 'eventId' },
    description: 'The entries of the waitlist for the event, in every state.',
  }),
  relatedList(GiftCard, 'orderLineItems', orderLineItemList, {
    link: { attribute: 'giftCardId' },
    description: 'The items of orders of which the gift card paid the last part.',
  }),
  relatedList(GiftCard, 'orders', orderList, {
    link: { table: 'order_payment', parent: 'gift_card_id', row: 'order_id' },
    description: 'The orders that the gift card paid for.',
  }),
  relatedList(GiftCard, 'payments', orderPaymentList, {
    link: { attribute: 'giftCardId' },
    description: 'The payments of orders from the gift card. Negative amounts were returned to it.',
  }),
  relatedList(MessageTemplate, 'forServices', serviceList, {
    link: { table: 'message_template_service', parent: 'message_template_id', row: 'service_id' },
    description: 'The active services whose bookings send the message. Empty for all services.',
  }),
  relatedList(MessageTemplate, 'messages', messageList, {
    link: { expression: `"row".occasion like 'template:%' and split_part("row".occasion, ':', 2)::integer = owner.id` },
    description: 'The messages that were composed from the template, without their bodies.',
  }),
  relatedList(Order, 'bookings', bookingList, {
    link: { attribute: 'orderId' },
    description: `The bookings that the order sells. ${inEveryState}`,
    withDefaults: withPastStates,
  }),
  relatedList(OrderLineItem, 'issuedGiftCards', issuedGiftCardList, {
    link: { attribute: 'orderLineItemId' },
    description: 'The gift cards that the item sold, in every state. Empty until the order is paid.',
  }),
  relatedList(Person, 'bookings', bookingList, {
    link: { attribute: 'personId' },
    description: `The bookings of the person. ${inEveryState}`,
    withDefaults: withPastStates,
  }),
  relatedList(Person, 'calendarFeeds', calendarFeedList, {
    link: { attribute: 'personId' },
    description: "The feeds of the person's calendar.",
  }),
  relatedList(Person, 'children', personList, {
    link: { attribute: 'parentId' },
    description: 'The children of the person. By default active ones.',
  }),
  relatedList(Person, 'giftCards', giftCardList, {
    link: { attribute: 'personId' },
    description: 'The gift cards that the person can redeem today.',
  }),
  relatedList(Person, 'madeBookings', bookingList, {
    link: { attribute: 'bookedByPersonId' },
    description: `The bookings that the person made for other people. ${inEveryState}`,
    withDefaults: withPastStates,
  }),
  relatedList(Person, 'messages', messageList, {
    link: { attribute: 'personId' },
    description: 'The messages to the person, without their bodies.',
  }),
  relatedList(Person, 'orders', orderList, {
    link: { attribute: 'personId' },
    description: 'The orders of the person.',
  }),
  relatedList(Person, 'purchasedGiftCards', issuedGiftCardList, {
    link: { attribute: 'purchasedByPersonId' },
    description: 'The gift cards that the person bought, in every state.',
  }),
  relatedList(Person, 'waitlistEntries', waitlist, {
    link: { attribute: 'personId' },
    description: 'The entries of the person on the waitlist, in every state.',
  }),
  relatedList(Resource, 'bookings', bookingList, {
    link: { attribute: 'resourceId' },
    description: `The bookings of the resource. ${inEveryState}`,
    withDefaults: withPastStates,
  }),
  relatedList(Resource, 'calendarFeeds', calendarFeedList, {
    link: { attribute: 'resourceId' },
    description: "The feeds of the resource's calendar.",
  }),
  relatedList(Resource, 'events', eventList, {
    link: { attribute: 'resourceId' },
    description: 'The active events of the resource.',
  }),
  relatedList(Resource, 'exceptionDates', exceptionDateList, {
    link: { attribute: 'resourceId' },
    description: 'The dates with other opening hours.',
  }),
  relatedList(Resource, 'providers', providerList, {
    link: { attribute: 'resourceId' },
    description: 'The providers of the resource.',
  }),
  relatedList(Resource, 'services', serviceList, {
    link: { ...offered, parent: 'resource_id', row: 'service_id' },
    description: 'The active services that the resource offers.',
  }),
  relatedList(Resource, 'waitlistEntries', waitlist, {
    link: { attribute: 'resourceId' },
    description: 'The entries of the waitlist for this resource, in every state. Those for any resource are left out.',
  }),
  relatedList(Service, 'bookings', bookingList, {
    link: { attribute: 'serviceId' },
    description: 'The bookings of the service. By default active ones.',
  }),
  relatedList(Service, 'categories', categoryList, {
    link: { table: 'category_service', parent: 'service_id', row: 'category_id' },
    description: 'The categories of the service.',
  }),
  relatedList(Service, 'events', eventList, {
    link: { attribute: 'serviceId' },
    description: 'The active events of the service.',
  }),
  relatedList(Service, 'exceptionDates', exceptionDateList, {
    link: { attribute: 'serviceId' },
    description:
      'The dates on which a resource has other opening hours for the service. Those for all services are left out.',
  }),
  relatedList(Service, 'messageTemplates', messageTemplateList, {
    link: { table: 'message_template_service', parent: 'service_id', row: 'message_template_id' },
    description: 'The message templates for this service. Those for all services are left out.',
  }),
  relatedList(Service, 'orderLineItems', orderLineItemList, {
    link: { attribute: 'serviceId' },
    description: 'The items of orders that sell the service.',
  }),
  relatedList(Service, 'providers', providerList, {
    link: { attribute: 'serviceId' },
    description: 'The providers of the service.',
  }),
  relatedList(Service, 'resources', resourceList, {
    link: { ...offered, parent: 'service_id', row: 'resource_id' },
    description: 'The active resources that offer the service.',
  }),
  relatedList(Service, 'waitlistEntries', waitlist, {
    link: { attribute: 'serviceId' },
    description: 'The entries of the waitlist for the service and its events, in every state.',
  }),
  relatedList(WebHook, 'deliveries', deliveryList, {
    link: { attribute: 'webHookId' },
    description: 'The deliveries to the webhook, sent and pending.',
  }),
];
