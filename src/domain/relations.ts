import { Booking } from './booking/booking.entity.js';
import type { BookingFilter } from './booking/booking.input.js';
import { bookingList } from './booking/booking.queries.js';
import { BookingState } from './booking-states.js';
import { calendarFeedList } from './calendar/calendar.queries.js';
import { CalendarSource } from './calendar-source/calendar-source.entity.js';
import { calendarSourceList } from './calendar-source/calendar-source.queries.js';
import { calendarSourceEntryList } from './calendar-target/calendar-source-entry.queries.js';
import { Category } from './category/category.entity.js';
import { categoryList } from './category/category.queries.js';
import { Coupon } from './coupon/coupon.entity.js';
import { Document } from './document/document.entity.js';
import { documentList } from './document/document.queries.js';
import { Event } from './event/event.entity.js';
import { eventList } from './event/event.queries.js';
import { GiftCard } from './gift-card/gift-card.entity.js';
import { giftCardList, issuedGiftCardList } from './gift-card/gift-card.queries.js';
import { messageList } from './messaging/delivery/message.queries.js';
import { MessageTemplate } from './messaging/templates/message-template.entity.js';
import { messageTemplateList } from './messaging/templates/message-template.queries.js';
import { Order, OrderLineItem } from './order/order.entity.js';
import { orderLineItemList, orderList, orderPaymentList } from './order/order.queries.js';
import { Package } from './package/package.entity.js';
import { packageList } from './package/package.queries.js';
import { guardianList } from './person/guardian.queries.js';
import { Person } from './person/person.entity.js';
import { personList } from './person/person.queries.js';
import { providerList } from './provider/provider.queries.js';
import { serviceNeedList } from './provider/service-need.queries.js';
import { relatedList, relatedRecord } from './records/related-records.js';
import { Resource } from './resource/resource.entity.js';
import { resourceList } from './resource/resource.queries.js';
import { exceptionDateList } from './resource/resource-exception-date.queries.js';
import { rotaList } from './resource/rota.queries.js';
import { Service } from './service/service.entity.js';
import { serviceList } from './service/service.queries.js';
import { ServiceNeed } from './service/service-need.entity.js';
import { timeOffList } from './time-off/time-off.queries.js';
import { WaitlistEntry } from './waitlist/waitlist-entry.entity.js';
import { waitlist } from './waitlist/waitlist-entry.queries.js';
import { WebHook } from './web-hook/web-hook.entity.js';
import { deliveryList } from './web-hook/web-hook.queries.js';

const notDeleted = Object.values(BookingState).filter((state) => state !== BookingState.DELETED);

/** By default, the bookings of an object are those in every state except deleted. */
const withPastStates = (filter: BookingFilter): BookingFilter =>
  filter.scope || filter.state ? filter : { ...filter, state: notDeleted };

const offered = { table: 'provider', condition: 'link.active' };
const inEveryState = 'By default in every state except deleted.';

/** The records and lists of records that refer to an object, for the schema. */
export const related = [
  relatedList(
    Booking,
    'calendarEntries',
    calendarSourceEntryList,
    'The entries of the booking in calendars of other programs.',
  ),
  relatedList(Booking, 'messages', messageList, 'The messages about the booking, without their bodies.'),
  relatedRecord(
    Booking,
    'orderLineItem',
    OrderLineItem,
    'The item of its order that sells it. Null if it has no order.',
  ),
  relatedRecord(
    Booking,
    'waitlistEntry',
    WaitlistEntry,
    'The entry of the waitlist to which it is offered, or which took it. Null for other bookings.',
  ),
  relatedList(
    CalendarSource,
    'entries',
    calendarSourceEntryList,
    'The entries of bookings and events that it is to have.',
  ),
  relatedList(Category, 'children', categoryList, 'The subcategories.'),
  relatedList(Category, 'services', serviceList, 'The active services of the category.', {
    link: { table: 'category_service', parent: 'category_id', row: 'service_id' },
  }),
  relatedList(Coupon, 'bookings', bookingList, `The bookings that use the coupon. ${inEveryState}`, {
    withDefaults: withPastStates,
  }),
  relatedList(Coupon, 'orders', orderList, 'The orders that the coupon reduces.'),
  relatedList(
    Event,
    'calendarEntries',
    calendarSourceEntryList,
    'The entries of the event in calendars of other programs. Its bookings have none of their own.',
  ),
  relatedList(Event, 'bookings', bookingList, 'The bookings of the event. By default active ones.'),
  relatedList(Event, 'waitlistEntries', waitlist, 'The entries of the waitlist for the event, in every state.'),
  relatedList(
    GiftCard,
    'orderLineItems',
    orderLineItemList,
    'The items of orders of which the gift card paid the last part.',
  ),
  relatedList(GiftCard, 'orders', orderList, 'The orders that the gift card paid for.', {
    link: { table: 'order_payment', parent: 'gift_card_id', row: 'order_id' },
  }),
  relatedList(
    GiftCard,
    'payments',
    orderPaymentList,
    'The payments of orders from the gift card. Negative amounts were returned to it.',
  ),
  relatedList(
    MessageTemplate,
    'forServices',
    serviceList,
    'The active services whose bookings send the message. Empty for all services.',
    { link: { table: 'message_template_service', parent: 'message_template_id', row: 'service_id' } },
  ),
  relatedList(
    MessageTemplate,
    'messages',
    messageList,
    'The messages that were composed from the template, without their bodies.',
    {
      link: {
        expression: `"row".occasion like 'template:%' and split_part("row".occasion, ':', 2)::integer = owner.id`,
      },
    },
  ),
  relatedList(Document, 'creditNotes', documentList, 'The credit notes that correct the document.', {
    link: { attribute: 'creditedId' },
  }),
  relatedList(Order, 'documents', documentList, 'The receipts, invoices and credit notes about the order.'),
  relatedList(Order, 'bookings', bookingList, `The bookings that the order sells. ${inEveryState}`, {
    withDefaults: withPastStates,
  }),
  relatedList(
    OrderLineItem,
    'issuedGiftCards',
    issuedGiftCardList,
    'The gift cards that the item sold, in every state. Empty until the order is paid.',
  ),
  relatedList(
    OrderLineItem,
    'packages',
    packageList,
    'The packages that the item sells. They can be used once the order is paid.',
  ),
  relatedList(Package, 'bookings', bookingList, `The bookings that the package pays for. ${inEveryState}`, {
    withDefaults: withPastStates,
  }),
  relatedList(Person, 'packages', packageList, 'The packages of the person, also used and expired ones.', {
    link: { attribute: 'personId' },
  }),
  relatedList(Person, 'purchasedPackages', packageList, 'The packages that the person bought, for anybody.', {
    link: { attribute: 'purchasedByPersonId' },
  }),
  relatedList(Person, 'bookings', bookingList, `The bookings of the person. ${inEveryState}`, {
    link: { attribute: 'personId' },
    withDefaults: withPastStates,
  }),
  relatedList(Person, 'calendarFeeds', calendarFeedList, "The feeds of the person's calendar.", {
    link: { attribute: 'personId' },
  }),
  relatedList(Person, 'children', personList, 'The children of the person. By default active ones.'),
  relatedList(Person, 'dependants', guardianList, 'The people for whom the person is a guardian, with its rights.', {
    link: { attribute: 'personId' },
  }),
  relatedList(Person, 'guardians', guardianList, 'The guardians of the person, the parent first.', {
    link: { attribute: 'dependantId' },
  }),
  relatedList(Person, 'giftCards', giftCardList, 'The gift cards that the person can redeem today.', {
    link: { attribute: 'personId' },
  }),
  relatedList(
    Person,
    'madeBookings',
    bookingList,
    `The bookings that the person made for other people. ${inEveryState}`,
    { link: { attribute: 'bookedByPersonId' }, withDefaults: withPastStates },
  ),
  relatedList(Person, 'messages', messageList, 'The messages to the person, without their bodies.'),
  relatedList(Person, 'orders', orderList, 'The orders of the person.'),
  relatedList(
    Person,
    'purchasedGiftCards',
    issuedGiftCardList,
    'The gift cards that the person bought, in every state.',
    { link: { attribute: 'purchasedByPersonId' } },
  ),
  relatedList(Person, 'waitlistEntries', waitlist, 'The entries of the person on the waitlist, in every state.'),
  relatedList(Resource, 'bookings', bookingList, `The bookings of the resource. ${inEveryState}`, {
    withDefaults: withPastStates,
  }),
  relatedList(Resource, 'calendarFeeds', calendarFeedList, "The feeds of the resource's calendar."),
  relatedList(
    Resource,
    'calendarSources',
    calendarSourceList,
    'The calendars of other programs whose entries occupy the resource.',
  ),
  relatedList(Resource, 'events', eventList, 'The active events of the resource.'),
  relatedList(Resource, 'exceptionDates', exceptionDateList, 'The dates with other opening hours.'),
  relatedList(Resource, 'providers', providerList, 'The providers of the resource.'),
  relatedList(Resource, 'rotas', rotaList, 'The rotas of the resource.'),
  relatedList(Resource, 'timesOff', timeOffList, 'The time off of the resource, in every state.'),
  relatedList(Resource, 'services', serviceList, 'The active services that the resource offers.', {
    link: { ...offered, parent: 'resource_id', row: 'service_id' },
  }),
  relatedList(
    Resource,
    'waitlistEntries',
    waitlist,
    'The entries of the waitlist for this resource, in every state. Those for any resource are left out.',
  ),
  relatedList(Service, 'bookings', bookingList, 'The bookings of the service. By default active ones.'),
  relatedList(Service, 'categories', categoryList, 'The categories of the service.', {
    link: { table: 'category_service', parent: 'service_id', row: 'category_id' },
  }),
  relatedList(Service, 'events', eventList, 'The active events of the service.'),
  relatedList(
    Service,
    'exceptionDates',
    exceptionDateList,
    'The dates on which a resource has other opening hours for the service. Those for all services are left out.',
  ),
  relatedList(
    Service,
    'messageTemplates',
    messageTemplateList,
    'The message templates for this service. Those for all services are left out.',
    { link: { table: 'message_template_service', parent: 'service_id', row: 'message_template_id' } },
  ),
  relatedList(
    Service,
    'needs',
    serviceNeedList,
    'The needs of the service: so many resources that each of its bookings takes.',
  ),
  relatedList(Service, 'orderLineItems', orderLineItemList, 'The items of orders that sell the service.'),
  relatedList(Service, 'providers', providerList, 'The providers of the service.'),
  relatedList(Service, 'resources', resourceList, 'The active resources that offer the service.', {
    link: { ...offered, parent: 'service_id', row: 'resource_id' },
  }),
  relatedList(
    Service,
    'waitlistEntries',
    waitlist,
    'The entries of the waitlist for the service and its events, in every state.',
  ),
  relatedList(ServiceNeed, 'providers', providerList, 'The providers whose resources serve the need: its pool.'),
  relatedList(WebHook, 'deliveries', deliveryList, 'The deliveries to the webhook, sent and pending.'),
];
