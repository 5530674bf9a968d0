// Written by `npm run -s pages:operations` from bookings.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Conditions that must all hold. */
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

/** Filters by overlap with a period. `from` is included, `to` is not. */
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

export type BookingDetailsFragment = { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, createdBy: string | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null };

export const latestCursor: Operation<LatestCursorQuery, LatestCursorQueryVariables> = {
  text: "query LatestCursor{changes(after:\"latest\" limit:1){cursor}}",
};

export const bookings: Operation<BookingsQuery, BookingsQueryVariables> = {
  text: "query Bookings($filter:BookingFilter!$after:String){bookings(filter:$filter order:BOOKED_FROM first:250 after:$after){nodes{...BookingDetails}pageInfo{hasNextPage endCursor}}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};

export const bookingChanges: Operation<BookingChangesSubscription, BookingChangesSubscriptionVariables> = {
  text: "subscription BookingChanges($after:String$during:During){bookingChanged(after:$after during:$during){cursor booking{...BookingDetails}}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId createdBy person{id name email phoneNumber}resource{id title}service{id title}}",
};
