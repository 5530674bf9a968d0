// Written by `npm run -s pages:operations` from bookings.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';
import type { Exact, AccountVerification, BookingFilter, BookingInput, BookingState, BookingStatus, CalendarEntryState, During, MessageChannel, MessageChoice, MessageState, NewBookingInput, Period, TimeConflictKind } from '../graphql/schema.types.js';

export type LatestCursorQueryVariables = Exact<{ [key: string]: never; }>;

export type LatestCursorQuery = { changes: { cursor: string } };

export type BookingsQueryVariables = Exact<{
  filter: BookingFilter;
  after?: string | null | undefined;
}>;

export type BookingsQuery = { bookings: { nodes: Array<{ id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type BookingChangesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
  during?: During | null | undefined;
}>;

export type BookingChangesSubscription = { bookingChanged: { cursor: string, booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } } };

export type BookingQueryVariables = Exact<{
  id: number;
}>;

export type BookingQuery = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type BookingFactsQueryVariables = Exact<{
  id: number;
  withEntries: boolean;
}>;

export type BookingFactsQuery = { booking: { order: { total: string, paidAmount: string, balance: string, refundable: string } | null, messages: { nodes: Array<{ id: number, kind: string, channel: MessageChannel, state: MessageState, recipient: string, sentAt: string | null, createdAt: string }> } } | null, calendarSourceEntries?: { nodes: Array<{ id: number, state: CalendarEntryState, writtenAt: string | null, error: string | null, calendarSource: { name: string } }> } };

export type ResendBookingMessageMutationVariables = Exact<{
  id: number;
}>;

export type ResendBookingMessageMutation = { resendMessage: { id: number } | null };

export type ResendBookingEntryMutationVariables = Exact<{
  id: number;
}>;

export type ResendBookingEntryMutation = { resendCalendarSourceEntry: { id: number } | null };

export type BookingSettingsQueryVariables = Exact<{ [key: string]: never; }>;

export type BookingSettingsQuery = { account: { verification: AccountVerification } };

export type NextFreeDateQueryVariables = Exact<{
  serviceId: number;
  from: string;
  selectedResources?: Array<number> | number | null | undefined;
}>;

export type NextFreeDateQuery = { nextAvailableDate: { dates: Array<{ date: string }> } | null };

export type FreeTimesQueryVariables = Exact<{
  serviceId: number;
  from: string;
  to: string;
  selectedResources?: Array<number> | number | null | undefined;
}>;

export type FreeTimesQuery = { slots: { nodes: Array<{ timestamp: string, timestampEnd: string }> } };

export type OpeningHoursQueryVariables = Exact<{
  from: string;
  to: string;
}>;

export type OpeningHoursQuery = { openingHours: { nodes: Array<{ resourceId: number, date: string, openingHours: Array<string> | null }> } };

export type CreateBookingMutationVariables = Exact<{
  input: NewBookingInput;
  ignoreExternalBusy: boolean;
  messages: MessageChoice;
}>;

export type CreateBookingMutation = { createBooking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type UpdateBookingMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: BookingInput;
  ignoreExternalBusy: boolean;
  messages: MessageChoice;
}>;

export type UpdateBookingMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type ConfirmBookingMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  messages: MessageChoice;
}>;

export type ConfirmBookingMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type DeclineBookingMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  messages: MessageChoice;
}>;

export type DeclineBookingMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type CancelBookingMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  messages: MessageChoice;
}>;

export type CancelBookingMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type SetBookingStatusMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  status?: BookingStatus | null | undefined;
}>;

export type SetBookingStatusMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type FindPeopleQueryVariables = Exact<{
  search: string;
}>;

export type FindPeopleQuery = { people: { nodes: Array<{ id: number, name: string | null, email: string | null, phoneNumber: string | null, blocked: boolean }> } };

export type CreatePersonOfBookingMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type CreatePersonOfBookingMutation = { booking: { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null } | null };

export type CatalogQueryVariables = Exact<{ [key: string]: never; }>;

export type CatalogQuery = { resources: { nodes: Array<{ id: number, title: string }> }, allServices: { nodes: Array<{ id: number, colour: string | null }> }, services: { nodes: Array<{ id: number, title: string, interval: number, price: string | null, resources: { nodes: Array<{ id: number }> } }> } };

export type BookingDetailsFragment = { id: number, revisionCount: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, active: boolean, count: number, notes: string | null, title: string | null, expiresAt: string | null, resourceId: number, serviceId: number | null, eventId: number | null, collectionId: string | null, createdBy: string | null, bookedForName: string | null, overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, resource: { title: string }, service: { title: string } | null }> | null, bookedByPerson: { id: number, name: string | null, email: string | null, phoneNumber: string | null } | null, person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, parent: { active: boolean, email: string | null, phoneNumber: string | null } | null } | null, resource: { id: number, title: string }, service: { id: number, title: string } | null };

export type PersonNameQueryVariables = Exact<{
  id: number;
}>;

export type PersonNameQuery = { person: { id: number, name: string | null, email: string | null, phoneNumber: string | null, blocked: boolean } | null };

export type TimeConflictsQueryVariables = Exact<{
  during: Period;
  serviceId?: number | null | undefined;
  resourceId?: number | null | undefined;
  count?: number | null | undefined;
  bookingId?: number | null | undefined;
}>;

export type TimeConflictsQuery = { timeConflicts: { nodes: Array<{ kind: TimeConflictKind, id: number | null, resourceId: number | null, from: string | null, to: string | null }> } };

export const latestCursor: Operation<LatestCursorQuery, LatestCursorQueryVariables> = {
  text: "query LatestCursor{changes(after:\"latest\" limit:1){cursor}}",
};

export const bookings: Operation<BookingsQuery, BookingsQueryVariables> = {
  text: "query Bookings($filter:BookingFilter!$after:String){bookings(filter:$filter order:BOOKED_FROM first:750 after:$after){nodes{...BookingDetails}pageInfo{hasNextPage endCursor}}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId collectionId createdBy bookedForName overlappingBookings{id bookedFrom bookedTo resource{title}service{title}}bookedByPerson{id name email phoneNumber}person{id name email phoneNumber parent{active email phoneNumber}}resource{id title}service{id title}}",
};

export const bookingChanges: Operation<BookingChangesSubscription, BookingChangesSubscriptionVariables> = {
  text: "subscription BookingChanges($after:String$during:During){bookingChanged(after:$after during:$during){cursor booking{...BookingDetails}}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId collectionId createdBy bookedForName overlappingBookings{id bookedFrom bookedTo resource{title}service{title}}bookedByPerson{id name email phoneNumber}person{id name email phoneNumber parent{active email phoneNumber}}resource{id title}service{id title}}",
};

export const booking: Operation<BookingQuery, BookingQueryVariables> = {
  text: "query Booking($id:Int!){booking(id:$id){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId collectionId createdBy bookedForName overlappingBookings{id bookedFrom bookedTo resource{title}service{title}}bookedByPerson{id name email phoneNumber}person{id name email phoneNumber parent{active email phoneNumber}}resource{id title}service{id title}}",
};

export const bookingFacts: Operation<BookingFactsQuery, BookingFactsQueryVariables> = {
  text: "query BookingFacts($id:Int!$withEntries:Boolean!){booking(id:$id){order{total paidAmount balance refundable}messages(first:5){nodes{id kind channel state recipient sentAt createdAt}}}calendarSourceEntries(filter:{bookingId:$id}first:10)@include(if:$withEntries){nodes{id state writtenAt error calendarSource{name}}}}",
};

export const resendBookingMessage: Operation<ResendBookingMessageMutation, ResendBookingMessageMutationVariables> = {
  text: "mutation ResendBookingMessage($id:Int!){resendMessage(id:$id){id}}",
};

export const resendBookingEntry: Operation<ResendBookingEntryMutation, ResendBookingEntryMutationVariables> = {
  text: "mutation ResendBookingEntry($id:Int!){resendCalendarSourceEntry(id:$id){id}}",
};

export const bookingSettings: Operation<BookingSettingsQuery, BookingSettingsQueryVariables> = {
  text: "query BookingSettings{account{verification}}",
};

export const nextFreeDate: Operation<NextFreeDateQuery, NextFreeDateQueryVariables> = {
  text: "query NextFreeDate($serviceId:Int!$from:Date!$selectedResources:[Int!]){nextAvailableDate(serviceId:$serviceId from:$from selectedResources:$selectedResources){dates{date}}}",
};

export const freeTimes: Operation<FreeTimesQuery, FreeTimesQueryVariables> = {
  text: "query FreeTimes($serviceId:Int!$from:Date!$to:Date!$selectedResources:[Int!]){slots(serviceId:$serviceId from:$from to:$to selectedResources:$selectedResources){nodes{timestamp timestampEnd}}}",
};

export const openingHours: Operation<OpeningHoursQuery, OpeningHoursQueryVariables> = {
  text: "query OpeningHours($from:Date!$to:Date!){openingHours(from:$from to:$to){nodes{resourceId date openingHours}}}",
};

export const createBooking: Operation<CreateBookingMutation, CreateBookingMutationVariables> = {
  text: "mutation CreateBooking($input:NewBookingInput!$ignoreExternalBusy:Boolean!$messages:MessageChoice!){createBooking(input:$input ignoreExternalBusy:$ignoreExternalBusy messages:$messages){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId collectionId createdBy bookedForName overlappingBookings{id bookedFrom bookedTo resource{title}service{title}}bookedByPerson{id name email phoneNumber}person{id name email phoneNumber parent{active email phoneNumber}}resource{id title}service{id title}}",
};

export const updateBooking: Operation<UpdateBookingMutation, UpdateBookingMutationVariables> = {
  text: "mutation UpdateBooking($id:Int!$ifRevision:Int!$input:BookingInput!$ignoreExternalBusy:Boolean!$messages:MessageChoice!){booking:updateBooking(id:$id ifRevision:$ifRevision input:$input ignoreExternalBusy:$ignoreExternalBusy messages:$messages){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId collectionId createdBy bookedForName overlappingBookings{id bookedFrom bookedTo resource{title}service{title}}bookedByPerson{id name email phoneNumber}person{id name email phoneNumber parent{active email phoneNumber}}resource{id title}service{id title}}",
};

export const confirmBooking: Operation<ConfirmBookingMutation, ConfirmBookingMutationVariables> = {
  text: "mutation ConfirmBooking($id:Int!$ifRevision:Int!$messages:MessageChoice!){booking:confirmBooking(id:$id ifRevision:$ifRevision messages:$messages){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId collectionId createdBy bookedForName overlappingBookings{id bookedFrom bookedTo resource{title}service{title}}bookedByPerson{id name email phoneNumber}person{id name email phoneNumber parent{active email phoneNumber}}resource{id title}service{id title}}",
};

export const declineBooking: Operation<DeclineBookingMutation, DeclineBookingMutationVariables> = {
  text: "mutation DeclineBooking($id:Int!$ifRevision:Int!$messages:MessageChoice!){booking:declineBooking(id:$id ifRevision:$ifRevision messages:$messages){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId collectionId createdBy bookedForName overlappingBookings{id bookedFrom bookedTo resource{title}service{title}}bookedByPerson{id name email phoneNumber}person{id name email phoneNumber parent{active email phoneNumber}}resource{id title}service{id title}}",
};

export const cancelBooking: Operation<CancelBookingMutation, CancelBookingMutationVariables> = {
  text: "mutation CancelBooking($id:Int!$ifRevision:Int!$messages:MessageChoice!){booking:cancelBooking(id:$id ifRevision:$ifRevision messages:$messages){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId collectionId createdBy bookedForName overlappingBookings{id bookedFrom bookedTo resource{title}service{title}}bookedByPerson{id name email phoneNumber}person{id name email phoneNumber parent{active email phoneNumber}}resource{id title}service{id title}}",
};

export const setBookingStatus: Operation<SetBookingStatusMutation, SetBookingStatusMutationVariables> = {
  text: "mutation SetBookingStatus($id:Int!$ifRevision:Int!$status:BookingStatus){booking:setBookingStatus(id:$id ifRevision:$ifRevision status:$status){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId collectionId createdBy bookedForName overlappingBookings{id bookedFrom bookedTo resource{title}service{title}}bookedByPerson{id name email phoneNumber}person{id name email phoneNumber parent{active email phoneNumber}}resource{id title}service{id title}}",
};

export const findPeople: Operation<FindPeopleQuery, FindPeopleQueryVariables> = {
  text: "query FindPeople($search:String!){people(filter:{search:$search}order:NAME first:8){nodes{id name email phoneNumber blocked}}}",
};

export const createPersonOfBooking: Operation<CreatePersonOfBookingMutation, CreatePersonOfBookingMutationVariables> = {
  text: "mutation CreatePersonOfBooking($id:Int!$ifRevision:Int!){booking:createPersonOfBooking(id:$id ifRevision:$ifRevision){...BookingDetails}}fragment BookingDetails on Booking{id revisionCount bookedFrom bookedTo state status active count notes title expiresAt resourceId serviceId eventId collectionId createdBy bookedForName overlappingBookings{id bookedFrom bookedTo resource{title}service{title}}bookedByPerson{id name email phoneNumber}person{id name email phoneNumber parent{active email phoneNumber}}resource{id title}service{id title}}",
};

export const catalog: Operation<CatalogQuery, CatalogQueryVariables> = {
  text: "query Catalog{resources(order:TITLE){nodes{id title}}allServices:services{nodes{id colour:calendarColour}}services(filter:{bookingType:APPOINTMENT}){nodes{id title interval price resources{nodes{id}}}}}",
};

export const personName: Operation<PersonNameQuery, PersonNameQueryVariables> = {
  text: "query PersonName($id:Int!){person(id:$id){id name email phoneNumber blocked}}",
};

export const timeConflicts: Operation<TimeConflictsQuery, TimeConflictsQueryVariables> = {
  text: "query TimeConflicts($during:Period!$serviceId:Int$resourceId:Int$count:Int$bookingId:Int){timeConflicts(during:$during serviceId:$serviceId resourceId:$resourceId count:$count bookingId:$bookingId){nodes{kind id resourceId from to}}}",
};
