// Written by `npm run -s pages:operations` from bookings.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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
  /** Returns only items with these ids. */
  ids?: Array<number> | null | undefined;
  /** Returns the bookings of these orders. */
  orderId?: Array<number> | null | undefined;
  /** Returns bookings of these people. */
  personId?: Array<number> | null | undefined;
  /** Returns bookings of these resources. */
  resourceId?: Array<number> | null | undefined;
  /** Which states are listed. Defaults to `DEFAULT`. */
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
  /** When a hold expires, unless it is verified or paid before. Null if it does not. */
  expiresAt?: string | null | undefined;
  /** A URL of the booking in another system, for the host. */
  externalHostUrl?: string | null | undefined;
  /** The id of the booking in another system. */
  externalId?: string | null | undefined;
  /** A URL of the booking in another system. */
  externalUrl?: string | null | undefined;
  /** Notes. */
  notes?: string | null | undefined;
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
  /** The id of the resource that is taken. Chosen by the service if a new booking names none. */
  resourceId?: number | null | undefined;
  /** The id of the service. Null if only a resource is booked. */
  serviceId?: number | null | undefined;
  /** The progress. Null, the default, if none was set. */
  status?: BookingStatus | null | undefined;
  /** The title. */
  title?: string | null | undefined;
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
  /** It is held until it is paid or expires. */
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

/** Filters by overlap with a period. `from` is included, `to` is not; either may be absent. */
export type During = {
  /** Returns items that end after this instant. */
  from?: string | null | undefined;
  /** Returns items that begin before this instant. */
  to?: string | null | undefined;
};

/** A period that contains an instant. `from` is included, `to` is not; either may be absent. */
export type InstantRange = {
  /** The first instant of the period. */
  from?: string | null | undefined;
  /** The end of the period. */
  to?: string | null | undefined;
};

/** Attributes of a new booking. One that is left out is empty, unless its description names a default. */
export type NewBookingInput = {
  /** The id of the person who made it, if it is for another person. */
  bookedByPersonId?: number | null | undefined;
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
  /** When a hold expires, unless it is verified or paid before. Null if it does not. */
  expiresAt?: string | null | undefined;
  /** A URL of the booking in another system, for the host. */
  externalHostUrl?: string | null | undefined;
  /** The id of the booking in another system. */
  externalId?: string | null | undefined;
  /** A URL of the booking in another system. */
  externalUrl?: string | null | undefined;
  /** Notes. */
  notes?: string | null | undefined;
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
  /** The id of the resource that is taken. Chosen by the service if a new booking names none. */
  resourceId?: number | null | undefined;
  /** The id of the service. Null if only a resource is booked. */
  serviceId?: number | null | undefined;
  /** The progress. Null, the default, if none was set. */
  status?: BookingStatus | null | undefined;
  /** The title. */
  title?: string | null | undefined;
};

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

export type LatestCursorQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestCursorQuery = { changes: { cursor: string } };

export type BookingsQueryVariables = Exact<{
  filter: BookingFilter;
  after?: string | null | undefined;
}>;


export type BookingsQuery = { bookings: { nodes: Array<{ id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type BookingChangesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  during?: During | null | undefined;
}>;


export type BookingChangesSubscription = { bookingChanged: { cursor: string, booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } } };

export type BookingQueryVariables = Exact<{
  id: number;
}>;


export type BookingQuery = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type OpeningHoursQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type OpeningHoursQuery = { openingHours: { nodes: Array<{ resourceId: number, date: string, openingHours: Array<string> | null }> } };

export type CreateBookingMutationVariables = Exact<{
  input: NewBookingInput;
}>;


export type CreateBookingMutation = { createBooking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type UpdateBookingMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: BookingInput;
}>;


export type UpdateBookingMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type ConfirmBookingMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;


export type ConfirmBookingMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type DeclineBookingMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;


export type DeclineBookingMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type CancelBookingMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;


export type CancelBookingMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type SetBookingStatusMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  status?: BookingStatus | null | undefined;
}>;


export type SetBookingStatusMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type FindPeopleQueryVariables = Exact<{
  search: string;
}>;


export type FindPeopleQuery = { people: { nodes: Array<{ id: number, name: string | null, email: string | null, phoneNumber: string | null, blocked: boolean }> } };

export type CatalogQueryVariables = Exact<{ [key: string]: never; }>;


export type CatalogQuery = { resources: { nodes: Array<{ id: number, title: string }> }, services: { nodes: Array<{ id: number, title: string, interval: number, resources: { nodes: Array<{ id: number }> } }> } };

export type BookingDetailsFragment = { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null };

export type PersonNameQueryVariables = Exact<{
  id: number;
}>;


export type PersonNameQuery = { person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, blocked: boolean } | null };

export const latestCursor: Operation<LatestCursorQuery, LatestCursorQueryVariables> = {
  text: "query LatestCursor{changes(after:\"latest\" limit:1){cursor}}",
};

export const bookings: Operation<BookingsQuery, BookingsQueryVariables> = {
  text: "query Bookings($filter:BookingFilter!$after:String){bookings(filter:$filter order:BOOKED_FROM first:250 after:$after){nodes{...BookingDetails}pageInfo{hasNextPage endCursor}}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};

export const bookingChanges: Operation<BookingChangesSubscription, BookingChangesSubscriptionVariables> = {
  text: "subscription BookingChanges($after:String$during:During){bookingChanged(after:$after during:$during){cursor booking{...BookingDetails}}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};

export const booking: Operation<BookingQuery, BookingQueryVariables> = {
  text: "query Booking($id:Int!){booking(id:$id){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};

export const openingHours: Operation<OpeningHoursQuery, OpeningHoursQueryVariables> = {
  text: "query OpeningHours($from:Date!$to:Date!){openingHours(from:$from to:$to){nodes{resourceId date openingHours}}}",
};

export const createBooking: Operation<CreateBookingMutation, CreateBookingMutationVariables> = {
  text: "mutation CreateBooking($input:NewBookingInput!){createBooking(input:$input){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};

export const updateBooking: Operation<UpdateBookingMutation, UpdateBookingMutationVariables> = {
  text: "mutation UpdateBooking($id:Int!$ifRevision:Int!$input:BookingInput!){booking:updateBooking(id:$id ifRevision:$ifRevision input:$input){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};

export const confirmBooking: Operation<ConfirmBookingMutation, ConfirmBookingMutationVariables> = {
  text: "mutation ConfirmBooking($id:Int!$ifRevision:Int!){booking:confirmBooking(id:$id ifRevision:$ifRevision){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};

export const declineBooking: Operation<DeclineBookingMutation, DeclineBookingMutationVariables> = {
  text: "mutation DeclineBooking($id:Int!$ifRevision:Int!){booking:declineBooking(id:$id ifRevision:$ifRevision){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};

export const cancelBooking: Operation<CancelBookingMutation, CancelBookingMutationVariables> = {
  text: "mutation CancelBooking($id:Int!$ifRevision:Int!){booking:cancelBooking(id:$id ifRevision:$ifRevision){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};

export const setBookingStatus: Operation<SetBookingStatusMutation, SetBookingStatusMutationVariables> = {
  text: "mutation SetBookingStatus($id:Int!$ifRevision:Int!$status:BookingStatus){booking:setBookingStatus(id:$id ifRevision:$ifRevision status:$status){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};

export const findPeople: Operation<FindPeopleQuery, FindPeopleQueryVariables> = {
  text: "query FindPeople($search:String!){people(filter:{search:$search}order:NAME first:8){nodes{id name email phoneNumber blocked}}}",
};

export const catalog: Operation<CatalogQuery, CatalogQueryVariables> = {
  text: "query Catalog{resources(order:TITLE){nodes{id title}}services(filter:{bookingType:APPOINTMENT}){nodes{id title interval resources{nodes{id}}}}}",
};

export const personName: Operation<PersonNameQuery, PersonNameQueryVariables> = {
  text: "query PersonName($id:Int!){person(id:$id){id name email phoneNumber blocked}}",
};
