import type { NonEmptyArray } from 'type-graphql';
import { AccountResolver } from './account/account.resolver.js';
import { ApiKeyResolver } from './account/api-key.resolver.js';
import { TestClockResolver } from './account/test-clock.resolver.js';
import { HolidayResolver, SlotResolver } from './availability/availability.resolver.js';
import { BookingResolver } from './booking/booking.resolver.js';
import { BulkBookingsResolver } from './booking/bulk/bulk-bookings.resolver.js';
import { TimeConflictsResolver } from './booking/conflicts/time-conflicts.resolver.js';
import { EventBookingsResolver } from './booking/events/event-bookings.resolver.js';
import { CancellationFeeResolver, OwedFeeResolver } from './booking/fees/cancellation-fee.resolver.js';
import { BookingLinkResolver } from './booking/link/booking-link.resolver.js';
import { MovingSlotsResolver } from './booking/link/moving-slots.resolver.js';
import { PublicBookingResolver } from './booking/public/public-booking.resolver.js';
import { PaymentResolver } from './booking/sale/payment.resolver.js';
import { TipResolver } from './booking/sale/tip.resolver.js';
import { VisitResolver } from './booking/visits/visit.resolver.js';
import { CalendarFeedResolver } from './calendar/calendar-feed.resolver.js';
import { CalendarSourceResolver, ExternalBusyResolver } from './calendar-source/calendar-source.resolver.js';
import {
  CalendarSourceEntryResolver,
  CalendarTargetResolver,
} from './calendar-target/calendar-source-entry.resolver.js';
import { CategoryResolver } from './category/category.resolver.js';
import { ChangeResolver } from './change-feed/change-feed.resolver.js';
import { ChangeSubscription } from './change-feed/change-feed.subscription.js';
import { histories } from './change-feed/history.resolver.js';
import { CouponResolver } from './coupon/coupon.resolver.js';
import { DocumentResolver } from './document/document.resolver.js';
import { EventResolver } from './event/event.resolver.js';
import { FailedJobResolver } from './failed-job/failed-job.resolver.js';
import { figureKinds } from './figures/figure-kinds.js';
import { GiftCardResolver } from './gift-card/gift-card.resolver.js';
import { IdentityProviderResolver } from './identity-provider/identity-provider.resolver.js';
import { MessageAttemptResolver, MessageResolver } from './messaging/composing/message.resolver.js';
import { TemplatePreviewResolver } from './messaging/composing/template-preview.resolver.js';
import { MessageTemplateResolver } from './messaging/templates/message-template.resolver.js';
import { OrderResolver } from './order/order.resolver.js';
import { PackageResolver } from './package/package.resolver.js';
import { BookingTipResolver, PublicOrderTipResolver } from './payment/online-tips.resolver.js';
import {
  BookingPaymentResolver,
  CancellationTermsResolver,
  PaymentProviderResolver,
  PublicOrderPaymentResolver,
} from './payment/payment-provider.resolver.js';
import { GuardianResolver } from './person/guardian.resolver.js';
import { PerishableTokenResolver, PersonResolver } from './person/person.resolver.js';
import { PersonDataResolver } from './person-data/person-data.resolver.js';
import { PersonMergeResolver } from './person-merge/person-merge.resolver.js';
import { ProviderResolver } from './provider/provider.resolver.js';
import { NeedChoicesResolver, ServiceNeedResolver } from './provider/service-need.resolver.js';
import { BookingSeriesResolver, RecurrenceResolver } from './recurrence/recurrence.resolver.js';
import { BookingRefusalResolver } from './refusal/booking-refusal.resolver.js';
import { related } from './relations.js';
import { ResourceResolver, WeekdaySpansResolver } from './resource/resource.resolver.js';
import { ResourceExceptionDateResolver } from './resource/resource-exception-date.resolver.js';
import { RotaResolver, RotaWeekResolver } from './resource/rota.resolver.js';
import { SecondFactorResolver } from './second-factor/second-factor.resolver.js';
import { SecurityLogResolver, ViewerSecurityLogResolver } from './security-log/security-log.resolver.js';
import { ServiceResolver } from './service/service.resolver.js';
import {
  OfferedOptionsResolver,
  ServiceOptionGroupResolver,
  ServiceOptionResolver,
} from './service/service-option.resolver.js';
import { PublicDocumentResolver, PublicOrderDocumentsResolver } from './shop/public-document.resolver.js';
import { ShopResolver } from './shop/shop.resolver.js';
import { TaxRateResolver } from './tax-rate/tax-rate.resolver.js';
import { TimeOffResolver } from './time-off/time-off.resolver.js';
import { UserResolver } from './user/user.resolver.js';
import { UserSessionResolver } from './user/user-session.resolver.js';
import { ViewerResolver } from './user/viewer.resolver.js';
import { VisitorResolver } from './visitor/visitor.resolver.js';
import { PublicWaitlistResolver, WaitlistResolver } from './waitlist/waitlist.resolver.js';
import { WebHookResolver } from './web-hook/web-hook.resolver.js';
import { DeliveryAttemptResolver, WebHookDeliveryResolver } from './web-hook/web-hook-delivery.resolver.js';

type ResolverClass = new () => object;

/** All resolvers, for the schema. */
export const resolvers: NonEmptyArray<ResolverClass> = [
  AccountResolver,
  ApiKeyResolver,
  BookingResolver,
  CancellationFeeResolver,
  OwedFeeResolver,
  BookingLinkResolver,
  MovingSlotsResolver,
  BulkBookingsResolver,
  CalendarFeedResolver,
  CalendarSourceEntryResolver,
  CalendarSourceResolver,
  CalendarTargetResolver,
  ExternalBusyResolver,
  ChangeResolver,
  ChangeSubscription,
  PublicBookingResolver,
  PublicWaitlistResolver,
  WaitlistResolver,
  CategoryResolver,
  HolidayResolver,
  IdentityProviderResolver,
  SlotResolver,
  EventResolver,
  EventBookingsResolver,
  ...figureKinds.map(({ resolver }) => resolver),
  FailedJobResolver,
  MessageTemplateResolver,
  TemplatePreviewResolver,
  CouponResolver,
  DocumentResolver,
  PublicDocumentResolver,
  PublicOrderDocumentsResolver,
  GiftCardResolver,
  PackageResolver,
  GuardianResolver,
  OrderResolver,
  PaymentResolver,
  TipResolver,
  ShopResolver,
  BookingPaymentResolver,
  BookingTipResolver,
  CancellationTermsResolver,
  PaymentProviderResolver,
  PublicOrderPaymentResolver,
  PublicOrderTipResolver,
  MessageAttemptResolver,
  MessageResolver,
  PerishableTokenResolver,
  PersonResolver,
  PersonMergeResolver,
  PersonDataResolver,
  ProviderResolver,
  ServiceNeedResolver,
  NeedChoicesResolver,
  ResourceExceptionDateResolver,
  BookingSeriesResolver,
  RecurrenceResolver,
  ResourceResolver,
  RotaResolver,
  RotaWeekResolver,
  BookingRefusalResolver,
  SecurityLogResolver,
  TimeConflictsResolver,
  ViewerSecurityLogResolver,
  ServiceResolver,
  ServiceOptionResolver,
  ServiceOptionGroupResolver,
  OfferedOptionsResolver,
  TaxRateResolver,
  TimeOffResolver,
  WebHookDeliveryResolver,
  DeliveryAttemptResolver,
  WebHookResolver,
  TestClockResolver,
  SecondFactorResolver,
  UserResolver,
  UserSessionResolver,
  ViewerResolver,
  VisitResolver,
  VisitorResolver,
  WeekdaySpansResolver,
  ...related,
  ...histories,
];
