// Written by `npm run -s pages:operations` from schema.graphql. Do not edit.
/** The way in which holds are verified. */
export type AccountVerification =
  /** By a code in an email. */
  | 'EMAIL'
  /** Holds are not verified. */
  | 'NONE'
  /** By a code in an SMS. */
  | 'SMS';

/** Conditions that must all hold. One that is left out does not restrict. */
export type ApiRequestFilter = {
  /** Returns the requests with this API key. */
  apiKeyId?: number | null | undefined;
  /** Returns items that were created in this period. */
  createdAt?: InstantRange | null | undefined;
  /** True returns the requests that failed: those with a status of 400 or more, and those with errors, whose status is 200 in GraphQL and for tools of agents. False returns the others. */
  failed?: boolean | null | undefined;
  /** Returns only items with these ids. */
  ids?: Array<number> | null | undefined;
  /** Returns the requests that were answered with this status or a higher one. */
  minStatus?: number | null | undefined;
  /** Returns the request with this id. */
  requestId?: string | null | undefined;
  /** Returns the requests that were answered with this status. */
  status?: number | null | undefined;
  /** Returns items that were last changed in this period. */
  updatedAt?: InstantRange | null | undefined;
};

/** The reason why a resource could not have a booking when it was assigned. */
export type AssignmentObstacle =
  /** A calendar of another program had an entry. */
  | 'BUSY_ELSEWHERE'
  /** It was closed then. */
  | 'CLOSED'
  /** It had its most appointments of that day. */
  | 'FULL_DAY'
  /** Another booking of the visit could have no other resource. */
  | 'KEPT_FOR_VISIT'
  /** Bookings or an event had its places. */
  | 'TAKEN';

/** Conditions that must all hold. One that is left out does not restrict. */
export type BookingFilter = {
  /** Returns bookings of this series. */
  collectionId?: string | null | undefined;
  /** Returns bookings that use one of these coupons. */
  couponId?: Array<number> | null | undefined;
  /** Returns items that were created in this period. */
  createdAt?: InstantRange | null | undefined;
  /** Returns bookings that overlap this period. */
  during?: During | null | undefined;
  /** Returns bookings that end at or before this instant. */
  end?: string | null | undefined;
  /** Returns bookings of these events. */
  eventId?: Array<number> | null | undefined;
  /** Returns bookings with this external id. */
  externalId?: string | null | undefined;
  /** Returns bookings one of whose resources was deleted, which need another one; with false, the others. */
  hasDeletedResource?: boolean | null | undefined;
  /** Returns only items with these ids. */
  ids?: Array<number> | null | undefined;
  /** Returns the bookings of these orders. */
  orderId?: Array<number> | null | undefined;
  /** Returns bookings of these people. */
  personId?: Array<number> | null | undefined;
  /** Returns bookings of these resources. */
  resourceId?: Array<number> | null | undefined;
  /** The states to list. Defaults to `DEFAULT`. */
  scope?: BookingScope | null | undefined;
  /** Returns bookings of these services. */
  serviceId?: Array<number> | null | undefined;
  /** Returns bookings changed at or after this instant. */
  since?: string | null | undefined;
  /** Returns bookings that begin at or after this instant. */
  start?: string | null | undefined;
  /** Returns bookings in these states. */
  state?: Array<BookingState> | null | undefined;
  /** Returns bookings with one of these statuses. */
  status?: Array<BookingStatus> | null | undefined;
  /** Returns items that were last changed in this period. */
  updatedAt?: InstantRange | null | undefined;
};

/** Attributes of a booking. An absent one stays unchanged. Null clears it or restores its default. */
export type BookingInput = {
  /** The id of the person who made it, if it is for another person. */
  bookedByPersonId?: number | null | undefined;
  /** The name that was given for it, if the email address or phone number is of a person with another name: the one for whom that person booked. Null otherwise. */
  bookedForName?: string | null | undefined;
  /** When it begins. */
  bookedFrom?: string | null | undefined;
  /** When it ends. */
  bookedTo?: string | null | undefined;
  /** The number of people. 1 by default. */
  count?: number | null | undefined;
  /** The code of the coupon, in any case. It takes precedence over an id. Null clears the coupon. */
  couponCode?: string | null | undefined;
  /** The id of the coupon that reduces its price. */
  couponId?: number | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** The id of the event that people attend. Null if it is not for an event. */
  eventId?: number | null | undefined;
  /** When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not. */
  expiresAt?: string | null | undefined;
  /** A URL of the booking in another system, for the host. */
  externalHostUrl?: string | null | undefined;
  /** The id of the booking in another system. */
  externalId?: string | null | undefined;
  /** A URL of the booking in another system. */
  externalUrl?: string | null | undefined;
  /** Notes. */
  notes?: string | null | undefined;
  /** The options of its service that it has. `bookedTo` includes their minutes. If a change names options and no `bookedTo`, the booking ends later or earlier by their minutes. By default none, which a group with a minimum refuses. */
  options?: Array<ChosenOptionInput> | null | undefined;
  /** The id of the package of its person that pays for its service. Null if none does. */
  packageId?: number | null | undefined;
  /** The amount paid, in the currency of the account. */
  paidAmount?: string | null | undefined;
  /** When it was paid. */
  paidAt?: string | null | undefined;
  /** Updates the person of `personId`, or the current person of the booking. Otherwise a person is matched by national id number, then phone number, then email, and only its empty attributes are filled. Without a match, a person is created. */
  personAttributes?: PersonAttributesInput | null | undefined;
  /** The id of the person for whom it is made. */
  personId?: number | null | undefined;
  /** Whether the public rules apply to a new booking, or to the new place of a booking that moves. */
  publicBooking?: boolean | null | undefined;
  /** When the reminder was sent. */
  remindedAt?: string | null | undefined;
  /** When the SMS reminder is due. Null for none. */
  reminderAt?: string | null | undefined;
  /** The id of the resource that is taken. Without one, the service chooses. */
  resourceId?: number | null | undefined;
  /** The id of the service. Null if only a resource is booked. */
  serviceId?: number | null | undefined;
  /** The progress. Null, the default, if none was set. */
  status?: BookingStatus | null | undefined;
  /** The title. */
  title?: string | null | undefined;
};

/** The occasion of a message about a booking. Notifications go to the account, every other kind to the person. */
export type BookingMessageKind =
  /** A booking was made that staff still have to confirm. */
  | 'AWAITING_CONFIRMATION'
  /** A booking is cancelled. */
  | 'CANCELLATION'
  /** A person cancelled a booking by its link. Sent to the account. */
  | 'CANCELLATION_NOTIFICATION'
  /** A booking is confirmed. */
  | 'CONFIRMATION'
  /** A booking was declined. */
  | 'DECLINE'
  /** A booking has changed. */
  | 'MODIFICATION'
  /** A person moved a booking by its link. Sent to the account. */
  | 'MODIFICATION_NOTIFICATION'
  /** A booking was made. Sent to the account. */
  | 'NOTIFICATION'
  /** A booking begins soon. */
  | 'REMINDER'
  /** A hold is to be verified by a code. */
  | 'VERIFICATION'
  /** A time is held for somebody on the waitlist. */
  | 'WAITLIST_OFFER';

/** Conditions that must all hold. One that is left out does not restrict. */
export type BookingRefusalFilter = {
  /** Returns the refusals of requests with this API key. */
  apiKeyId?: number | null | undefined;
  /** Returns the refusals of this attribute, such as `resourceId`. */
  attribute?: string | null | undefined;
  /** Returns the refusals of changes of this booking. */
  bookingId?: number | null | undefined;
  /** Returns items that were created in this period. */
  createdAt?: InstantRange | null | undefined;
  /** Returns only items with these ids. */
  ids?: Array<number> | null | undefined;
  /** Returns the refusals of this mutation, such as `createBooking`. */
  operation?: string | null | undefined;
  /** Returns the refusals of the request with this id. */
  requestId?: string | null | undefined;
  /** Returns the refusals of requests for this resource. */
  resourceId?: number | null | undefined;
  /** Returns the refusals by this rule, such as `is too long`. */
  rule?: string | null | undefined;
  /** Returns the refusals of requests for this service. */
  serviceId?: number | null | undefined;
  /** Returns items that were last changed in this period. */
  updatedAt?: InstantRange | null | undefined;
  /** Returns the refusals of requests of this user. */
  userId?: number | null | undefined;
};

/** The states of the bookings in a list. By default only active bookings, unless the list is filtered by state, resource, person or time. */
export type BookingScope =
  /** Active bookings. */
  | 'ACTIVE'
  /** All bookings, including declined, cancelled, deleted and expired ones. */
  | 'ALL'
  /** Depends on the other conditions, as described above. */
  | 'DEFAULT'
  /** Active bookings without a status. */
  | 'NO_STATUS'
  /** Bookings that await confirmation. */
  | 'UNCONFIRMED'
  /** Active bookings that have not begun. */
  | 'UPCOMING'
  /** Active, declined and cancelled bookings. */
  | 'VISIBLE';

/** The state of a booking. */
export type BookingState =
  /** Staff must confirm or decline it. */
  | 'AWAITING_CONFIRMATION'
  /** It is held until it, or its deposit, is paid, or it expires. */
  | 'AWAITING_PAYMENT'
  /** It is held until it is verified or expires. */
  | 'AWAITING_VERIFICATION'
  /** It was cancelled. */
  | 'CANCELLED'
  /** It is confirmed. */
  | 'CONFIRMED'
  /** Staff declined it. */
  | 'DECLINED'
  /** It was deleted. It can be read by id and in lists with the scope `ALL`. */
  | 'DELETED'
  /** The hold expired before it was verified or paid. */
  | 'VERIFICATION_EXPIRED';

/** The progress of an active booking. */
export type BookingStatus =
  /** The person has arrived. */
  | 'CHECKED_IN'
  /** It is over. */
  | 'COMPLETED'
  /** It has begun. */
  | 'IN_PROGRESS'
  /** The person did not come. */
  | 'NO_SHOW';

/** The kind of booking that a service creates. */
export type BookingType =
  /** A free slot of a resource is booked. */
  | 'APPOINTMENT'
  /** People attend an event. */
  | 'ATTENDANCE'
  /** A gift card is sold. */
  | 'GIFT_CARD'
  /** A package of units is sold, which pay for bookings. */
  | 'PACKAGE'
  /** A product is sold. */
  | 'PRODUCT';

/** Whether a calendar of another program has the present state of a booking or an event. */
export type CalendarEntryState =
  /** All attempts failed. The next change of the booking or event is attempted again. */
  | 'FAILED'
  /** It is to be written or removed. */
  | 'PENDING'
  /** It was removed, because the booking or event no longer takes the resource. */
  | 'REMOVED'
  /** It was written as it is now. */
  | 'WRITTEN';

/** The way in which a calendar is read. */
export type CalendarKind =
  /** The calendars of a user on a CalDAV server. */
  | 'CALDAV'
  /** An iCalendar file at a secret address. The default. */
  | 'ICS';

/** Attributes of a calendar of another program. An absent one stays unchanged. */
export type CalendarSourceInput = {
  /** Whether it is read; true by default. Pausing it frees the times that it occupies. */
  active?: boolean | null | undefined;
  /** At most 20 addresses of calendars on the server of `url`, whole or without the host. Null or empty, the default, means all that hold events. Another server empties it. */
  calendars?: Array<string> | null | undefined;
  /** Minutes from one read to the next, from 2 to 60. 5 by default. */
  intervalMinutes?: number | null | undefined;
  /** The way in which it is read. Only for a new one. */
  kind?: CalendarKind | null | undefined;
  /** The name of the calendar for the staff. By default the host of its address. */
  name?: string | null | undefined;
  /** The password at the CalDAV server, better one for this purpose only. It is stored encrypted and never returned. Required for `CALDAV`, also if the server or the user name changes; otherwise a blank one changes nothing. */
  password?: string | null | undefined;
  /** The resource that its entries occupy. Required for a new one. */
  resourceId?: number | null | undefined;
  /** The address of a calendar on the server of `url` into which bookings of the resource are written. Null, the default, means none. Another server empties it. */
  target?: string | null | undefined;
  /** The secret address of the calendar as an iCalendar file: it begins with `https://` or `webcal://`. Or the address of a CalDAV server, of a user there, or of one calendar. Required for a new one. The shortened address that is returned changes nothing. */
  url?: string | null | undefined;
  /** The user name at the CalDAV server. Required for `CALDAV`. */
  username?: string | null | undefined;
};

/** An option that a booking has. */
export type ChosenOptionInput = {
  /** The id of an active option of the service. */
  optionId: number;
  /** The number of units, at most its `maximum`. 1 by default. */
  quantity?: number | null | undefined;
};

/** The state of a delivery. */
export type DeliveryState =
  /** The receiver answered with a status of 2xx. */
  | 'DELIVERED'
  /** All attempts failed. */
  | 'FAILED'
  /** It was not tried, or another attempt is due. */
  | 'PENDING';

/** The way in which a message is sent. */
export type DeliveryType =
  /** By email. */
  | 'EMAIL'
  /** By SMS. */
  | 'SMS';

/** The reason why a pending delivery is not made now. */
export type DeliveryWait =
  /** The account is paused, or moves to another server. */
  | 'ACCOUNT_PAUSED'
  /** An earlier delivery of the same object to the webhook has had no attempt. */
  | 'EARLIER_DELIVERY'
  /** An attempt is being made, or the next one is at `nextAttemptAt`. */
  | 'NEXT_ATTEMPT'
  /** The webhook is switched off. */
  | 'WEB_HOOK_INACTIVE'
  /** It is due, and a worker makes it as soon as one is free. */
  | 'WORKER';

/** The statement of a document about an order. */
export type DocumentKind =
  /** A part or all of another document no longer applies. */
  | 'CREDIT_NOTE'
  /** The order is to be paid. */
  | 'INVOICE'
  /** The order was paid. */
  | 'RECEIPT';

/** Filters by overlap with a period. `from` is included, `to` is not; either may be absent. */
export type During = {
  /** Returns items that end after this instant. */
  from?: string | null | undefined;
  /** Returns items that begin before this instant. */
  to?: string | null | undefined;
};

/** Attributes of an event. An absent one stays unchanged. Null clears it or restores its default. */
export type EventInput = {
  /** The number of people who may attend, from 0 to 100,000. */
  capacity?: number | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** The description. */
  description?: string | null | undefined;
  /** When it ends. */
  endsAt?: string | null | undefined;
  /** The time from which it can be booked. Null means at once. */
  firstBookingAt?: string | null | undefined;
  /** The time until which it can be booked. A date alone includes that day. Null means without a limit of its own. */
  lastBookingAt?: string | null | undefined;
  /** Whether visitors see it. True by default. */
  published?: boolean | null | undefined;
  /** The id of the resource. */
  resourceId?: number | null | undefined;
  /** The id of the service. */
  serviceId?: number | null | undefined;
  /** When it begins. */
  startsAt?: string | null | undefined;
  /** The title. Null means that of the service. */
  title?: string | null | undefined;
};

export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

/** The card to which the fee of a booking may be charged. */
export type FeeCard =
  /** The booking is held until its person stores one on the page of the payment provider. */
  | 'AWAITED'
  /** One is stored, and nothing may be charged to it any more. */
  | 'REMOVABLE'
  /** One is stored. */
  | 'STORED';

/** The role of the users of a group at the identity provider. */
export type GroupRoleInput = {
  /** The name or id of the group, as the provider sends it. */
  group: string;
  /** The role of its users. Of several groups, the highest role applies. */
  role: UserRole;
};

/** Attributes of a guardian. An absent one stays unchanged. Null restores its default. */
export type GuardianInput = {
  /** Whether the guardian gets the messages about bookings of the dependant. True by default. */
  getsMessages?: boolean | null | undefined;
  /** Whether the guardian may book for the dependant on the public site, and see and change its bookings. True by default. */
  mayBook?: boolean | null | undefined;
  /** Whether orders of bookings of the dependant are those of the guardian. The first one who pays counts. True by default. */
  pays?: boolean | null | undefined;
  /** The id of the person who is the guardian. */
  personId?: number | null | undefined;
  /** The place among the guardians of the dependant, from 1 to 4. The first one is the parent of the dependant (`parentId`). By default the first place that is free. */
  position?: number | null | undefined;
};

/** The identity provider of the account, in place of another. An attribute that is left out has its default, except for the secret, which stays as it is. */
export type IdentityProviderInput = {
  /** Whether users can sign in by it. True by default. */
  active?: boolean | null | undefined;
  /** The id of this server at the provider. */
  clientId: string;
  /** The secret of this server at the provider. Required with another issuer or client id. It is stored, but never shown. */
  clientSecret?: string | null | undefined;
  /** The role of users without a group that has one. Null means that they cannot sign in. */
  defaultRole?: UserRole | null | undefined;
  /** The roles of at most 100 groups. None by default. */
  groupRoles?: Array<GroupRoleInput> | null | undefined;
  /** The claim with the groups of a user, such as `groups`, or `realm_access.roles` for a claim within another. Null if groups give no roles. */
  groupsClaim?: string | null | undefined;
  /** The URL of the provider, exactly as it calls itself: its `iss`. */
  issuer: string;
  /** The name on the button to sign in. */
  name: string;
  /** Whether users sign in by the provider only: passwords and links to choose one are refused. False by default. An admin must have signed in by the provider before. */
  required?: boolean | null | undefined;
  /** Whether email addresses count as verified although the provider does not say so. Only for a provider where users cannot choose their address. */
  trustsEmail?: boolean | null | undefined;
};

/** The change of a person by an import. */
export type ImportEffect =
  /** A person was created. */
  | 'CREATED'
  /** The person had all attributes of the item. */
  | 'UNCHANGED'
  /** A person was changed. */
  | 'UPDATED';

/** A period that contains an instant. `from` is included, `to` is not; either may be absent. */
export type InstantRange = {
  /** The first instant of the period. */
  from?: string | null | undefined;
  /** The end of the period. */
  to?: string | null | undefined;
};

/** The way in which a message is sent. */
export type MessageChannel =
  /** By email. */
  | 'EMAIL'
  /** By SMS. */
  | 'SMS';

/** The messages that a change of a booking sends. An absent one follows the settings of the account. */
export type MessageChoice = {
  /** Whether the cancellation is sent by email. Defaults to the setting of the account. */
  cancellationEmail?: boolean | null | undefined;
  /** Whether the cancellation is sent by SMS. Defaults to the setting of the account. */
  cancellationSms?: boolean | null | undefined;
  /** Whether the confirmation is sent by email. Defaults to the setting of the account. */
  confirmationEmail?: boolean | null | undefined;
  /** Whether the confirmation is sent by SMS. Defaults to the setting of the account. */
  confirmationSms?: boolean | null | undefined;
  /** Whether the message about a declined booking is sent by email. Defaults to the setting of the account. */
  declineEmail?: boolean | null | undefined;
  /** Whether the message about a declined booking is sent by SMS. Defaults to the setting of the account. */
  declineSms?: boolean | null | undefined;
  /** Whether the message about a change is sent by email. Defaults to the setting of the account. */
  modificationEmail?: boolean | null | undefined;
  /** Whether the message about a change is sent by SMS. Defaults to the setting of the account. */
  modificationSms?: boolean | null | undefined;
  /** Sent to the account, not to the person. */
  notificationEmail?: boolean | null | undefined;
  /** Whether the account gets an SMS. Defaults to the setting of the account. */
  notificationSms?: boolean | null | undefined;
  /** Whether the verification is sent by email. Defaults to the setting of the account. */
  verificationEmail?: boolean | null | undefined;
  /** Whether the verification is sent by SMS. Defaults to the setting of the account. */
  verificationSms?: boolean | null | undefined;
};

/** A kind of message about bookings. */
export type MessageSourceInput = {
  /** The channel of the message. */
  channel?: MessageChannel;
  /** Whether the message is about several dates of a series. Otherwise it is about one booking. */
  isSeries?: boolean;
  /** The kind of message. */
  kind: BookingMessageKind;
};

/** The state of the delivery of a message. */
export type MessageState =
  /** All attempts failed. */
  | 'FAILED'
  /** It waits to be sent. */
  | 'QUEUED'
  /** It is being sent. */
  | 'SENDING'
  /** It was handed to the mail server or SMS gateway. */
  | 'SENT'
  /** It was not sent, because no mail server or SMS gateway is configured. */
  | 'UNSENT';

/** The moment that times the message: the creation, start or end of the booking. */
export type MessageTemplateType =
  /** The creation of the booking. */
  | 'CONFIRMATION'
  /** The end of the booking. */
  | 'FOLLOW_UP'
  /** The start of the booking. */
  | 'REMINDER';

/** A text of the messages about bookings, as accounts and services store it. */
export type MessageTextInput = {
  /** The body, in Liquid. Default: see `isBuiltIn`. */
  body?: string | null | undefined;
  /** The channel of the message. */
  channel?: MessageChannel;
  /** Whether an absent subject or body is the built-in one. Otherwise it is the one that the account sends. */
  isBuiltIn?: boolean;
  /** Whether the message is about several dates of a series. Otherwise it is about one booking. */
  isSeries?: boolean;
  /** The kind of message. */
  kind: BookingMessageKind;
  /** The subject of an email, in Liquid. Default: see `isBuiltIn`. */
  subject?: string | null | undefined;
};

/** The reason why a message that is to be sent is not sent now. */
export type MessageWait =
  /** The account is paused, or moves to another server. */
  | 'ACCOUNT_PAUSED'
  /** An attempt is being made, or the next one is at `nextAttemptAt`. */
  | 'NEXT_ATTEMPT'
  /** It will not be sent: no mail server or SMS gateway is set, or the account is a sandbox. */
  | 'NO_SERVER'
  /** The account has sent as many messages as it may on one day: see `heldUntil`. */
  | 'QUOTA'
  /** It is due, and a worker sends it as soon as one is free. */
  | 'WORKER';

/** The unit that the resources of a need are counted for. */
export type NeedPer =
  /** For each booking. All its people are with each resource, which needs room for them. */
  | 'BOOKING'
  /** For each person of a booking. Each resource needs room for one. */
  | 'PERSON';

/** The resources that a booking gets for a need of its service. */
export type NeedResourcesInput = {
  /** The id of the need. */
  needId: number;
  /** The ids of resources of its pool. The booking gets others beside them if it needs more. */
  resourceIds: Array<number>;
};

/** A part of a booking in which the resources of a need work. */
export type NeedSegmentInput = {
  /** Its length in minutes. */
  length: number;
  /** The minutes from the start of the booking to its beginning. */
  offset: number;
};

/** Attributes of a new API key. */
export type NewApiKeyInput = {
  /** At most 20 networks such as `203.0.113.0/24` or `2001:db8::/32`, or single addresses. Requests from other addresses are refused. Null or empty, the default, allows all addresses. */
  allowedNetworks?: Array<string> | null | undefined;
  /** At most 20 origins such as `https://app.example.org`. Requests from pages of other origins are refused. Null or empty, the default, allows all origins. */
  allowedOrigins?: Array<string> | null | undefined;
  /** When the key stops working, in the future. A date alone includes that day. Null means never, the default. */
  expiresAt?: string | null | undefined;
  /** The name, which distinguishes the keys. */
  name: string;
  /** Permissions of the role to which the key is limited. `READ` is implied, and `[READ]` alone makes it read-only. Null, the default, means all of the role. */
  permissions?: Array<Permission> | null | undefined;
  /** The role, which determines what the key may do. */
  role: UserRole;
};

/** Attributes of a new booking. One that is left out is empty, unless its description names a default. */
export type NewBookingInput = {
  /** The id of the person who made it, if it is for another person. */
  bookedByPersonId?: number | null | undefined;
  /** The name that was given for it, if the email address or phone number is of a person with another name: the one for whom that person booked. Null otherwise. */
  bookedForName?: string | null | undefined;
  /** When it begins. */
  bookedFrom?: string | null | undefined;
  /** When it ends. */
  bookedTo?: string | null | undefined;
  /** The number of people. 1 by default. */
  count?: number | null | undefined;
  /** The code of the coupon, in any case. It takes precedence over an id. Null clears the coupon. */
  couponCode?: string | null | undefined;
  /** The id of the coupon that reduces its price. */
  couponId?: number | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** The id of the event that people attend. Null if it is not for an event. */
  eventId?: number | null | undefined;
  /** The price of the whole booking before a discount, as its person saw it. If it is another by now, nothing is booked: `CONFLICT`, in REST 409 with the price. Default: any price. */
  expectedPrice?: string | null | undefined;
  /** When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not. */
  expiresAt?: string | null | undefined;
  /** A URL of the booking in another system, for the host. */
  externalHostUrl?: string | null | undefined;
  /** The id of the booking in another system. */
  externalId?: string | null | undefined;
  /** A URL of the booking in another system. */
  externalUrl?: string | null | undefined;
  /** Notes. */
  notes?: string | null | undefined;
  /** The options of its service that it has. `bookedTo` includes their minutes. If a change names options and no `bookedTo`, the booking ends later or earlier by their minutes. By default none, which a group with a minimum refuses. */
  options?: Array<ChosenOptionInput> | null | undefined;
  /** Ids of resources that serve needs of its service other than the first. Visitors name those of needs that let them choose. Any by default. */
  otherResources?: Array<number> | null | undefined;
  /** The id of the package of its person that pays for its service. Null if none does. */
  packageId?: number | null | undefined;
  /** The amount paid, in the currency of the account. */
  paidAmount?: string | null | undefined;
  /** When it was paid. */
  paidAt?: string | null | undefined;
  /** Updates the person of `personId`, or the current person of the booking. Otherwise a person is matched by national id number, then phone number, then email, and only its empty attributes are filled. Without a match, a person is created. */
  personAttributes?: PersonAttributesInput | null | undefined;
  /** The id of the person for whom it is made. */
  personId?: number | null | undefined;
  /** Whether the public rules apply to a new booking, or to the new place of a booking that moves. */
  publicBooking?: boolean | null | undefined;
  /** When the reminder was sent. */
  remindedAt?: string | null | undefined;
  /** When the SMS reminder is due. Null for none. */
  reminderAt?: string | null | undefined;
  /** The id of the resource that is taken. Without one, the service chooses. */
  resourceId?: number | null | undefined;
  /** The id of the service. Null if only a resource is booked. */
  serviceId?: number | null | undefined;
  /** The progress. Null, the default, if none was set. */
  status?: BookingStatus | null | undefined;
  /** The title. */
  title?: string | null | undefined;
};

/** A new document about an order. */
export type NewDocumentInput = {
  /** NOK for one unit of the currency, by which a business in Norway states VAT in another currency in NOK, too. By default `vatExchangeRate` of the account; it needs one of them. */
  exchangeRate?: string | null | undefined;
  /** A receipt or an invoice. */
  kind: DocumentKind;
  /** Whether the buyer gets it by email, as PDF. True by default. Without an address nothing is sent. */
  sendsEmail?: boolean | null | undefined;
};

/** Conditions that must all hold. One that is left out does not restrict. */
export type OrderFilter = {
  /** Returns items that were created in this period. */
  createdAt?: InstantRange | null | undefined;
  /** Returns only items with these ids. */
  ids?: Array<number> | null | undefined;
  /** Returns the orders of this person. */
  personId?: number | null | undefined;
  /** Returns the orders in this state. */
  state?: OrderState | null | undefined;
  /** Returns items that were last changed in this period. */
  updatedAt?: InstantRange | null | undefined;
};

/** Pending until it is fully paid, then confirmed. Cancelled by itself, or when its booking is cancelled, declined, deleted or expires. A fee for cancelling late opens it again. */
export type OrderState =
  /** It was cancelled, or its booking was cancelled, declined or deleted, or has expired. */
  | 'CANCELLED'
  /** It is fully paid. */
  | 'CONFIRMED'
  /** It is not fully paid. */
  | 'PENDING';

/** The way in which an amount was paid or refunded. */
export type PaymentMethod =
  /** By a card at a terminal. */
  | 'CARD'
  /** In cash. */
  | 'CASH'
  /** From or to a gift card. Only the server records it. */
  | 'GIFT_CARD'
  /** By an app on a phone. */
  | 'MOBILE'
  /** At the payment provider of the account. Only the server records it. */
  | 'ONLINE'
  /** In another way. */
  | 'OTHER'
  /** By a bank transfer. */
  | 'TRANSFER';

/** The payment provider of the account and its keys there. The keys are stored, but never shown. A key that is left out stays unchanged. */
export type PaymentSettingsInput = {
  /** Whether customers can pay by it. True by default. */
  active?: boolean | null | undefined;
  /** Whether a person stores a card to book where fees are agreed and nothing is paid first. By default as it is, at first false. */
  asksForCards?: boolean | null | undefined;
  /** The `name` of one of `paymentProviders`. */
  provider: string;
  /** The secret key of the API of the provider. */
  secretKey?: string | null | undefined;
  /** The secret with which the provider signs its notifications, if it does. */
  webhookSecret?: string | null | undefined;
};

/** A period with both ends. `from` is included, `to` is not. */
export type Period = {
  /** The first instant of the period. */
  from: string;
  /** The end of the period, after `from`. */
  to: string;
};

/** A part of what a role may do. `/docs/permissions` lists the operations that require each permission. */
export type Permission =
  /** Change the account and its test clock, read its security log, and read and write its API keys, secret, payment provider and failed jobs. */
  | 'ACCOUNT'
  /** Write bookings, without their payments, and entries of the waitlist, create orders, and start payments of visitors. */
  | 'BOOKINGS'
  /** Read and write calendar feeds, and the calendars of other programs that occupy resources. */
  | 'CALENDARS'
  /** Write services, resources, rotas, categories, providers and events, and enter and decide about time off. */
  | 'CATALOG'
  /** Write exception dates of resources, and ask for and withdraw the time off of oneself. */
  | 'EXCEPTION_DATES'
  /** Write message templates, preview and resend messages, and read the texts of messages in a sandbox. */
  | 'MESSAGES'
  /** Write, merge and authenticate people. */
  | 'PEOPLE'
  /** Export all data of a person, and erase people. */
  | 'PERSONAL_DATA'
  /** Read what no other permission covers. */
  | 'READ'
  /** Write coupons, gift cards and tax rates, read the codes of gift cards, take and refund payments, also as attributes of a booking, and cancel orders. */
  | 'SALES'
  /** Change how one signs in oneself: the second factor and the sessions of the user. */
  | 'SIGN_IN'
  /** Read and write the users of the account, and its identity provider. */
  | 'USERS'
  /** Read and write webhooks with their secrets, and read, resend and test their deliveries. */
  | 'WEBHOOKS';

/** Attributes of a person. An absent one stays unchanged. Null clears it or restores its default. */
export type PersonAttributesInput = {
  /** Whether nothing can be booked for the person. False by default. */
  blocked?: boolean | null | undefined;
  /** The city. */
  city?: string | null | undefined;
  /** The country by ISO 3166-1 alpha-2. Null means that of the account. */
  countryCode?: string | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** The date of birth. */
  dateOfBirth?: string | null | undefined;
  /** The email address. Unique among active people. */
  email?: string | null | undefined;
  /** The id of the person in another system. */
  externalId?: string | null | undefined;
  /** The language of messages to the person. Null means that of the account. */
  locale?: string | null | undefined;
  /** The name. */
  name?: string | null | undefined;
  /** The national identity number. Unique among active people. */
  nationalIdNo?: string | null | undefined;
  /** Notes. */
  notes?: string | null | undefined;
  /** The id of the parent. Null, the default, if there is none. */
  parentId?: number | null | undefined;
  /** The phone number as it was entered. Unique among active people. */
  phoneNumber?: string | null | undefined;
  /** The postal code. */
  postalCode?: string | null | undefined;
  /** The external identity provider. Unique together with the id there. It is not returned. */
  provider?: string | null | undefined;
  /** The state or region. */
  state?: string | null | undefined;
  /** The street and house number. */
  street?: string | null | undefined;
  /** The id of the person at the identity provider. It is not returned. */
  uid?: string | null | undefined;
};

/** Conditions that must all hold. One that is left out does not restrict. */
export type PersonFilter = {
  /** Returns items that were created in this period. */
  createdAt?: InstantRange | null | undefined;
  /** Returns the people who were born on this date. */
  dateOfBirth?: string | null | undefined;
  /** Returns the people with this email address, in any case. */
  email?: string | null | undefined;
  /** Returns the people with this external id. */
  externalId?: string | null | undefined;
  /** Returns only items with these ids. */
  ids?: Array<number> | null | undefined;
  /** Returns the people with this name. */
  name?: string | null | undefined;
  /** Returns the people with this national identity number. */
  nationalIdNo?: string | null | undefined;
  /** Returns the children of this person. */
  parentId?: number | null | undefined;
  /** Returns the people with this phone number, however it is written. */
  phoneNumber?: string | null | undefined;
  /** The people to list. Defaults to `ACTIVE`. */
  scope?: PersonScope | null | undefined;
  /** Matches part of the name, email, phone number or national id number. */
  search?: string | null | undefined;
  /** Returns people changed at or after this instant. */
  since?: string | null | undefined;
  /** Returns items that were last changed in this period. */
  updatedAt?: InstantRange | null | undefined;
};

/** Attributes of a person, with the password. An absent one stays unchanged. Null clears it. */
export type PersonInput = {
  /** Whether nothing can be booked for the person. False by default. */
  blocked?: boolean | null | undefined;
  /** The city. */
  city?: string | null | undefined;
  /** The country by ISO 3166-1 alpha-2. Null means that of the account. */
  countryCode?: string | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** The date of birth. */
  dateOfBirth?: string | null | undefined;
  /** The email address. Unique among active people. */
  email?: string | null | undefined;
  /** The id of the person in another system. */
  externalId?: string | null | undefined;
  /** The language of messages to the person. Null means that of the account. */
  locale?: string | null | undefined;
  /** The name. */
  name?: string | null | undefined;
  /** The national identity number. Unique among active people. */
  nationalIdNo?: string | null | undefined;
  /** Notes. */
  notes?: string | null | undefined;
  /** The id of the parent. Null, the default, if there is none. */
  parentId?: number | null | undefined;
  /** From 8 to 128 characters. Only its hash is stored. */
  password?: string | null | undefined;
  /** The phone number as it was entered. Unique among active people. */
  phoneNumber?: string | null | undefined;
  /** The postal code. */
  postalCode?: string | null | undefined;
  /** The external identity provider. Unique together with the id there. It is not returned. */
  provider?: string | null | undefined;
  /** The state or region. */
  state?: string | null | undefined;
  /** The street and house number. */
  street?: string | null | undefined;
  /** The id of the person at the identity provider. It is not returned. */
  uid?: string | null | undefined;
};

/** The people in a list. */
export type PersonScope =
  /** People who are not deleted. */
  | 'ACTIVE'
  /** All people, including deleted ones. */
  | 'ALL'
  /** Deleted people. */
  | 'DELETED';

/** A picture of the list: a new one with its images, or a present one by its id. */
export type PictureInput = {
  /** The id of a present picture, whose images stay. */
  id?: number | null | undefined;
  /** One to three sizes of the same picture: PNG, JPEG, GIF or WebP of at most 1600 pixels a side and 500 kB. */
  images?: Array<string> | null | undefined;
  /** Whether it is the cover. False by default. */
  isCover?: boolean | null | undefined;
  /** Text for those who do not see the picture. At most 255 characters. */
  text: string;
};

/** The way in which a free resource is chosen if the booking names none: by lowest priority value, at random, at random weighted by priority value, or fairly by the bookings that each resource has. */
export type PriorityStrategy =
  /** The resource with the fewest bookings of the service in proportion to its weight, which is its priority value, 1 if it has none. Active bookings count that were created in this month, except no-shows. A resource that began to offer the service in this month starts at the average of the others. Among equals, the one that has been without an assigned booking for longest. */
  | 'BALANCED'
  /** The resource that has been without an assigned booking of the service for longest. */
  | 'LEAST_RECENT'
  /** The resource with the lowest priority value. */
  | 'ORDER'
  /** Any resource at random. */
  | 'RANDOM'
  /** A resource at random, weighted by its priority value. */
  | 'WEIGHT';

/** The result of a refund at the payment provider. */
export type ProviderRefundState =
  /** The provider is being asked. A call after a minute repeats it. */
  | 'CLAIMED'
  /** Refunded and recorded. */
  | 'DONE'
  /** Accepted by the provider, but the money came back: the amount counts as paid, and can be refunded again. */
  | 'FAILED'
  /** Refused by the provider: nothing was refunded. */
  | 'REFUSED'
  /** The provider may or may not have refunded it. A call with the same amount repeats it. */
  | 'UNANSWERED';

/** The pattern of a series, by RFC 5545. At least one of its parts is required; one that is left out adds no dates. */
export type RecurrenceInput = {
  /** Excluded dates, in the same format. */
  exdate?: string | null | undefined;
  /** Additional dates, such as `VALUE=DATE:20260301,20260302`. */
  rdate?: string | null | undefined;
  /** A rule such as `FREQ=WEEKLY;COUNT=10`. Use COUNT or UNTIL to end it. */
  rrule?: string | null | undefined;
};

/** Attributes of an exception date. An absent one stays unchanged. */
export type ResourceExceptionDateInput = {
  /** An empty list means closed, null, the default, the same hours as without the exception date. */
  openingHours?: Array<string> | null | undefined;
  /** The service to which the entry applies. Defaults to all services. */
  serviceId?: number | null | undefined;
};

/** Attributes of a rota. An absent one stays unchanged. */
export type RotaInput = {
  /** The id of the resource. */
  resourceId?: number | null | undefined;
  /** The Monday of a first week of the cycle, before or after `validFrom`. By default that of the week of `validFrom`. */
  startsOn?: string | null | undefined;
  /** The first date on which it is valid. */
  validFrom?: string | null | undefined;
  /** The last date on which it is valid. Null, the default, means without end. */
  validTo?: string | null | undefined;
  /** The weeks of the cycle, 1 to 8. They replace the former ones. */
  weeks?: Array<RotaWeekInput> | null | undefined;
};

/** A week of a rota, by weekday. */
export type RotaWeekInput = {
  /** The opening hours on Friday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
  openingHoursFri?: Array<string> | null | undefined;
  /** The opening hours on Monday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
  openingHoursMon?: Array<string> | null | undefined;
  /** The opening hours on Saturday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
  openingHoursSat?: Array<string> | null | undefined;
  /** The opening hours on Sunday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
  openingHoursSun?: Array<string> | null | undefined;
  /** The opening hours on Thursday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
  openingHoursThu?: Array<string> | null | undefined;
  /** The opening hours on Tuesday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
  openingHoursTue?: Array<string> | null | undefined;
  /** The opening hours on Wednesday: pairs of opening and closing times, up to 36:00 if they pass midnight. Empty means closed. Null, the default, means the same hours as without the rota. */
  openingHoursWed?: Array<string> | null | undefined;
};

/** Conditions that must all hold. One that is left out does not restrict. */
export type SecurityEventFilter = {
  /** Returns what was done with this API key, and what concerns it. */
  apiKeyId?: number | null | undefined;
  /** Returns the entries of this IP address. */
  clientAddress?: string | null | undefined;
  /** Returns items that were created in this period. */
  createdAt?: InstantRange | null | undefined;
  /** Returns only items with these ids. */
  ids?: Array<number> | null | undefined;
  /** Returns the entries of these kinds, such as `sign_in.failed`. */
  kinds?: Array<string> | null | undefined;
  /** Returns items that were last changed in this period. */
  updatedAt?: InstantRange | null | undefined;
  /** Returns what this user did, and what concerns the user. */
  userId?: number | null | undefined;
};

/** The occurrences of a collection that change. `FOLLOWING` and `ALL` leave out those that are over, cancelled, declined, expired or deleted. */
export type SeriesScope =
  /** All occurrences. */
  | 'ALL'
  /** The occurrence `from` and all later ones. They get a collection of their own. */
  | 'FOLLOWING'
  /** Only the occurrence `from`. */
  | 'ONE';

/** Attributes of a need. An absent one stays unchanged. Null clears it or restores its default. */
export type ServiceNeedInput = {
  /** The number of different resources, from 1 to 10. 1 by default. */
  count?: number | null | undefined;
  /** Whether they are for each booking, the default, or each person. */
  per?: NeedPer | null | undefined;
  /** Its place among the needs of the service, from 1 to 6. The resource of the first one is the resource of the booking. By default the first that is unused. */
  position?: number | null | undefined;
  /** When the resources work: at most 10 parts of the booking, in order and without overlaps. Others can book them in between. One that ends with the service ends with a longer or shorter booking. Null, the default, means the whole booking. */
  segments?: Array<NeedSegmentInput> | null | undefined;
  /** The name of what is needed, such as `Therapist`. */
  title?: string | null | undefined;
  /** Whether visitors may choose the resource. False by default. */
  visitorsChoose?: boolean | null | undefined;
};

/** The attributes of a message template that its preview depends on. Absent ones have the values of a new template. */
export type TemplatePreviewInput = {
  /** The channel. */
  deliveryType?: DeliveryType;
  /** Whether the message is the confirmation of a series. Without effect for other types. */
  isSeries?: boolean;
  /** The type, which determines the default subject. */
  messageType?: MessageTemplateType;
  /** The subject of an email, in Liquid. Default: that of the type. */
  subject?: string | null | undefined;
  /** The text, in Liquid. */
  template: string;
};

/** An obstacle in the way of a booking. */
export type TimeConflictKind =
  /** A booking takes a place of the resource, and too few are left. */
  | 'BOOKING'
  /** A calendar of another program is busy. `id` is that of the calendar. */
  | 'CALENDAR'
  /** The resource never has so many places. */
  | 'CAPACITY'
  /** The account is closed on that day, or a public holiday on which it closes. */
  | 'CLOSED_DAY'
  /** An event takes the resource, or it is full if it is one of the service. */
  | 'EVENT'
  /** The resource is not open for all of the time. */
  | 'HOURS'
  /** The time has begun. */
  | 'PAST'
  /** The public can book only from `firstBookablePeriod` to `futureBookablePeriod` of the account: `from` and `to`, which is null without an end. */
  | 'PERIOD'
  /** The person has the most bookings that are allowed. */
  | 'PERSON_LIMIT'
  /** The resource has its most bookings of the day. */
  | 'RESOURCE_LIMIT'
  /** The service has its most bookings of the day. */
  | 'SERVICE_LIMIT'
  /** The needs of the service take `needed` resources, and their pools have only `has`: it can never be booked. */
  | 'SHORTAGE';

/** Attributes of new time off. */
export type TimeOffInput = {
  /** The last date, at most a year later. By default the first one. */
  endsOn?: string | null | undefined;
  /** Of time off on a part of one date: when it begins. Hours after midnight belong to the date on which the opening hours begin: 25:00 is 01:00 of the next. Null, the default, for whole dates. */
  fromTime?: string | null | undefined;
  /** The reason, which all users of the account may read. */
  reason?: string | null | undefined;
  /** The id of the resource. By default the one that the user is. */
  resourceId?: number | null | undefined;
  /** The first date. */
  startsOn?: string | null | undefined;
  /** ASKED or APPROVED. By default APPROVED for those who have the permission `CATALOG`, otherwise ASKED, which is then the only one. */
  state?: TimeOffState | null | undefined;
  /** When it ends, if it has `fromTime`. */
  toTime?: string | null | undefined;
};

/** The state of time off. */
export type TimeOffState =
  /** The resource is closed. */
  | 'APPROVED'
  /** Nobody has decided about it. The resource is open. */
  | 'ASKED'
  /** It was refused. */
  | 'DECLINED'
  /** It was taken back, before or after it was approved. */
  | 'WITHDRAWN';

/** The trade of a business. */
export type Trade =
  /** Massage, therapy, health: team members give treatments. */
  | 'CLINIC'
  /** Any other: resources offer services. */
  | 'OTHER'
  /** Courts, boats, equipment: units are booked. */
  | 'RENTAL'
  /** Hair, nails, beauty: team members perform services. */
  | 'SALON'
  /** Yoga, dance, training: classes take place in rooms. */
  | 'STUDIO';

/** The role of a user or an API key, which determines the permissions. */
export type UserRole =
  /** May do everything. */
  | 'ADMIN'
  /** May do everything that does not require the permission `ACCOUNT` or `USERS`. */
  | 'MANAGER'
  /** May do what requires the permission `READ`, `BOOKINGS`, `PEOPLE`, `EXCEPTION_DATES` or `SIGN_IN`. */
  | 'STAFF';

/** The new place of a booking of a visit. An absent attribute stays unchanged. */
export type VisitItemMoveInput = {
  /** When it begins. */
  bookedFrom?: string | null | undefined;
  /** When it is to end. By default it keeps its duration if it gets another start. */
  bookedTo?: string | null | undefined;
  /** The id of the booking. */
  id: number;
  /** The id of the resource that is taken. Without one, the service chooses. */
  resourceId?: number | null | undefined;
  /** The resources for needs of its service, in place of `resourceId`, as those of `updateBooking`. */
  resources?: Array<NeedResourcesInput> | null | undefined;
};

/** The new time of a visit: give `bookedFrom` or `items`. */
export type VisitMoveInput = {
  /** When the visit is to begin. Its active bookings keep their lengths, and the times between them. */
  bookedFrom?: string | null | undefined;
  /** The new places of its bookings. Those that are left out stay where they are. */
  items?: Array<VisitItemMoveInput> | null | undefined;
};

/** The reason why an entry of the waitlist has expired. */
export type WaitlistClosedReason =
  /** Its event was deleted. */
  | 'EVENT_DELETED'
  /** Its resource no longer offers the service. */
  | 'NOT_OFFERED'
  /** Its period is over, or its event has ended. */
  | 'PERIOD_OVER'
  /** Its person was deleted. */
  | 'PERSON_DELETED'
  /** Its resource was deleted. */
  | 'RESOURCE_DELETED'
  /** Its service was deleted. */
  | 'SERVICE_DELETED'
  /** It is for fewer people than the service takes. */
  | 'TOO_FEW_PLACES'
  /** It is for more people than there ever are places. */
  | 'TOO_MANY_PLACES'
  /** Its offers were not answered. */
  | 'UNANSWERED';

/** Conditions that must all hold. One that is left out does not restrict. */
export type WaitlistFilter = {
  /** Returns items that were created in this period. */
  createdAt?: InstantRange | null | undefined;
  /** Returns entries whose period overlaps this one. */
  during?: During | null | undefined;
  /** Returns entries of these events. */
  eventId?: Array<number> | null | undefined;
  /** Returns only items with these ids. */
  ids?: Array<number> | null | undefined;
  /** Returns entries of these people. */
  personId?: Array<number> | null | undefined;
  /** Returns entries that wait for these resources. */
  resourceId?: Array<number> | null | undefined;
  /** Returns entries of these services, and of their events. */
  serviceId?: Array<number> | null | undefined;
  /** Returns entries in one of these states. */
  state?: Array<WaitlistState> | null | undefined;
  /** Returns items that were last changed in this period. */
  updatedAt?: InstantRange | null | undefined;
};

/** The state of an entry of the waitlist. */
export type WaitlistState =
  /** It gets no more offers: `closedReason` has the reason. */
  | 'EXPIRED'
  /** The person has left the list, or was removed from it. */
  | 'LEFT'
  /** A time is held for it. */
  | 'OFFERED'
  /** It has taken an offered time. */
  | 'TAKEN'
  /** It waits for a free time. */
  | 'WAITING';

/** Conditions that must all hold. One that is left out does not restrict. */
export type WebHookDeliveryFilter = {
  /** Returns items that were created in this period. */
  createdAt?: InstantRange | null | undefined;
  /** Returns the deliveries of this event. */
  event?: string | null | undefined;
  /** Returns only items with these ids. */
  ids?: Array<number> | null | undefined;
  /** Returns the deliveries in this state. */
  state?: DeliveryState | null | undefined;
  /** Returns items that were last changed in this period. */
  updatedAt?: InstantRange | null | undefined;
  /** Returns the deliveries to this webhook. */
  webHookId?: number | null | undefined;
};
