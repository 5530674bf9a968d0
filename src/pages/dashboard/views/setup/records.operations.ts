// Written by `npm run -s pages:operations` from records.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, AccountInput, AccountVerification, AvailabilityType, BookingType, CalendarAttachment, CategoryInput, CouponInput, CouponValueType, DeliveryType, GiftCardInput, MessageTemplateInput, MessageTemplateType, PersonOverlaps, PriorityStrategy, ProviderInput, ResourceInput, ServiceInput, UserChangesInput, UserInput, UserRole, WebHookInput } from '../../graphql/schema.types.js';

export type ReadResourceQueryVariables = Exact<{
  id: number;
}>;

export type ReadResourceQuery = { record: { id: number, revisionCount: number, title: string, description: string | null, capacity: number, maxDailyBookings: number | null, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null } | null };

export type CreateResourceMutationVariables = Exact<{
  input: ResourceInput;
}>;

export type CreateResourceMutation = { record: { id: number, revisionCount: number, title: string, description: string | null, capacity: number, maxDailyBookings: number | null, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null } | null };

export type UpdateResourceMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: ResourceInput;
}>;

export type UpdateResourceMutation = { record: { id: number, revisionCount: number, title: string, description: string | null, capacity: number, maxDailyBookings: number | null, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null } | null };

export type DeleteResourceMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type DeleteResourceMutation = { record: { id: number, revisionCount: number } | null };

export type ResourceFormFragment = { id: number, revisionCount: number, title: string, description: string | null, capacity: number, maxDailyBookings: number | null, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null };

export type ReadServiceQueryVariables = Exact<{
  id: number;
}>;

export type ReadServiceQuery = { record: { id: number, revisionCount: number, title: string, calendarColour: string | null, bookingType: BookingType, interval: number, price: string | null, description: string | null, nextInterval: number | null, maxActivePerPerson: number | null, maxDailyPerPerson: number | null, maxWeeklyPerPerson: number | null, oncePerPerson: boolean, maxDailyBookings: number | null, bookingCapacity: number | null, bookingMinimum: number | null, maxSlots: number, sameDay: boolean, hasDayBooking: boolean, paymentRequired: boolean, allowInvoice: boolean, terms: string | null, bookingForm: string | null, bufferBefore: number, bufferAfter: number, availabilityType: AvailabilityType, priorityStrategy: PriorityStrategy, intervalRounding: number | null, dayBookingSpecifyTime: boolean, mailVerification: string | null, mailAwaitingConfirmation: string | null, smsVerification: string | null, smsAwaitingConfirmation: string | null, smsModification: string | null, mailConfirmation: string | null, mailModification: string | null, mailCancellation: string | null, mailWaitlistOffer: string | null, smsConfirmation: string | null, smsReminder: string | null, smsCancellation: string | null, smsWaitlistOffer: string | null } | null };

export type CreateServiceMutationVariables = Exact<{
  input: ServiceInput;
}>;

export type CreateServiceMutation = { record: { id: number, revisionCount: number, title: string, calendarColour: string | null, bookingType: BookingType, interval: number, price: string | null, description: string | null, nextInterval: number | null, maxActivePerPerson: number | null, maxDailyPerPerson: number | null, maxWeeklyPerPerson: number | null, oncePerPerson: boolean, maxDailyBookings: number | null, bookingCapacity: number | null, bookingMinimum: number | null, maxSlots: number, sameDay: boolean, hasDayBooking: boolean, paymentRequired: boolean, allowInvoice: boolean, terms: string | null, bookingForm: string | null, bufferBefore: number, bufferAfter: number, availabilityType: AvailabilityType, priorityStrategy: PriorityStrategy, intervalRounding: number | null, dayBookingSpecifyTime: boolean, mailVerification: string | null, mailAwaitingConfirmation: string | null, smsVerification: string | null, smsAwaitingConfirmation: string | null, smsModification: string | null, mailConfirmation: string | null, mailModification: string | null, mailCancellation: string | null, mailWaitlistOffer: string | null, smsConfirmation: string | null, smsReminder: string | null, smsCancellation: string | null, smsWaitlistOffer: string | null } | null };

export type UpdateServiceMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: ServiceInput;
}>;

export type UpdateServiceMutation = { record: { id: number, revisionCount: number, title: string, calendarColour: string | null, bookingType: BookingType, interval: number, price: string | null, description: string | null, nextInterval: number | null, maxActivePerPerson: number | null, maxDailyPerPerson: number | null, maxWeeklyPerPerson: number | null, oncePerPerson: boolean, maxDailyBookings: number | null, bookingCapacity: number | null, bookingMinimum: number | null, maxSlots: number, sameDay: boolean, hasDayBooking: boolean, paymentRequired: boolean, allowInvoice: boolean, terms: string | null, bookingForm: string | null, bufferBefore: number, bufferAfter: number, availabilityType: AvailabilityType, priorityStrategy: PriorityStrategy, intervalRounding: number | null, dayBookingSpecifyTime: boolean, mailVerification: string | null, mailAwaitingConfirmation: string | null, smsVerification: string | null, smsAwaitingConfirmation: string | null, smsModification: string | null, mailConfirmation: string | null, mailModification: string | null, mailCancellation: string | null, mailWaitlistOffer: string | null, smsConfirmation: string | null, smsReminder: string | null, smsCancellation: string | null, smsWaitlistOffer: string | null } | null };

export type DeleteServiceMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type DeleteServiceMutation = { record: { id: number, revisionCount: number } | null };

export type ServiceFormFragment = { id: number, revisionCount: number, title: string, calendarColour: string | null, bookingType: BookingType, interval: number, price: string | null, description: string | null, nextInterval: number | null, maxActivePerPerson: number | null, maxDailyPerPerson: number | null, maxWeeklyPerPerson: number | null, oncePerPerson: boolean, maxDailyBookings: number | null, bookingCapacity: number | null, bookingMinimum: number | null, maxSlots: number, sameDay: boolean, hasDayBooking: boolean, paymentRequired: boolean, allowInvoice: boolean, terms: string | null, bookingForm: string | null, bufferBefore: number, bufferAfter: number, availabilityType: AvailabilityType, priorityStrategy: PriorityStrategy, intervalRounding: number | null, dayBookingSpecifyTime: boolean, mailVerification: string | null, mailAwaitingConfirmation: string | null, smsVerification: string | null, smsAwaitingConfirmation: string | null, smsModification: string | null, mailConfirmation: string | null, mailModification: string | null, mailCancellation: string | null, mailWaitlistOffer: string | null, smsConfirmation: string | null, smsReminder: string | null, smsCancellation: string | null, smsWaitlistOffer: string | null };

export type ReadProviderQueryVariables = Exact<{
  id: number;
}>;

export type ReadProviderQuery = { record: { id: number, revisionCount: number, resourceId: number, serviceId: number, priorityValue: number | null, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null } | null };

export type ListProvidersQueryVariables = Exact<{ [key: string]: never; }>;

export type ListProvidersQuery = { resources: { nodes: Array<{ id: number, title: string }> }, services: { nodes: Array<{ id: number, title: string }> }, providers: { nodes: Array<{ id: number, revisionCount: number, resourceId: number, serviceId: number, priorityValue: number | null, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null }> } };

export type CreateProviderMutationVariables = Exact<{
  input: ProviderInput;
}>;

export type CreateProviderMutation = { record: { id: number, revisionCount: number, resourceId: number, serviceId: number, priorityValue: number | null, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null } | null };

export type UpdateProviderMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: ProviderInput;
}>;

export type UpdateProviderMutation = { record: { id: number, revisionCount: number, resourceId: number, serviceId: number, priorityValue: number | null, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null } | null };

export type DeleteProviderMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type DeleteProviderMutation = { record: { id: number, revisionCount: number } | null };

export type ProviderFormFragment = { id: number, revisionCount: number, resourceId: number, serviceId: number, priorityValue: number | null, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null };

export type ReadCategoryQueryVariables = Exact<{
  id: number;
}>;

export type ReadCategoryQuery = { record: { id: number, revisionCount: number, title: string, parentId: number | null, priorityValue: number | null } | null, servicesOfCategory: { nodes: Array<{ id: number }> } };

export type CreateCategoryMutationVariables = Exact<{
  input: CategoryInput;
}>;

export type CreateCategoryMutation = { record: { id: number, revisionCount: number, title: string, parentId: number | null, priorityValue: number | null } | null };

export type UpdateCategoryMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: CategoryInput;
}>;

export type UpdateCategoryMutation = { record: { id: number, revisionCount: number, title: string, parentId: number | null, priorityValue: number | null } | null };

export type DeleteCategoryMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type DeleteCategoryMutation = { record: { id: number, revisionCount: number } | null };

export type CategoryFormFragment = { id: number, revisionCount: number, title: string, parentId: number | null, priorityValue: number | null };

export type ReadCouponQueryVariables = Exact<{
  id: number;
}>;

export type ReadCouponQuery = { record: { id: number, revisionCount: number, title: string, code: string, valueType: CouponValueType, value: number, availability: number | null, active: boolean, validFrom: string | null, validUntil: string | null, allowedBookingStartAt: string | null, allowedBookingEndAt: string | null, minOrderAmount: string | null, maxOrderAmount: string | null, minCount: number | null, maxCount: number | null, appliesTo: { services: Array<number> | null, resources: Array<number> | null } | null } | null };

export type CreateCouponMutationVariables = Exact<{
  input: CouponInput;
}>;

export type CreateCouponMutation = { record: { id: number, revisionCount: number, title: string, code: string, valueType: CouponValueType, value: number, availability: number | null, active: boolean, validFrom: string | null, validUntil: string | null, allowedBookingStartAt: string | null, allowedBookingEndAt: string | null, minOrderAmount: string | null, maxOrderAmount: string | null, minCount: number | null, maxCount: number | null, appliesTo: { services: Array<number> | null, resources: Array<number> | null } | null } | null };

export type UpdateCouponMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: CouponInput;
}>;

export type UpdateCouponMutation = { record: { id: number, revisionCount: number, title: string, code: string, valueType: CouponValueType, value: number, availability: number | null, active: boolean, validFrom: string | null, validUntil: string | null, allowedBookingStartAt: string | null, allowedBookingEndAt: string | null, minOrderAmount: string | null, maxOrderAmount: string | null, minCount: number | null, maxCount: number | null, appliesTo: { services: Array<number> | null, resources: Array<number> | null } | null } | null };

export type DeleteCouponMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type DeleteCouponMutation = { record: { id: number, revisionCount: number } | null };

export type CouponFormFragment = { id: number, revisionCount: number, title: string, code: string, valueType: CouponValueType, value: number, availability: number | null, active: boolean, validFrom: string | null, validUntil: string | null, allowedBookingStartAt: string | null, allowedBookingEndAt: string | null, minOrderAmount: string | null, maxOrderAmount: string | null, minCount: number | null, maxCount: number | null, appliesTo: { services: Array<number> | null, resources: Array<number> | null } | null };

export type ReadGiftCardQueryVariables = Exact<{
  id: number;
}>;

export type ReadGiftCardQuery = { record: { id: number, revisionCount: number, code: string, value: number, initialValue: number, validUntil: string | null, active: boolean, personId: number | null } | null };

export type CreateGiftCardMutationVariables = Exact<{
  input: GiftCardInput;
}>;

export type CreateGiftCardMutation = { record: { id: number, revisionCount: number, code: string, value: number, initialValue: number, validUntil: string | null, active: boolean, personId: number | null } | null };

export type UpdateGiftCardMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: GiftCardInput;
}>;

export type UpdateGiftCardMutation = { record: { id: number, revisionCount: number, code: string, value: number, initialValue: number, validUntil: string | null, active: boolean, personId: number | null } | null };

export type DeleteGiftCardMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type DeleteGiftCardMutation = { record: { id: number, revisionCount: number } | null };

export type GiftCardFormFragment = { id: number, revisionCount: number, code: string, value: number, initialValue: number, validUntil: string | null, active: boolean, personId: number | null };

export type ReadTemplateQueryVariables = Exact<{
  id: number;
}>;

export type ReadTemplateQuery = { record: { id: number, revisionCount: number, messageType: MessageTemplateType, deliveryType: DeliveryType, deliveryTiming: string | null, subject: string | null, template: string, active: boolean, services: Array<number> } | null };

export type CreateTemplateMutationVariables = Exact<{
  input: MessageTemplateInput;
}>;

export type CreateTemplateMutation = { record: { id: number, revisionCount: number, messageType: MessageTemplateType, deliveryType: DeliveryType, deliveryTiming: string | null, subject: string | null, template: string, active: boolean, services: Array<number> } | null };

export type UpdateTemplateMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: MessageTemplateInput;
}>;

export type UpdateTemplateMutation = { record: { id: number, revisionCount: number, messageType: MessageTemplateType, deliveryType: DeliveryType, deliveryTiming: string | null, subject: string | null, template: string, active: boolean, services: Array<number> } | null };

export type DeleteTemplateMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type DeleteTemplateMutation = { record: { id: number, revisionCount: number } | null };

export type TemplateFormFragment = { id: number, revisionCount: number, messageType: MessageTemplateType, deliveryType: DeliveryType, deliveryTiming: string | null, subject: string | null, template: string, active: boolean, services: Array<number> };

export type ReadUserQueryVariables = Exact<{
  id: number;
}>;

export type ReadUserQuery = { record: { id: number, revisionCount: number, role: UserRole, user: { name: string, email: string, phoneNumber: string | null } } | null };

export type CreateUserMutationVariables = Exact<{
  input: UserInput;
}>;

export type CreateUserMutation = { record: { id: number, revisionCount: number, role: UserRole, user: { name: string, email: string, phoneNumber: string | null } } | null };

export type UpdateUserMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: UserChangesInput;
}>;

export type UpdateUserMutation = { record: { id: number, revisionCount: number, role: UserRole, user: { name: string, email: string, phoneNumber: string | null } } | null };

export type DeleteUserMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type DeleteUserMutation = { record: { id: number, revisionCount: number } | null };

export type UserFormFragment = { id: number, revisionCount: number, role: UserRole, user: { name: string, email: string, phoneNumber: string | null } };

export type ReadWebHookQueryVariables = Exact<{
  id: number;
}>;

export type ReadWebHookQuery = { record: { id: number, revisionCount: number, targetUrl: string, event: string, active: boolean, pausedReason: string | null } | null };

export type CreateWebHookMutationVariables = Exact<{
  input: WebHookInput;
}>;

export type CreateWebHookMutation = { record: { id: number, revisionCount: number, targetUrl: string, event: string, active: boolean, pausedReason: string | null } | null };

export type UpdateWebHookMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: WebHookInput;
}>;

export type UpdateWebHookMutation = { record: { id: number, revisionCount: number, targetUrl: string, event: string, active: boolean, pausedReason: string | null } | null };

export type DeleteWebHookMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type DeleteWebHookMutation = { record: { id: number, revisionCount: number } | null };

export type WebHookFormFragment = { id: number, revisionCount: number, targetUrl: string, event: string, active: boolean, pausedReason: string | null };

export type ReadAccountQueryVariables = Exact<{ [key: string]: never; }>;

export type ReadAccountQuery = { record: { dashboardNetworks: Array<string> | null, id: number, revisionCount: number, name: string, email: string, phoneNumber: string | null, address: string | null, timeZone: string, countryCode: string, currency: string | null, locale: string, publicAccess: boolean, myBookings: boolean, confirmManually: boolean, trustMoves: boolean, closedForHolidays: boolean, maxActivePerPerson: number | null, maxDailyPerPerson: number | null, maxWeeklyPerPerson: number | null, allowCancellation: boolean, cancellationPeriod: string | null, firstBookablePeriod: string | null, futureBookablePeriod: string | null, verification: AccountVerification, emailNotification: boolean, mailNotificationRecipient: string | null, mailFromName: string | null, mailFrom: string | null, replyTo: string | null, calendarAttachment: CalendarAttachment, personOverlaps: PersonOverlaps, smsNotification: boolean, reminderSms: boolean, waitlistHoldMinutes: number, messageRetentionDays: number | null, deliveryRetentionDays: number | null, changeRetentionDays: number | null, personRetentionMonths: number | null, secondFactorRequired: boolean, sessionIdleMinutes: number | null, mailWaitlistOfferSubject: string | null, mailWaitlistOffer: string | null, smsWaitlistOffer: string | null, bookingForm: string | null, accentColour: string | null, newBookingText: string | null, newUserText: string | null, footer: string | null, embedOrigins: Array<string>, smsVerification: string | null, smsConfirmation: string | null, smsModification: string | null, smsReminder: string | null, smsCancellation: string | null, mailVerificationSubject: string | null, mailVerification: string | null, mailConfirmationSubject: string | null, mailConfirmation: string | null, mailModificationSubject: string | null, mailModification: string | null, mailCancellationSubject: string | null, mailCancellation: string | null, logo: string | null, closedDays: Array<{ from: string, to: string, reason: string | null, repeatsYearly: boolean }> } };

export type UpdateAccountMutationVariables = Exact<{
  ifRevision: number;
  input: AccountInput;
}>;

export type UpdateAccountMutation = { record: { dashboardNetworks: Array<string> | null, id: number, revisionCount: number, name: string, email: string, phoneNumber: string | null, address: string | null, timeZone: string, countryCode: string, currency: string | null, locale: string, publicAccess: boolean, myBookings: boolean, confirmManually: boolean, trustMoves: boolean, closedForHolidays: boolean, maxActivePerPerson: number | null, maxDailyPerPerson: number | null, maxWeeklyPerPerson: number | null, allowCancellation: boolean, cancellationPeriod: string | null, firstBookablePeriod: string | null, futureBookablePeriod: string | null, verification: AccountVerification, emailNotification: boolean, mailNotificationRecipient: string | null, mailFromName: string | null, mailFrom: string | null, replyTo: string | null, calendarAttachment: CalendarAttachment, personOverlaps: PersonOverlaps, smsNotification: boolean, reminderSms: boolean, waitlistHoldMinutes: number, messageRetentionDays: number | null, deliveryRetentionDays: number | null, changeRetentionDays: number | null, personRetentionMonths: number | null, secondFactorRequired: boolean, sessionIdleMinutes: number | null, mailWaitlistOfferSubject: string | null, mailWaitlistOffer: string | null, smsWaitlistOffer: string | null, bookingForm: string | null, accentColour: string | null, newBookingText: string | null, newUserText: string | null, footer: string | null, embedOrigins: Array<string>, smsVerification: string | null, smsConfirmation: string | null, smsModification: string | null, smsReminder: string | null, smsCancellation: string | null, mailVerificationSubject: string | null, mailVerification: string | null, mailConfirmationSubject: string | null, mailConfirmation: string | null, mailModificationSubject: string | null, mailModification: string | null, mailCancellationSubject: string | null, mailCancellation: string | null, logo: string | null, closedDays: Array<{ from: string, to: string, reason: string | null, repeatsYearly: boolean }> } | null };

export type AccountFormFragment = { dashboardNetworks: Array<string> | null, id: number, revisionCount: number, name: string, email: string, phoneNumber: string | null, address: string | null, timeZone: string, countryCode: string, currency: string | null, locale: string, publicAccess: boolean, myBookings: boolean, confirmManually: boolean, trustMoves: boolean, closedForHolidays: boolean, maxActivePerPerson: number | null, maxDailyPerPerson: number | null, maxWeeklyPerPerson: number | null, allowCancellation: boolean, cancellationPeriod: string | null, firstBookablePeriod: string | null, futureBookablePeriod: string | null, verification: AccountVerification, emailNotification: boolean, mailNotificationRecipient: string | null, mailFromName: string | null, mailFrom: string | null, replyTo: string | null, calendarAttachment: CalendarAttachment, personOverlaps: PersonOverlaps, smsNotification: boolean, reminderSms: boolean, waitlistHoldMinutes: number, messageRetentionDays: number | null, deliveryRetentionDays: number | null, changeRetentionDays: number | null, personRetentionMonths: number | null, secondFactorRequired: boolean, sessionIdleMinutes: number | null, mailWaitlistOfferSubject: string | null, mailWaitlistOffer: string | null, smsWaitlistOffer: string | null, bookingForm: string | null, accentColour: string | null, newBookingText: string | null, newUserText: string | null, footer: string | null, embedOrigins: Array<string>, smsVerification: string | null, smsConfirmation: string | null, smsModification: string | null, smsReminder: string | null, smsCancellation: string | null, mailVerificationSubject: string | null, mailVerification: string | null, mailConfirmationSubject: string | null, mailConfirmation: string | null, mailModificationSubject: string | null, mailModification: string | null, mailCancellationSubject: string | null, mailCancellation: string | null, logo: string | null, closedDays: Array<{ from: string, to: string, reason: string | null, repeatsYearly: boolean }> };

export const readResource: Operation<ReadResourceQuery, ReadResourceQueryVariables> = {
  text: "query ReadResource($id:Int!){record:resource(id:$id){...ResourceForm}}fragment ResourceForm on Resource{id revisionCount title description capacity maxDailyBookings openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
};

export const createResource: Operation<CreateResourceMutation, CreateResourceMutationVariables> = {
  text: "mutation CreateResource($input:ResourceInput!){record:createResource(input:$input){...ResourceForm}}fragment ResourceForm on Resource{id revisionCount title description capacity maxDailyBookings openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
};

export const updateResource: Operation<UpdateResourceMutation, UpdateResourceMutationVariables> = {
  text: "mutation UpdateResource($id:Int!$ifRevision:Int!$input:ResourceInput!){record:updateResource(id:$id ifRevision:$ifRevision input:$input){...ResourceForm}}fragment ResourceForm on Resource{id revisionCount title description capacity maxDailyBookings openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
};

export const deleteResource: Operation<DeleteResourceMutation, DeleteResourceMutationVariables> = {
  text: "mutation DeleteResource($id:Int!$ifRevision:Int!){record:deleteResource(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readService: Operation<ReadServiceQuery, ReadServiceQueryVariables> = {
  text: "query ReadService($id:Int!){record:service(id:$id){...ServiceForm}}fragment ServiceForm on Service{id revisionCount title calendarColour bookingType interval price description nextInterval maxActivePerPerson maxDailyPerPerson maxWeeklyPerPerson oncePerPerson maxDailyBookings bookingCapacity bookingMinimum maxSlots sameDay hasDayBooking paymentRequired allowInvoice terms bookingForm bufferBefore bufferAfter availabilityType priorityStrategy intervalRounding dayBookingSpecifyTime mailVerification mailAwaitingConfirmation smsVerification smsAwaitingConfirmation smsModification mailConfirmation mailModification mailCancellation mailWaitlistOffer smsConfirmation smsReminder smsCancellation smsWaitlistOffer}",
};

export const createService: Operation<CreateServiceMutation, CreateServiceMutationVariables> = {
  text: "mutation CreateService($input:ServiceInput!){record:createService(input:$input){...ServiceForm}}fragment ServiceForm on Service{id revisionCount title calendarColour bookingType interval price description nextInterval maxActivePerPerson maxDailyPerPerson maxWeeklyPerPerson oncePerPerson maxDailyBookings bookingCapacity bookingMinimum maxSlots sameDay hasDayBooking paymentRequired allowInvoice terms bookingForm bufferBefore bufferAfter availabilityType priorityStrategy intervalRounding dayBookingSpecifyTime mailVerification mailAwaitingConfirmation smsVerification smsAwaitingConfirmation smsModification mailConfirmation mailModification mailCancellation mailWaitlistOffer smsConfirmation smsReminder smsCancellation smsWaitlistOffer}",
};

export const updateService: Operation<UpdateServiceMutation, UpdateServiceMutationVariables> = {
  text: "mutation UpdateService($id:Int!$ifRevision:Int!$input:ServiceInput!){record:updateService(id:$id ifRevision:$ifRevision input:$input){...ServiceForm}}fragment ServiceForm on Service{id revisionCount title calendarColour bookingType interval price description nextInterval maxActivePerPerson maxDailyPerPerson maxWeeklyPerPerson oncePerPerson maxDailyBookings bookingCapacity bookingMinimum maxSlots sameDay hasDayBooking paymentRequired allowInvoice terms bookingForm bufferBefore bufferAfter availabilityType priorityStrategy intervalRounding dayBookingSpecifyTime mailVerification mailAwaitingConfirmation smsVerification smsAwaitingConfirmation smsModification mailConfirmation mailModification mailCancellation mailWaitlistOffer smsConfirmation smsReminder smsCancellation smsWaitlistOffer}",
};

export const deleteService: Operation<DeleteServiceMutation, DeleteServiceMutationVariables> = {
  text: "mutation DeleteService($id:Int!$ifRevision:Int!){record:deleteService(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readProvider: Operation<ReadProviderQuery, ReadProviderQueryVariables> = {
  text: "query ReadProvider($id:Int!){record:provider(id:$id){...ProviderForm}}fragment ProviderForm on Provider{id revisionCount resourceId serviceId priorityValue openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
};

export const listProviders: Operation<ListProvidersQuery, ListProvidersQueryVariables> = {
  text: "query ListProviders{resources{nodes{id title}}services{nodes{id title}}providers{nodes{...ProviderForm}}}fragment ProviderForm on Provider{id revisionCount resourceId serviceId priorityValue openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
};

export const createProvider: Operation<CreateProviderMutation, CreateProviderMutationVariables> = {
  text: "mutation CreateProvider($input:ProviderInput!){record:createProvider(input:$input){...ProviderForm}}fragment ProviderForm on Provider{id revisionCount resourceId serviceId priorityValue openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
};

export const updateProvider: Operation<UpdateProviderMutation, UpdateProviderMutationVariables> = {
  text: "mutation UpdateProvider($id:Int!$ifRevision:Int!$input:ProviderInput!){record:updateProvider(id:$id ifRevision:$ifRevision input:$input){...ProviderForm}}fragment ProviderForm on Provider{id revisionCount resourceId serviceId priorityValue openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
};

export const deleteProvider: Operation<DeleteProviderMutation, DeleteProviderMutationVariables> = {
  text: "mutation DeleteProvider($id:Int!$ifRevision:Int!){record:deleteProvider(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readCategory: Operation<ReadCategoryQuery, ReadCategoryQueryVariables> = {
  text: "query ReadCategory($id:Int!){record:category(id:$id){...CategoryForm}servicesOfCategory(categoryId:$id){nodes{id}}}fragment CategoryForm on Category{id revisionCount title parentId priorityValue}",
};

export const createCategory: Operation<CreateCategoryMutation, CreateCategoryMutationVariables> = {
  text: "mutation CreateCategory($input:CategoryInput!){record:createCategory(input:$input){...CategoryForm}}fragment CategoryForm on Category{id revisionCount title parentId priorityValue}",
};

export const updateCategory: Operation<UpdateCategoryMutation, UpdateCategoryMutationVariables> = {
  text: "mutation UpdateCategory($id:Int!$ifRevision:Int!$input:CategoryInput!){record:updateCategory(id:$id ifRevision:$ifRevision input:$input){...CategoryForm}}fragment CategoryForm on Category{id revisionCount title parentId priorityValue}",
};

export const deleteCategory: Operation<DeleteCategoryMutation, DeleteCategoryMutationVariables> = {
  text: "mutation DeleteCategory($id:Int!$ifRevision:Int!){record:deleteCategory(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readCoupon: Operation<ReadCouponQuery, ReadCouponQueryVariables> = {
  text: "query ReadCoupon($id:Int!){record:coupon(id:$id){...CouponForm}}fragment CouponForm on Coupon{id revisionCount title code valueType value availability active validFrom validUntil allowedBookingStartAt allowedBookingEndAt minOrderAmount maxOrderAmount minCount maxCount appliesTo{services resources}}",
};

export const createCoupon: Operation<CreateCouponMutation, CreateCouponMutationVariables> = {
  text: "mutation CreateCoupon($input:CouponInput!){record:createCoupon(input:$input){...CouponForm}}fragment CouponForm on Coupon{id revisionCount title code valueType value availability active validFrom validUntil allowedBookingStartAt allowedBookingEndAt minOrderAmount maxOrderAmount minCount maxCount appliesTo{services resources}}",
};

export const updateCoupon: Operation<UpdateCouponMutation, UpdateCouponMutationVariables> = {
  text: "mutation UpdateCoupon($id:Int!$ifRevision:Int!$input:CouponInput!){record:updateCoupon(id:$id ifRevision:$ifRevision input:$input){...CouponForm}}fragment CouponForm on Coupon{id revisionCount title code valueType value availability active validFrom validUntil allowedBookingStartAt allowedBookingEndAt minOrderAmount maxOrderAmount minCount maxCount appliesTo{services resources}}",
};

export const deleteCoupon: Operation<DeleteCouponMutation, DeleteCouponMutationVariables> = {
  text: "mutation DeleteCoupon($id:Int!$ifRevision:Int!){record:deleteCoupon(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readGiftCard: Operation<ReadGiftCardQuery, ReadGiftCardQueryVariables> = {
  text: "query ReadGiftCard($id:Int!){record:giftCard(id:$id){...GiftCardForm}}fragment GiftCardForm on GiftCard{id revisionCount code value initialValue validUntil active personId}",
};

export const createGiftCard: Operation<CreateGiftCardMutation, CreateGiftCardMutationVariables> = {
  text: "mutation CreateGiftCard($input:GiftCardInput!){record:createGiftCard(input:$input){...GiftCardForm}}fragment GiftCardForm on GiftCard{id revisionCount code value initialValue validUntil active personId}",
};

export const updateGiftCard: Operation<UpdateGiftCardMutation, UpdateGiftCardMutationVariables> = {
  text: "mutation UpdateGiftCard($id:Int!$ifRevision:Int!$input:GiftCardInput!){record:updateGiftCard(id:$id ifRevision:$ifRevision input:$input){...GiftCardForm}}fragment GiftCardForm on GiftCard{id revisionCount code value initialValue validUntil active personId}",
};

export const deleteGiftCard: Operation<DeleteGiftCardMutation, DeleteGiftCardMutationVariables> = {
  text: "mutation DeleteGiftCard($id:Int!$ifRevision:Int!){record:deleteGiftCard(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readTemplate: Operation<ReadTemplateQuery, ReadTemplateQueryVariables> = {
  text: "query ReadTemplate($id:Int!){record:messageTemplate(id:$id){...TemplateForm}}fragment TemplateForm on MessageTemplate{id revisionCount messageType deliveryType deliveryTiming subject template active services}",
};

export const createTemplate: Operation<CreateTemplateMutation, CreateTemplateMutationVariables> = {
  text: "mutation CreateTemplate($input:MessageTemplateInput!){record:createMessageTemplate(input:$input){...TemplateForm}}fragment TemplateForm on MessageTemplate{id revisionCount messageType deliveryType deliveryTiming subject template active services}",
};

export const updateTemplate: Operation<UpdateTemplateMutation, UpdateTemplateMutationVariables> = {
  text: "mutation UpdateTemplate($id:Int!$ifRevision:Int!$input:MessageTemplateInput!){record:updateMessageTemplate(id:$id ifRevision:$ifRevision input:$input){...TemplateForm}}fragment TemplateForm on MessageTemplate{id revisionCount messageType deliveryType deliveryTiming subject template active services}",
};

export const deleteTemplate: Operation<DeleteTemplateMutation, DeleteTemplateMutationVariables> = {
  text: "mutation DeleteTemplate($id:Int!$ifRevision:Int!){record:deleteMessageTemplate(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readUser: Operation<ReadUserQuery, ReadUserQueryVariables> = {
  text: "query ReadUser($id:Int!){record:clientUser(id:$id){...UserForm}}fragment UserForm on ClientUserLink{id revisionCount role user{name email phoneNumber}}",
};

export const createUser: Operation<CreateUserMutation, CreateUserMutationVariables> = {
  text: "mutation CreateUser($input:UserInput!){record:createClientUser(input:$input){...UserForm}}fragment UserForm on ClientUserLink{id revisionCount role user{name email phoneNumber}}",
};

export const updateUser: Operation<UpdateUserMutation, UpdateUserMutationVariables> = {
  text: "mutation UpdateUser($id:Int!$ifRevision:Int!$input:UserChangesInput!){record:updateClientUser(id:$id ifRevision:$ifRevision input:$input){...UserForm}}fragment UserForm on ClientUserLink{id revisionCount role user{name email phoneNumber}}",
};

export const deleteUser: Operation<DeleteUserMutation, DeleteUserMutationVariables> = {
  text: "mutation DeleteUser($id:Int!$ifRevision:Int!){record:deleteClientUser(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readWebHook: Operation<ReadWebHookQuery, ReadWebHookQueryVariables> = {
  text: "query ReadWebHook($id:Int!){record:webHook(id:$id){...WebHookForm}}fragment WebHookForm on WebHook{id revisionCount targetUrl event active pausedReason}",
};

export const createWebHook: Operation<CreateWebHookMutation, CreateWebHookMutationVariables> = {
  text: "mutation CreateWebHook($input:WebHookInput!){record:createWebHook(input:$input){...WebHookForm}}fragment WebHookForm on WebHook{id revisionCount targetUrl event active pausedReason}",
};

export const updateWebHook: Operation<UpdateWebHookMutation, UpdateWebHookMutationVariables> = {
  text: "mutation UpdateWebHook($id:Int!$ifRevision:Int!$input:WebHookInput!){record:updateWebHook(id:$id ifRevision:$ifRevision input:$input){...WebHookForm}}fragment WebHookForm on WebHook{id revisionCount targetUrl event active pausedReason}",
};

export const deleteWebHook: Operation<DeleteWebHookMutation, DeleteWebHookMutationVariables> = {
  text: "mutation DeleteWebHook($id:Int!$ifRevision:Int!){record:deleteWebHook(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readAccount: Operation<ReadAccountQuery, ReadAccountQueryVariables> = {
  text: "query ReadAccount{record:account{...AccountForm}}fragment AccountForm on Account{dashboardNetworks id revisionCount name email phoneNumber address timeZone countryCode currency locale publicAccess myBookings confirmManually trustMoves closedForHolidays maxActivePerPerson maxDailyPerPerson maxWeeklyPerPerson closedDays{from to reason repeatsYearly}allowCancellation cancellationPeriod firstBookablePeriod futureBookablePeriod verification emailNotification mailNotificationRecipient mailFromName mailFrom replyTo calendarAttachment personOverlaps smsNotification reminderSms waitlistHoldMinutes messageRetentionDays deliveryRetentionDays changeRetentionDays personRetentionMonths secondFactorRequired sessionIdleMinutes mailWaitlistOfferSubject mailWaitlistOffer smsWaitlistOffer bookingForm accentColour newBookingText newUserText footer embedOrigins smsVerification smsConfirmation smsModification smsReminder smsCancellation mailVerificationSubject mailVerification mailConfirmationSubject mailConfirmation mailModificationSubject mailModification mailCancellationSubject mailCancellation logo}",
};

export const updateAccount: Operation<UpdateAccountMutation, UpdateAccountMutationVariables> = {
  text: "mutation UpdateAccount($ifRevision:Int!$input:AccountInput!){record:updateAccount(ifRevision:$ifRevision input:$input){...AccountForm}}fragment AccountForm on Account{dashboardNetworks id revisionCount name email phoneNumber address timeZone countryCode currency locale publicAccess myBookings confirmManually trustMoves closedForHolidays maxActivePerPerson maxDailyPerPerson maxWeeklyPerPerson closedDays{from to reason repeatsYearly}allowCancellation cancellationPeriod firstBookablePeriod futureBookablePeriod verification emailNotification mailNotificationRecipient mailFromName mailFrom replyTo calendarAttachment personOverlaps smsNotification reminderSms waitlistHoldMinutes messageRetentionDays deliveryRetentionDays changeRetentionDays personRetentionMonths secondFactorRequired sessionIdleMinutes mailWaitlistOfferSubject mailWaitlistOffer smsWaitlistOffer bookingForm accentColour newBookingText newUserText footer embedOrigins smsVerification smsConfirmation smsModification smsReminder smsCancellation mailVerificationSubject mailVerification mailConfirmationSubject mailConfirmation mailModificationSubject mailModification mailCancellationSubject mailCancellation logo}",
};
