// Written by `npm run -s pages:operations` from people.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** What an import did to a person. */
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

/** How a message is sent. */
export type MessageChannel =
  /** By email. */
  | 'EMAIL'
  /** By SMS. */
  | 'SMS';

/** How far the delivery of a message has come. */
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

/** Pending until it is fully paid, then confirmed. Cancelled by itself, or when its booking is cancelled, declined, deleted or expires. */
export type OrderState =
  /** It was cancelled, or its booking was cancelled, declined or deleted, or has expired. */
  | 'CANCELLED'
  /** It is fully paid. */
  | 'CONFIRMED'
  /** It is not fully paid. */
  | 'PENDING';

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
  /** Which people are listed. Defaults to `ACTIVE`. */
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

/** The pattern of a series, by RFC 5545. At least one of its parts is required; one that is left out adds no dates. */
export type RecurrenceInput = {
  /** Excluded dates, in the same format. */
  exdate?: string | null | undefined;
  /** Additional dates, such as `VALUE=DATE:20260301,20260302`. */
  rdate?: string | null | undefined;
  /** A rule such as `FREQ=WEEKLY;COUNT=10`. Use COUNT or UNTIL to end it. */
  rrule?: string | null | undefined;
};

export type ListPeopleQueryVariables = Exact<{
  filter: PersonFilter;
  after?: string | null | undefined;
}>;


export type ListPeopleQuery = { people: { totalCount: number, nodes: Array<{ id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PersonLineFragment = { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean };

export type ReadPersonQueryVariables = Exact<{
  id: number;
  now: string;
}>;


export type ReadPersonQuery = { person: { createdAt: string, id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean, upcoming: { totalCount: number, nodes: Array<{ id: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, title: string | null, service: { title: string } | null, resource: { title: string }, event: { title: string | null } | null }> }, past: { totalCount: number, nodes: Array<{ id: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, title: string | null, service: { title: string } | null, resource: { title: string }, event: { title: string | null } | null }> } } | null };

export type PersonBookingFragment = { id: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, title: string | null, service: { title: string } | null, resource: { title: string }, event: { title: string | null } | null };

export type ReadPersonOrdersQueryVariables = Exact<{
  id: number;
  after?: string | null | undefined;
}>;


export type ReadPersonOrdersQuery = { person: { orders: { totalCount: number, nodes: Array<{ id: number, createdAt: string, state: OrderState, payableAmount: string, paidAmount: string, balance: string, lineItems: Array<{ id: number, quantity: number, service: { title: string } | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadPersonMessagesQueryVariables = Exact<{
  id: number;
  after?: string | null | undefined;
}>;


export type ReadPersonMessagesQuery = { person: { messages: { totalCount: number, nodes: Array<{ id: number, kind: string, channel: MessageChannel, recipient: string, subject: string | null, state: MessageState, failure: string | null, createdAt: string, sentAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type PersonMessageFragment = { id: number, kind: string, channel: MessageChannel, recipient: string, subject: string | null, state: MessageState, failure: string | null, createdAt: string, sentAt: string | null };

export type ReadPersonHistoryQueryVariables = Exact<{
  id: number;
  after?: string | null | undefined;
}>;


export type ReadPersonHistoryQuery = { personHistory: { nodes: Array<{ cursor: string, name: string, changedAt: string, changedFields: Array<string>, performedBy: { kind: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ResendPersonMessageMutationVariables = Exact<{
  id: number;
}>;


export type ResendPersonMessageMutation = { resendMessage: { id: number, kind: string, channel: MessageChannel, recipient: string, subject: string | null, state: MessageState, failure: string | null, createdAt: string, sentAt: string | null } | null };

export type BlockPersonMutationVariables = Exact<{
  id: number;
}>;


export type BlockPersonMutation = { blockPerson: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean } | null };

export type UnblockPersonMutationVariables = Exact<{
  id: number;
}>;


export type UnblockPersonMutation = { unblockPerson: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean } | null };

export type UndeletePersonMutationVariables = Exact<{
  id: number;
}>;


export type UndeletePersonMutation = { undeletePerson: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean } | null };

export type ReadPersonDetailsQueryVariables = Exact<{
  id: number;
}>;


export type ReadPersonDetailsQuery = { record: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumber: string | null, notes: string | null, street: string | null, postalCode: string | null, city: string | null, state: string | null, countryCode: string | null, dateOfBirth: string | null, locale: string | null, nationalIdNo: string | null, externalId: string | null } | null };

export type CreatePersonMutationVariables = Exact<{
  input: PersonInput;
}>;


export type CreatePersonMutation = { record: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumber: string | null, notes: string | null, street: string | null, postalCode: string | null, city: string | null, state: string | null, countryCode: string | null, dateOfBirth: string | null, locale: string | null, nationalIdNo: string | null, externalId: string | null } | null };

export type UpdatePersonMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: PersonInput;
}>;


export type UpdatePersonMutation = { record: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumber: string | null, notes: string | null, street: string | null, postalCode: string | null, city: string | null, state: string | null, countryCode: string | null, dateOfBirth: string | null, locale: string | null, nationalIdNo: string | null, externalId: string | null } | null };

export type DeletePersonMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;


export type DeletePersonMutation = { record: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumber: string | null, notes: string | null, street: string | null, postalCode: string | null, city: string | null, state: string | null, countryCode: string | null, dateOfBirth: string | null, locale: string | null, nationalIdNo: string | null, externalId: string | null } | null };

export type PersonDetailsFragment = { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumber: string | null, notes: string | null, street: string | null, postalCode: string | null, city: string | null, state: string | null, countryCode: string | null, dateOfBirth: string | null, locale: string | null, nationalIdNo: string | null, externalId: string | null };

export type MergePeopleMutationVariables = Exact<{
  id: number;
  other: number;
}>;


export type MergePeopleMutation = { mergePeople: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean } | null };

export type ImportPeopleMutationVariables = Exact<{
  items: Array<PersonAttributesInput> | PersonAttributesInput;
  key: string;
}>;


export type ImportPeopleMutation = { importPeople: { written: number, items: Array<{ index: number, effect: ImportEffect | null, error: { message: string, fields: Record<string, unknown> | null } | null }> } | null };

export type BookSeriesMutationVariables = Exact<{
  input: NewBookingInput;
  recurrence: RecurrenceInput;
}>;


export type BookSeriesMutation = { createRecurringBookings: string | null };

export const listPeople: Operation<ListPeopleQuery, ListPeopleQueryVariables> = {
  text: "query ListPeople($filter:PersonFilter!$after:String){people(filter:$filter order:NAME first:50 after:$after){totalCount nodes{...PersonLine}pageInfo{hasNextPage endCursor}}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked}",
};

export const readPerson: Operation<ReadPersonQuery, ReadPersonQueryVariables> = {
  text: "query ReadPerson($id:Int!$now:DateTime!){person(id:$id){...PersonLine createdAt upcoming:bookings(filter:{during:{from:$now}}order:BOOKED_FROM first:20){totalCount nodes{...PersonBooking}}past:bookings(filter:{end:$now}order:BOOKED_FROM_DESC first:20){totalCount nodes{...PersonBooking}}}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked}fragment PersonBooking on Booking{id bookedFrom bookedTo state status title service{title}resource{title}event{title}}",
};

export const readPersonOrders: Operation<ReadPersonOrdersQuery, ReadPersonOrdersQueryVariables> = {
  text: "query ReadPersonOrders($id:Int!$after:String){person(id:$id){orders(order:ID_DESC first:20 after:$after){totalCount nodes{id createdAt state payableAmount paidAmount balance lineItems{id quantity service{title}}}pageInfo{hasNextPage endCursor}}}}",
};

export const readPersonMessages: Operation<ReadPersonMessagesQuery, ReadPersonMessagesQueryVariables> = {
  text: "query ReadPersonMessages($id:Int!$after:String){person(id:$id){messages(first:20 after:$after){totalCount nodes{...PersonMessage}pageInfo{hasNextPage endCursor}}}}fragment PersonMessage on Message{id kind channel recipient subject state failure createdAt sentAt}",
};

export const readPersonHistory: Operation<ReadPersonHistoryQuery, ReadPersonHistoryQueryVariables> = {
  text: "query ReadPersonHistory($id:Int!$after:String){personHistory(id:$id first:20 after:$after){nodes{cursor name changedAt changedFields performedBy{kind name}}pageInfo{hasNextPage endCursor}}}",
};

export const resendPersonMessage: Operation<ResendPersonMessageMutation, ResendPersonMessageMutationVariables> = {
  text: "mutation ResendPersonMessage($id:Int!){resendMessage(id:$id){...PersonMessage}}fragment PersonMessage on Message{id kind channel recipient subject state failure createdAt sentAt}",
};

export const blockPerson: Operation<BlockPersonMutation, BlockPersonMutationVariables> = {
  text: "mutation BlockPerson($id:Int!){blockPerson(id:$id){...PersonLine}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked}",
};

export const unblockPerson: Operation<UnblockPersonMutation, UnblockPersonMutationVariables> = {
  text: "mutation UnblockPerson($id:Int!){unblockPerson(id:$id){...PersonLine}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked}",
};

export const undeletePerson: Operation<UndeletePersonMutation, UndeletePersonMutationVariables> = {
  text: "mutation UndeletePerson($id:Int!){undeletePerson(id:$id){...PersonLine}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked}",
};

export const readPersonDetails: Operation<ReadPersonDetailsQuery, ReadPersonDetailsQueryVariables> = {
  text: "query ReadPersonDetails($id:Int!){record:person(id:$id){...PersonDetails}}fragment PersonDetails on Person{id revisionCount name email phoneNumber notes street postalCode city state countryCode dateOfBirth locale nationalIdNo externalId}",
};

export const createPerson: Operation<CreatePersonMutation, CreatePersonMutationVariables> = {
  text: "mutation CreatePerson($input:PersonInput!){record:createPerson(input:$input){...PersonDetails}}fragment PersonDetails on Person{id revisionCount name email phoneNumber notes street postalCode city state countryCode dateOfBirth locale nationalIdNo externalId}",
};

export const updatePerson: Operation<UpdatePersonMutation, UpdatePersonMutationVariables> = {
  text: "mutation UpdatePerson($id:Int!$ifRevision:Int!$input:PersonInput!){record:updatePerson(id:$id ifRevision:$ifRevision input:$input){...PersonDetails}}fragment PersonDetails on Person{id revisionCount name email phoneNumber notes street postalCode city state countryCode dateOfBirth locale nationalIdNo externalId}",
};

export const deletePerson: Operation<DeletePersonMutation, DeletePersonMutationVariables> = {
  text: "mutation DeletePerson($id:Int!$ifRevision:Int!){record:deletePerson(id:$id ifRevision:$ifRevision){...PersonDetails}}fragment PersonDetails on Person{id revisionCount name email phoneNumber notes street postalCode city state countryCode dateOfBirth locale nationalIdNo externalId}",
};

export const mergePeople: Operation<MergePeopleMutation, MergePeopleMutationVariables> = {
  text: "mutation MergePeople($id:Int!$other:Int!){mergePeople(id:$id mergePersonId:$other){...PersonLine}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked}",
};

export const importPeople: Operation<ImportPeopleMutation, ImportPeopleMutationVariables> = {
  text: "mutation ImportPeople($items:[PersonAttributesInput!]!$key:String!){importPeople(items:$items mode:EACH idempotencyKey:$key){written items{index effect error{message fields}}}}",
};

export const bookSeries: Operation<BookSeriesMutation, BookSeriesMutationVariables> = {
  text: "mutation BookSeries($input:NewBookingInput!$recurrence:RecurrenceInput!){createRecurringBookings(input:$input recurrence:$recurrence)}",
};
