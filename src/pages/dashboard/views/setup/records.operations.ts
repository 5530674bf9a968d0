// Written by `npm run -s pages:operations` from records.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Attributes of the account. An absent one stays unchanged. Null clears it or restores its default. */
export type AccountInput = {
  /** The colour of links and buttons of the booking page, such as `#1f5fbf`. The page darkens or lightens it where it would be hard to read. Null means the built-in one. */
  accentColour?: string | null | undefined;
  /** The postal address. */
  address?: string | null | undefined;
  /** Whether people may cancel their bookings. */
  allowCancellation?: boolean | null | undefined;
  /** A form of your own for appointments, as text that the server only stores. */
  appointmentForm?: string | null | undefined;
  /** A form of your own for bookings, as text that the server only stores. */
  bookingForm?: string | null | undefined;
  /** How long before its start a booking may still be cancelled: a period in English such as `24 hours` or `2 days`. */
  cancellationPeriod?: string | null | undefined;
  /** A form of your own for categories, as text that the server only stores. */
  categoryForm?: string | null | undefined;
  /** Whether public bookings are refused on public holidays. False by default. */
  closedForHolidays?: boolean | null | undefined;
  /** Whether staff confirm bookings by hand. False by default. */
  confirmManually?: boolean | null | undefined;
  /** The country by ISO 3166-1 alpha-2. It sets the public holidays and the country of phone numbers. */
  countryCode?: string | null | undefined;
  /** The URL of a style sheet for your booking page. */
  cssUrl?: string | null | undefined;
  /** The currency of all amounts by ISO 4217. Null if it is not set. */
  currency?: string | null | undefined;
  /** The email address of the account. */
  email?: string | null | undefined;
  /** Whether the account gets an email about bookings. False by default. */
  emailNotification?: boolean | null | undefined;
  /** Origins such as `https://www.example.org` whose pages may show the booking page in a frame. By default none may. At most 20. */
  embedOrigins?: Array<string> | null | undefined;
  /** A form of your own for events, as text that the server only stores. */
  eventForm?: string | null | undefined;
  /** How long before its start the public may book: a period such as `2 hours`. Null: no limit. */
  firstBookablePeriod?: string | null | undefined;
  /** The text at the end of your booking page. */
  footer?: string | null | undefined;
  /** How far ahead the public may book: a period in English such as `3 months`. Null: no limit. */
  futureBookablePeriod?: string | null | undefined;
  /** The id of the account at Google Analytics. */
  googleAnalytics?: string | null | undefined;
  /** The id of the account as a merchant at Google. */
  googleMerchantId?: string | null | undefined;
  /** Null unless the role may update the account. */
  googleMerchantKey?: string | null | undefined;
  /** Minutes to which the start of a slot is rounded up. 15 by default. */
  intervalRounding?: number | null | undefined;
  /** The language of messages: `en` by default, `sv` or `nb`. */
  locale?: string | null | undefined;
  /** A PNG, JPEG, GIF or WebP image of at most 1 MB. */
  logo?: string | null | undefined;
  /** The email of the cancellation of a booking, in Liquid. Null means the built-in text. */
  mailCancellation?: string | null | undefined;
  /** The subject of the email of the cancellation of a booking, in Liquid. Null means the built-in one. */
  mailCancellationSubject?: string | null | undefined;
  /** The email of the confirmation of a booking, in Liquid. Null means the built-in text. */
  mailConfirmation?: string | null | undefined;
  /** The subject of the email of the confirmation of a booking, in Liquid. Null means the built-in one. */
  mailConfirmationSubject?: string | null | undefined;
  /** The email of the change of a booking, in Liquid. Null means the built-in text. */
  mailModification?: string | null | undefined;
  /** The subject of the email of the change of a booking, in Liquid. Null means the built-in one. */
  mailModificationSubject?: string | null | undefined;
  /** The email address for notifications. Null means that of the account. */
  mailNotificationRecipient?: string | null | undefined;
  /** The email of the verification of a booking, in Liquid. Null means the built-in text. */
  mailVerification?: string | null | undefined;
  /** The subject of the email of the verification of a booking, in Liquid. Null means the built-in one. */
  mailVerificationSubject?: string | null | undefined;
  /** The email of the offer of the waitlist, in Liquid. Null means the built-in text. */
  mailWaitlistOffer?: string | null | undefined;
  /** The subject of the email of the offer of the waitlist, in Liquid. Null means the built-in one. */
  mailWaitlistOfferSubject?: string | null | undefined;
  /** The name, as people see it in messages. */
  name?: string | null | undefined;
  /** The text for new bookings on your booking page. */
  newBookingText?: string | null | undefined;
  /** The text for new people on your booking page. */
  newUserText?: string | null | undefined;
  /** The name of the payment provider. */
  paymentProvider?: string | null | undefined;
  /** A form of your own for people, as text that the server only stores. */
  personForm?: string | null | undefined;
  /** The phone number of the account. */
  phoneNumber?: string | null | undefined;
  /** Whether visitors may use the public API. False by default. */
  publicAccess?: boolean | null | undefined;
  /** Whether new bookings have an SMS reminder unless the request chooses otherwise. False by default. */
  reminderSms?: boolean | null | undefined;
  /** Whether to remove the logo. False by default. */
  removeLogo?: boolean | null | undefined;
  /** A form of your own for resources, as text that the server only stores. */
  resourceForm?: string | null | undefined;
  /** A form of your own for services, as text that the server only stores. */
  serviceForm?: string | null | undefined;
  /** The name of the design of services on your booking page. */
  serviceTemplate?: string | null | undefined;
  /** Settings of your own, which the server only stores. */
  settings?: Record<string, unknown> | null | undefined;
  /** Where slots begin. `NEXT_AVAILABLE` by default. Takes precedence over the number. */
  slotGeneration?: SlotGeneration | null | undefined;
  /** Where slots begin: 1 on a fixed grid from each opening, 2 (the default) at the start of each free period. */
  slotGenerationType?: number | null | undefined;
  /** The SMS of the cancellation of a booking, in Liquid. Null means the built-in text. */
  smsCancellation?: string | null | undefined;
  /** The SMS of the confirmation of a booking, in Liquid. Null means the built-in text. */
  smsConfirmation?: string | null | undefined;
  /** The SMS of the change of a booking, in Liquid. Null means the built-in text. */
  smsModification?: string | null | undefined;
  /** Whether the account gets an SMS about bookings. False by default. */
  smsNotification?: boolean | null | undefined;
  /** The SMS of the reminder of a booking, in Liquid. Null means the built-in text. */
  smsReminder?: string | null | undefined;
  /** The SMS of the verification of a booking, in Liquid. Null means the built-in text. */
  smsVerification?: string | null | undefined;
  /** The SMS of the offer of the waitlist, in Liquid. Null means the built-in text. */
  smsWaitlistOffer?: string | null | undefined;
  /** The name of the account in addresses. Unique on the server. */
  subdomain?: string | null | undefined;
  /** The number of the design of your booking page. 1 by default. The server only stores it. */
  template?: number | null | undefined;
  /** The IANA time zone in which opening hours and recurrence are read, such as `Europe/Oslo`. */
  timeZone?: string | null | undefined;
  /** How holds are verified. `NONE` by default. Takes precedence over the number. */
  verification?: AccountVerification | null | undefined;
  /** How holds are verified: 0 (the default) not, 1 by email, 2 by SMS. */
  verificationMethod?: number | null | undefined;
  /** The methods of verification that your booking page offers. */
  verificationMethods?: string | null | undefined;
  /** How many minutes a time is held for somebody on the waitlist, from 5 to 10,080. 60 by default. */
  waitlistHoldMinutes?: number | null | undefined;
};

/** How holds are verified. */
export type AccountVerification =
  /** By a code in an email. */
  | 'EMAIL'
  /** Holds are not verified. */
  | 'NONE'
  /** By a code in an SMS. */
  | 'SMS';

/** Whose opening hours apply: those of the provider, or only those of the resource. */
export type AvailabilityType =
  /** The opening hours of the provider, else those of the resource. */
  | 'PROVIDER'
  /** Only the opening hours of the resource. */
  | 'RESOURCE';

/** The kind of booking that a service creates. */
export type BookingType =
  /** A free slot of a resource is booked. */
  | 'APPOINTMENT'
  /** People attend an event. */
  | 'ATTENDANCE'
  /** A gift card is sold. */
  | 'GIFT_CARD'
  /** A product is sold. */
  | 'PRODUCT';

/** Attributes of a category. An absent one stays unchanged. Null clears it. */
export type CategoryInput = {
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** The id of the parent category. Null, the default, for a root. */
  parentId?: number | null | undefined;
  /** A number that orders or weights the record among others. Null by default, which is last. */
  priorityValue?: number | null | undefined;
  /** Ids of the services of the category. Replaces the current ones. */
  serviceIdList?: Array<number> | null | undefined;
  /** The title. */
  title?: string | null | undefined;
};

/** Attributes of a coupon. An absent one stays unchanged. Null clears it or restores its default. */
export type CouponInput = {
  /** Whether it can be used. True by default. */
  active?: boolean | null | undefined;
  /** The latest start of a booking that uses it. Null: no limit. */
  allowedBookingEndAt?: string | null | undefined;
  /** The earliest start of a booking that uses it. Null: no limit. */
  allowedBookingStartAt?: string | null | undefined;
  /** The services and resources that it applies to. Null means all but gift cards, which it discounts only if it names their service. */
  appliesTo?: CouponScopeInput | null | undefined;
  /** The number of bookings that can still use it. Null, the default, means unlimited. */
  availability?: number | null | undefined;
  /** The code, unique ignoring case. */
  code?: string | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** The maximum number of people of the booking. Null: no limit. */
  maxCount?: number | null | undefined;
  /** The maximum price before the discount. Null: no limit. */
  maxOrderAmount?: string | null | undefined;
  /** The minimum number of people of the booking. Null: no limit. */
  minCount?: number | null | undefined;
  /** The minimum price before the discount. Null: no limit. */
  minOrderAmount?: string | null | undefined;
  /** The title. */
  title?: string | null | undefined;
  /** From when it can be used. Null, the default, means at once. */
  validFrom?: string | null | undefined;
  /** Until when it can be used. Null, the default, means without a limit. */
  validUntil?: string | null | undefined;
  /** The discount: percent of the price, or units of the currency. */
  value?: number | null | undefined;
  /** Defaults to an amount. */
  valueType?: CouponValueType | null | undefined;
};

/** The services and resources that a coupon applies to. A list that is left out does not restrict. */
export type CouponScopeInput = {
  /** Ids. Null or empty means all resources. */
  resources?: Array<number> | null | undefined;
  /** Ids. Null or empty means all services. */
  services?: Array<number> | null | undefined;
};

/** Whether the value of a coupon is a percentage of the total or an amount in units of the currency. */
export type CouponValueType =
  /** An amount in units of the currency. */
  | 'AMOUNT'
  /** A percentage of the price. */
  | 'PERCENTAGE';

/** How a message is sent. */
export type DeliveryType =
  /** By email. */
  | 'EMAIL'
  /** By SMS. */
  | 'SMS';

/** Attributes of a gift card. An absent one stays unchanged. Values are in units of the currency. */
export type GiftCardInput = {
  /** Whether it is activated. True by default. */
  active?: boolean | null | undefined;
  /** Generated if absent. */
  code?: string | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** Defaults to the value on creation. */
  initialValue?: number | null | undefined;
  /** The id of the owner. */
  personId?: number | null | undefined;
  /** The id of the person who bought it. */
  purchasedByPersonId?: number | null | undefined;
  /** The last date on which it can be redeemed. Null, the default, means without a limit. */
  validUntil?: string | null | undefined;
  /** The balance, in units of the currency. */
  value?: number | null | undefined;
};

/** Attributes of a message template. An absent one stays unchanged. Null clears it or restores its default. */
export type MessageTemplateInput = {
  /** Whether messages are sent. True by default. */
  active?: boolean | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** A period in English such as `3 hours ago`, relative to that moment. Null: at that moment. */
  deliveryTiming?: string | null | undefined;
  /** How the message is sent. */
  deliveryType?: DeliveryType | null | undefined;
  /** The moment that times the message. */
  messageType?: MessageTemplateType | null | undefined;
  /** Ids of the services whose bookings send the message. Empty, the default, means all services. */
  services?: Array<number> | null | undefined;
  /** The subject of an email, in Liquid. */
  subject?: string | null | undefined;
  /** The body, in Liquid. */
  template?: string | null | undefined;
};

/** The moment that times the message: the creation, start or end of the booking. */
export type MessageTemplateType =
  /** The creation of the booking. */
  | 'CONFIRMATION'
  /** The end of the booking. */
  | 'FOLLOW_UP'
  /** The start of the booking. */
  | 'REMINDER';

/** How a free resource is chosen if the booking names none: by lowest priority value, at random, or at random weighted by priority value. */
export type PriorityStrategy =
  /** The resource with the lowest priority value. */
  | 'ORDER'
  /** Any resource at random. */
  | 'RANDOM'
  /** A resource at random, weighted by its priority value. */
  | 'WEIGHT';

/** Attributes of a provider. An absent one stays unchanged. Null clears it. */
export type ProviderInput = {
  /** The opening hours on Friday: pairs of opening and closing times. Null means none are set. */
  openingHoursFri?: Array<string> | null | undefined;
  /** The opening hours on Monday: pairs of opening and closing times. Null means none are set. */
  openingHoursMon?: Array<string> | null | undefined;
  /** The opening hours on Saturday: pairs of opening and closing times. Null means none are set. */
  openingHoursSat?: Array<string> | null | undefined;
  /** The opening hours on Sunday: pairs of opening and closing times. Null means none are set. */
  openingHoursSun?: Array<string> | null | undefined;
  /** The opening hours on Thursday: pairs of opening and closing times. Null means none are set. */
  openingHoursThu?: Array<string> | null | undefined;
  /** The opening hours on Tuesday: pairs of opening and closing times. Null means none are set. */
  openingHoursTue?: Array<string> | null | undefined;
  /** The opening hours on Wednesday: pairs of opening and closing times. Null means none are set. */
  openingHoursWed?: Array<string> | null | undefined;
  /** A number that orders or weights the record among others. Null by default, which is last. */
  priorityValue?: number | null | undefined;
  /** The id of the resource. */
  resourceId?: number | null | undefined;
  /** The id of the service. */
  serviceId?: number | null | undefined;
};

/** Attributes of a resource. An absent one stays unchanged. Null clears it or restores its default. */
export type ResourceInput = {
  /** The maximum number of people at any instant, from 0 to 100,000. 1 by default. */
  capacity?: number | null | undefined;
  /**
   * The last closing on Monday. Null if closed.
   * @deprecated Use openingHoursMon.
   */
  close0?: string | null | undefined;
  /**
   * The last closing on Tuesday. Null if closed.
   * @deprecated Use openingHoursTue.
   */
  close1?: string | null | undefined;
  /**
   * The last closing on Wednesday. Null if closed.
   * @deprecated Use openingHoursWed.
   */
  close2?: string | null | undefined;
  /**
   * The last closing on Thursday. Null if closed.
   * @deprecated Use openingHoursThu.
   */
  close3?: string | null | undefined;
  /**
   * The last closing on Friday. Null if closed.
   * @deprecated Use openingHoursFri.
   */
  close4?: string | null | undefined;
  /**
   * The last closing on Saturday. Null if closed.
   * @deprecated Use openingHoursSat.
   */
  close5?: string | null | undefined;
  /**
   * The last closing on Sunday. Null if closed.
   * @deprecated Use openingHoursSun.
   */
  close6?: string | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /**
   * The first opening on Monday. Null if closed.
   * @deprecated Use openingHoursMon.
   */
  open0?: string | null | undefined;
  /**
   * The first opening on Tuesday. Null if closed.
   * @deprecated Use openingHoursTue.
   */
  open1?: string | null | undefined;
  /**
   * The first opening on Wednesday. Null if closed.
   * @deprecated Use openingHoursWed.
   */
  open2?: string | null | undefined;
  /**
   * The first opening on Thursday. Null if closed.
   * @deprecated Use openingHoursThu.
   */
  open3?: string | null | undefined;
  /**
   * The first opening on Friday. Null if closed.
   * @deprecated Use openingHoursFri.
   */
  open4?: string | null | undefined;
  /**
   * The first opening on Saturday. Null if closed.
   * @deprecated Use openingHoursSat.
   */
  open5?: string | null | undefined;
  /**
   * The first opening on Sunday. Null if closed.
   * @deprecated Use openingHoursSun.
   */
  open6?: string | null | undefined;
  /** The opening hours on Friday: pairs of opening and closing times. Null means none are set. */
  openingHoursFri?: Array<string> | null | undefined;
  /** The opening hours on Monday: pairs of opening and closing times. Null means none are set. */
  openingHoursMon?: Array<string> | null | undefined;
  /** The opening hours on Saturday: pairs of opening and closing times. Null means none are set. */
  openingHoursSat?: Array<string> | null | undefined;
  /** The opening hours on Sunday: pairs of opening and closing times. Null means none are set. */
  openingHoursSun?: Array<string> | null | undefined;
  /** The opening hours on Thursday: pairs of opening and closing times. Null means none are set. */
  openingHoursThu?: Array<string> | null | undefined;
  /** The opening hours on Tuesday: pairs of opening and closing times. Null means none are set. */
  openingHoursTue?: Array<string> | null | undefined;
  /** The opening hours on Wednesday: pairs of opening and closing times. Null means none are set. */
  openingHoursWed?: Array<string> | null | undefined;
  /** The title. */
  title?: string | null | undefined;
};

/** Attributes of a service. An absent one stays unchanged. Null clears it or restores its default. */
export type ServiceInput = {
  /** Whether people may pay by invoice. False by default. */
  allowInvoice?: boolean | null | undefined;
  /** Whose opening hours apply. Those of the provider by default. */
  availabilityType?: AvailabilityType | null | undefined;
  /** The maximum number of people of a booking. Null, the default, means no limit. */
  bookingCapacity?: number | null | undefined;
  /** A form of your own for its bookings, as text that the server only stores. */
  bookingForm?: string | null | undefined;
  /** The minimum number of people of a booking. Null, the default, means no limit. */
  bookingMinimum?: number | null | undefined;
  /** The kind of booking. An appointment by default. */
  bookingType?: BookingType | null | undefined;
  /**
   * The number of the kind of booking.
   * @deprecated Use bookingType, which takes precedence.
   */
  bookingTypeId?: number | null | undefined;
  /** How many minutes after a booking its resource is kept free, like `bufferBefore`. 0 by default. */
  bufferAfter?: number | null | undefined;
  /** How many minutes before a booking its resource is kept free, to 1,440, also outside the opening hours. 0 by default. A change applies to bookings and events that are made or moved from then on. */
  bufferBefore?: number | null | undefined;
  /** Whether staff confirm bookings by hand. Null, the default, means the setting of the account. */
  confirmManually?: boolean | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** Whether a booked day lasts from opening to closing, instead of to midnight. False by default. */
  dayBookingSpecifyTime?: boolean | null | undefined;
  /** The description. */
  description?: string | null | undefined;
  /** Whether whole days are booked. False by default. */
  hasDayBooking?: boolean | null | undefined;
  /** The length of a slot in minutes, from 1 to 527,040. 60 by default. */
  interval?: number | null | undefined;
  /** Minutes to which the start of a slot is rounded up, to 1,440. Null: that of the account. */
  intervalRounding?: number | null | undefined;
  /** The email of the booking that awaits confirmation, in Liquid. Null, the default, means that of the account. */
  mailAwaitingConfirmation?: string | null | undefined;
  /** The email of the cancellation, in Liquid. Null, the default, means that of the account. */
  mailCancellation?: string | null | undefined;
  /** The email of the confirmation, in Liquid. Null, the default, means that of the account. */
  mailConfirmation?: string | null | undefined;
  /** The email of the change, in Liquid. Null, the default, means that of the account. */
  mailModification?: string | null | undefined;
  /** The email of the verification, in Liquid. Null, the default, means that of the account. */
  mailVerification?: string | null | undefined;
  /** The email of the offer of the waitlist, in Liquid. Null, the default, means that of the account. */
  mailWaitlistOffer?: string | null | undefined;
  /** The maximum length of a public booking, in slots. 1 by default. */
  maxSlots?: number | null | undefined;
  /** The minutes between the starts of slots. Null, the default, means the length of a slot. */
  nextInterval?: number | null | undefined;
  /** Whether a booking is held until it is paid. False by default. */
  paymentRequired?: boolean | null | undefined;
  /** The price of one person, in the currency of the account. Null means that no order is created. */
  price?: string | null | undefined;
  /** How a free resource is chosen. By order of priority by default. */
  priorityStrategy?: PriorityStrategy | null | undefined;
  /** A number that orders or weights the record among others. Null by default, which is last. */
  priorityValue?: number | null | undefined;
  /** Whether a public booking must end on the day on which it begins. False by default. */
  sameDay?: boolean | null | undefined;
  /** The SMS of the booking that awaits confirmation, in Liquid. Null, the default, means that of the account. */
  smsAwaitingConfirmation?: string | null | undefined;
  /** The SMS of the cancellation, in Liquid. Null, the default, means that of the account. */
  smsCancellation?: string | null | undefined;
  /** The SMS of the confirmation, in Liquid. Null, the default, means that of the account. */
  smsConfirmation?: string | null | undefined;
  /** The SMS of the change, in Liquid. Null, the default, means that of the account. */
  smsModification?: string | null | undefined;
  /** The SMS of the reminder, in Liquid. Null, the default, means that of the account. */
  smsReminder?: string | null | undefined;
  /** The SMS of the verification, in Liquid. Null, the default, means that of the account. */
  smsVerification?: string | null | undefined;
  /** The SMS of the offer of the waitlist, in Liquid. Null, the default, means that of the account. */
  smsWaitlistOffer?: string | null | undefined;
  /** The name of its design on your booking page. */
  template?: string | null | undefined;
  /** The terms of bookings. */
  terms?: string | null | undefined;
  /** The title. */
  title?: string | null | undefined;
};

/** Where slots begin. */
export type SlotGeneration =
  /** On a fixed grid from each opening. */
  | 'FIXED'
  /** At the start of each free period. */
  | 'NEXT_AVAILABLE';

/** Attributes of a user. An absent one stays unchanged. */
export type UserChangesInput = {
  /** The name. */
  name?: string | null | undefined;
  /** The phone number. */
  phoneNumber?: string | null | undefined;
  /** Null means staff. */
  role?: UserRole | null | undefined;
};

/** Attributes of a new user. One that is left out is empty, unless its description names a default. */
export type UserInput = {
  /** The email address, with which the user signs in. */
  email?: string | null | undefined;
  /** The name. */
  name?: string | null | undefined;
  /** The phone number. */
  phoneNumber?: string | null | undefined;
  /** Defaults to staff. */
  role?: UserRole | null | undefined;
};

/** The role of a user or an API key, which determines the permissions. */
export type UserRole =
  /** May do everything. */
  | 'ADMIN'
  /** May do everything that does not require the permission `ACCOUNT` or `USERS`. */
  | 'MANAGER'
  /** May do what requires the permission `READ`, `BOOKINGS`, `PEOPLE` or `EXCEPTION_DATES`. */
  | 'STAFF';

/** Attributes of a webhook. An absent one stays unchanged. */
export type WebHookInput = {
  /** Whether events are delivered; true by default. Deactivating a webhook drops its pending deliveries. After reactivation it gets only new events. */
  active?: boolean | null | undefined;
  /** The events: a name such as `booking.created`, a group such as `booking.*`, or `*`. */
  event?: string | null | undefined;
  /** The URL to which events are sent. */
  targetUrl?: string | null | undefined;
};

export type ReadResourceQueryVariables = Exact<{
  id: number;
}>;


export type ReadResourceQuery = { record: { id: number, revisionCount: number, title: string, capacity: number, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null } | null };

export type CreateResourceMutationVariables = Exact<{
  input: ResourceInput;
}>;


export type CreateResourceMutation = { record: { id: number, revisionCount: number, title: string, capacity: number, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null } | null };

export type UpdateResourceMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: ResourceInput;
}>;


export type UpdateResourceMutation = { record: { id: number, revisionCount: number, title: string, capacity: number, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null } | null };

export type DeleteResourceMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;


export type DeleteResourceMutation = { record: { id: number, revisionCount: number } | null };

export type ResourceFormFragment = { id: number, revisionCount: number, title: string, capacity: number, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null };

export type ReadServiceQueryVariables = Exact<{
  id: number;
}>;


export type ReadServiceQuery = { record: { id: number, revisionCount: number, title: string, bookingType: BookingType, interval: number, price: string | null, description: string | null, nextInterval: number | null, bookingCapacity: number | null, bookingMinimum: number | null, maxSlots: number, sameDay: boolean, hasDayBooking: boolean, paymentRequired: boolean, allowInvoice: boolean, terms: string | null, mailConfirmation: string | null, mailModification: string | null, mailCancellation: string | null, mailWaitlistOffer: string | null, smsConfirmation: string | null, smsReminder: string | null, smsCancellation: string | null, smsWaitlistOffer: string | null } | null };

export type CreateServiceMutationVariables = Exact<{
  input: ServiceInput;
}>;


export type CreateServiceMutation = { record: { id: number, revisionCount: number, title: string, bookingType: BookingType, interval: number, price: string | null, description: string | null, nextInterval: number | null, bookingCapacity: number | null, bookingMinimum: number | null, maxSlots: number, sameDay: boolean, hasDayBooking: boolean, paymentRequired: boolean, allowInvoice: boolean, terms: string | null, mailConfirmation: string | null, mailModification: string | null, mailCancellation: string | null, mailWaitlistOffer: string | null, smsConfirmation: string | null, smsReminder: string | null, smsCancellation: string | null, smsWaitlistOffer: string | null } | null };

export type UpdateServiceMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: ServiceInput;
}>;


export type UpdateServiceMutation = { record: { id: number, revisionCount: number, title: string, bookingType: BookingType, interval: number, price: string | null, description: string | null, nextInterval: number | null, bookingCapacity: number | null, bookingMinimum: number | null, maxSlots: number, sameDay: boolean, hasDayBooking: boolean, paymentRequired: boolean, allowInvoice: boolean, terms: string | null, mailConfirmation: string | null, mailModification: string | null, mailCancellation: string | null, mailWaitlistOffer: string | null, smsConfirmation: string | null, smsReminder: string | null, smsCancellation: string | null, smsWaitlistOffer: string | null } | null };

export type DeleteServiceMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;


export type DeleteServiceMutation = { record: { id: number, revisionCount: number } | null };

export type ServiceFormFragment = { id: number, revisionCount: number, title: string, bookingType: BookingType, interval: number, price: string | null, description: string | null, nextInterval: number | null, bookingCapacity: number | null, bookingMinimum: number | null, maxSlots: number, sameDay: boolean, hasDayBooking: boolean, paymentRequired: boolean, allowInvoice: boolean, terms: string | null, mailConfirmation: string | null, mailModification: string | null, mailCancellation: string | null, mailWaitlistOffer: string | null, smsConfirmation: string | null, smsReminder: string | null, smsCancellation: string | null, smsWaitlistOffer: string | null };

export type ReadProviderQueryVariables = Exact<{
  id: number;
}>;


export type ReadProviderQuery = { record: { id: number, revisionCount: number, resourceId: number, serviceId: number, priorityValue: number | null, openingHoursMon: Array<string> | null, openingHoursTue: Array<string> | null, openingHoursWed: Array<string> | null, openingHoursThu: Array<string> | null, openingHoursFri: Array<string> | null, openingHoursSat: Array<string> | null, openingHoursSun: Array<string> | null } | null };

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


export type ReadAccountQuery = { record: { id: number, revisionCount: number, name: string, email: string, phoneNumber: string | null, address: string | null, timeZone: string, countryCode: string, currency: string | null, locale: string, publicAccess: boolean, confirmManually: boolean, closedForHolidays: boolean, allowCancellation: boolean, cancellationPeriod: string | null, firstBookablePeriod: string | null, futureBookablePeriod: string | null, verification: AccountVerification, emailNotification: boolean, mailNotificationRecipient: string | null, smsNotification: boolean, reminderSms: boolean, waitlistHoldMinutes: number, mailWaitlistOfferSubject: string | null, mailWaitlistOffer: string | null, smsWaitlistOffer: string | null, accentColour: string | null, newBookingText: string | null, newUserText: string | null, footer: string | null, embedOrigins: Array<string>, smsVerification: string | null, smsConfirmation: string | null, smsModification: string | null, smsReminder: string | null, smsCancellation: string | null, mailVerificationSubject: string | null, mailVerification: string | null, mailConfirmationSubject: string | null, mailConfirmation: string | null, mailModificationSubject: string | null, mailModification: string | null, mailCancellationSubject: string | null, mailCancellation: string | null, logo: string | null } };

export type UpdateAccountMutationVariables = Exact<{
  ifRevision: number;
  input: AccountInput;
}>;


export type UpdateAccountMutation = { record: { id: number, revisionCount: number, name: string, email: string, phoneNumber: string | null, address: string | null, timeZone: string, countryCode: string, currency: string | null, locale: string, publicAccess: boolean, confirmManually: boolean, closedForHolidays: boolean, allowCancellation: boolean, cancellationPeriod: string | null, firstBookablePeriod: string | null, futureBookablePeriod: string | null, verification: AccountVerification, emailNotification: boolean, mailNotificationRecipient: string | null, smsNotification: boolean, reminderSms: boolean, waitlistHoldMinutes: number, mailWaitlistOfferSubject: string | null, mailWaitlistOffer: string | null, smsWaitlistOffer: string | null, accentColour: string | null, newBookingText: string | null, newUserText: string | null, footer: string | null, embedOrigins: Array<string>, smsVerification: string | null, smsConfirmation: string | null, smsModification: string | null, smsReminder: string | null, smsCancellation: string | null, mailVerificationSubject: string | null, mailVerification: string | null, mailConfirmationSubject: string | null, mailConfirmation: string | null, mailModificationSubject: string | null, mailModification: string | null, mailCancellationSubject: string | null, mailCancellation: string | null, logo: string | null } | null };

export type AccountFormFragment = { id: number, revisionCount: number, name: string, email: string, phoneNumber: string | null, address: string | null, timeZone: string, countryCode: string, currency: string | null, locale: string, publicAccess: boolean, confirmManually: boolean, closedForHolidays: boolean, allowCancellation: boolean, cancellationPeriod: string | null, firstBookablePeriod: string | null, futureBookablePeriod: string | null, verification: AccountVerification, emailNotification: boolean, mailNotificationRecipient: string | null, smsNotification: boolean, reminderSms: boolean, waitlistHoldMinutes: number, mailWaitlistOfferSubject: string | null, mailWaitlistOffer: string | null, smsWaitlistOffer: string | null, accentColour: string | null, newBookingText: string | null, newUserText: string | null, footer: string | null, embedOrigins: Array<string>, smsVerification: string | null, smsConfirmation: string | null, smsModification: string | null, smsReminder: string | null, smsCancellation: string | null, mailVerificationSubject: string | null, mailVerification: string | null, mailConfirmationSubject: string | null, mailConfirmation: string | null, mailModificationSubject: string | null, mailModification: string | null, mailCancellationSubject: string | null, mailCancellation: string | null, logo: string | null };

export const readResource: Operation<ReadResourceQuery, ReadResourceQueryVariables> = {
  text: "query ReadResource($id:Int!){record:resource(id:$id){...ResourceForm}}fragment ResourceForm on Resource{id revisionCount title capacity openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
};

export const createResource: Operation<CreateResourceMutation, CreateResourceMutationVariables> = {
  text: "mutation CreateResource($input:ResourceInput!){record:createResource(input:$input){...ResourceForm}}fragment ResourceForm on Resource{id revisionCount title capacity openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
};

export const updateResource: Operation<UpdateResourceMutation, UpdateResourceMutationVariables> = {
  text: "mutation UpdateResource($id:Int!$ifRevision:Int!$input:ResourceInput!){record:updateResource(id:$id ifRevision:$ifRevision input:$input){...ResourceForm}}fragment ResourceForm on Resource{id revisionCount title capacity openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
};

export const deleteResource: Operation<DeleteResourceMutation, DeleteResourceMutationVariables> = {
  text: "mutation DeleteResource($id:Int!$ifRevision:Int!){record:deleteResource(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readService: Operation<ReadServiceQuery, ReadServiceQueryVariables> = {
  text: "query ReadService($id:Int!){record:service(id:$id){...ServiceForm}}fragment ServiceForm on Service{id revisionCount title bookingType interval price description nextInterval bookingCapacity bookingMinimum maxSlots sameDay hasDayBooking paymentRequired allowInvoice terms mailConfirmation mailModification mailCancellation mailWaitlistOffer smsConfirmation smsReminder smsCancellation smsWaitlistOffer}",
};

export const createService: Operation<CreateServiceMutation, CreateServiceMutationVariables> = {
  text: "mutation CreateService($input:ServiceInput!){record:createService(input:$input){...ServiceForm}}fragment ServiceForm on Service{id revisionCount title bookingType interval price description nextInterval bookingCapacity bookingMinimum maxSlots sameDay hasDayBooking paymentRequired allowInvoice terms mailConfirmation mailModification mailCancellation mailWaitlistOffer smsConfirmation smsReminder smsCancellation smsWaitlistOffer}",
};

export const updateService: Operation<UpdateServiceMutation, UpdateServiceMutationVariables> = {
  text: "mutation UpdateService($id:Int!$ifRevision:Int!$input:ServiceInput!){record:updateService(id:$id ifRevision:$ifRevision input:$input){...ServiceForm}}fragment ServiceForm on Service{id revisionCount title bookingType interval price description nextInterval bookingCapacity bookingMinimum maxSlots sameDay hasDayBooking paymentRequired allowInvoice terms mailConfirmation mailModification mailCancellation mailWaitlistOffer smsConfirmation smsReminder smsCancellation smsWaitlistOffer}",
};

export const deleteService: Operation<DeleteServiceMutation, DeleteServiceMutationVariables> = {
  text: "mutation DeleteService($id:Int!$ifRevision:Int!){record:deleteService(id:$id ifRevision:$ifRevision){id revisionCount}}",
};

export const readProvider: Operation<ReadProviderQuery, ReadProviderQueryVariables> = {
  text: "query ReadProvider($id:Int!){record:provider(id:$id){...ProviderForm}}fragment ProviderForm on Provider{id revisionCount resourceId serviceId priorityValue openingHoursMon openingHoursTue openingHoursWed openingHoursThu openingHoursFri openingHoursSat openingHoursSun}",
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
  text: "query ReadAccount{record:account{...AccountForm}}fragment AccountForm on Account{id revisionCount name email phoneNumber address timeZone countryCode currency locale publicAccess confirmManually closedForHolidays allowCancellation cancellationPeriod firstBookablePeriod futureBookablePeriod verification emailNotification mailNotificationRecipient smsNotification reminderSms waitlistHoldMinutes mailWaitlistOfferSubject mailWaitlistOffer smsWaitlistOffer accentColour newBookingText newUserText footer embedOrigins smsVerification smsConfirmation smsModification smsReminder smsCancellation mailVerificationSubject mailVerification mailConfirmationSubject mailConfirmation mailModificationSubject mailModification mailCancellationSubject mailCancellation logo}",
};

export const updateAccount: Operation<UpdateAccountMutation, UpdateAccountMutationVariables> = {
  text: "mutation UpdateAccount($ifRevision:Int!$input:AccountInput!){record:updateAccount(ifRevision:$ifRevision input:$input){...AccountForm}}fragment AccountForm on Account{id revisionCount name email phoneNumber address timeZone countryCode currency locale publicAccess confirmManually closedForHolidays allowCancellation cancellationPeriod firstBookablePeriod futureBookablePeriod verification emailNotification mailNotificationRecipient smsNotification reminderSms waitlistHoldMinutes mailWaitlistOfferSubject mailWaitlistOffer smsWaitlistOffer accentColour newBookingText newUserText footer embedOrigins smsVerification smsConfirmation smsModification smsReminder smsCancellation mailVerificationSubject mailVerification mailConfirmationSubject mailConfirmation mailModificationSubject mailModification mailCancellationSubject mailCancellation logo}",
};
