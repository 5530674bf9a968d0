// Written by `npm run -s pages:operations` from people.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, BookingState, BookingStatus, ImportEffect, MessageChannel, MessageState, MessageWait, NewBookingInput, OrderState, PersonAttributesInput, PersonFilter, PersonInput, RecurrenceInput } from '../../graphql/schema.types.js';

export type ListPeopleQueryVariables = Exact<{
  filter: PersonFilter;
  after?: string | null | undefined;
}>;

export type ListPeopleQuery = { people: { totalCount: number, nodes: Array<{ id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean, erasedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PersonLineFragment = { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean, erasedAt: string | null };

export type ReadPersonQueryVariables = Exact<{
  id: number;
  now: string;
}>;

export type ReadPersonQuery = { person: { createdAt: string, id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean, erasedAt: string | null, upcoming: { totalCount: number, nodes: Array<{ id: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, title: string | null, service: { title: string } | null, resource: { title: string }, event: { title: string | null } | null }> }, past: { totalCount: number, nodes: Array<{ id: number, bookedFrom: string, bookedTo: string, state: BookingState, status: BookingStatus | null, title: string | null, service: { title: string } | null, resource: { title: string }, event: { title: string | null } | null }> } } | null };

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

export type ReadPersonMessagesQuery = { person: { messages: { totalCount: number, nodes: Array<{ id: number, kind: string, channel: MessageChannel, recipient: string, subject: string | null, state: MessageState, failure: string | null, createdAt: string, sentAt: string | null, heldUntil: string | null, nextAttemptAt: string | null, waitsFor: MessageWait | null, attempts: Array<{ at: string, failure: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type PersonMessageFragment = { id: number, kind: string, channel: MessageChannel, recipient: string, subject: string | null, state: MessageState, failure: string | null, createdAt: string, sentAt: string | null, heldUntil: string | null, nextAttemptAt: string | null, waitsFor: MessageWait | null, attempts: Array<{ at: string, failure: string | null }> };

export type ResendPersonMessageMutationVariables = Exact<{
  id: number;
}>;

export type ResendPersonMessageMutation = { resendMessage: { id: number, kind: string, channel: MessageChannel, recipient: string, subject: string | null, state: MessageState, failure: string | null, createdAt: string, sentAt: string | null, heldUntil: string | null, nextAttemptAt: string | null, waitsFor: MessageWait | null, attempts: Array<{ at: string, failure: string | null }> } | null };

export type BlockPersonMutationVariables = Exact<{
  id: number;
}>;

export type BlockPersonMutation = { blockPerson: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean, erasedAt: string | null } | null };

export type UnblockPersonMutationVariables = Exact<{
  id: number;
}>;

export type UnblockPersonMutation = { unblockPerson: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean, erasedAt: string | null } | null };

export type UndeletePersonMutationVariables = Exact<{
  id: number;
}>;

export type UndeletePersonMutation = { undeletePerson: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean, erasedAt: string | null } | null };

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

export type MergePeopleMutation = { mergePeople: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean, erasedAt: string | null } | null };

export type ExportPersonQueryVariables = Exact<{
  id: number;
}>;

export type ExportPersonQuery = { exportPerson: { tables: Record<string, unknown> } | null };

export type ReadPersonErasureQueryVariables = Exact<{
  id: number;
}>;

export type ReadPersonErasureQuery = { personErasure: { erasedRows: number, finishedAt: string | null } | null };

export type ErasePersonMutationVariables = Exact<{
  id: number;
  cancelBookings: boolean;
  ifRevision: number;
}>;

export type ErasePersonMutation = { erasePerson: { id: number, revisionCount: number, name: string | null, email: string | null, phoneNumberFormatted: string | null, active: boolean, blocked: boolean, erasedAt: string | null } | null };

export type ImportPeopleMutationVariables = Exact<{
  items: Array<PersonAttributesInput> | PersonAttributesInput;
  key: string;
}>;

export type ImportPeopleMutation = { importPeople: { written: number, items: Array<{ index: number, effect: ImportEffect | null, person: { phoneNumberFormatted: string | null } | null, error: { message: string, fields: Record<string, unknown> | null } | null }> } | null };

export type BookSeriesMutationVariables = Exact<{
  input: NewBookingInput;
  recurrence: RecurrenceInput;
}>;

export type BookSeriesMutation = { createRecurringBookings: string | null };

export const listPeople: Operation<ListPeopleQuery, ListPeopleQueryVariables> = {
  text: "query ListPeople($filter:PersonFilter!$after:String){people(filter:$filter order:NAME first:50 after:$after){totalCount nodes{...PersonLine}pageInfo{hasNextPage endCursor}}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked erasedAt}",
};

export const readPerson: Operation<ReadPersonQuery, ReadPersonQueryVariables> = {
  text: "query ReadPerson($id:Int!$now:DateTime!){person(id:$id){...PersonLine createdAt upcoming:bookings(filter:{during:{from:$now}}order:BOOKED_FROM first:20){totalCount nodes{...PersonBooking}}past:bookings(filter:{end:$now}order:BOOKED_FROM_DESC first:20){totalCount nodes{...PersonBooking}}}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked erasedAt}fragment PersonBooking on Booking{id bookedFrom bookedTo state status title service{title}resource{title}event{title}}",
};

export const readPersonOrders: Operation<ReadPersonOrdersQuery, ReadPersonOrdersQueryVariables> = {
  text: "query ReadPersonOrders($id:Int!$after:String){person(id:$id){orders(order:ID_DESC first:20 after:$after){totalCount nodes{id createdAt state payableAmount paidAmount balance lineItems{id quantity service{title}}}pageInfo{hasNextPage endCursor}}}}",
};

export const readPersonMessages: Operation<ReadPersonMessagesQuery, ReadPersonMessagesQueryVariables> = {
  text: "query ReadPersonMessages($id:Int!$after:String){person(id:$id){messages(first:20 after:$after){totalCount nodes{...PersonMessage}pageInfo{hasNextPage endCursor}}}}fragment PersonMessage on Message{id kind channel recipient subject state failure createdAt sentAt heldUntil nextAttemptAt waitsFor attempts{at failure}}",
};

export const resendPersonMessage: Operation<ResendPersonMessageMutation, ResendPersonMessageMutationVariables> = {
  text: "mutation ResendPersonMessage($id:Int!){resendMessage(id:$id){...PersonMessage}}fragment PersonMessage on Message{id kind channel recipient subject state failure createdAt sentAt heldUntil nextAttemptAt waitsFor attempts{at failure}}",
};

export const blockPerson: Operation<BlockPersonMutation, BlockPersonMutationVariables> = {
  text: "mutation BlockPerson($id:Int!){blockPerson(id:$id){...PersonLine}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked erasedAt}",
};

export const unblockPerson: Operation<UnblockPersonMutation, UnblockPersonMutationVariables> = {
  text: "mutation UnblockPerson($id:Int!){unblockPerson(id:$id){...PersonLine}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked erasedAt}",
};

export const undeletePerson: Operation<UndeletePersonMutation, UndeletePersonMutationVariables> = {
  text: "mutation UndeletePerson($id:Int!){undeletePerson(id:$id){...PersonLine}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked erasedAt}",
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
  text: "mutation MergePeople($id:Int!$other:Int!){mergePeople(id:$id mergePersonId:$other){...PersonLine}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked erasedAt}",
};

export const exportPerson: Operation<ExportPersonQuery, ExportPersonQueryVariables> = {
  text: "query ExportPerson($id:Int!){exportPerson(id:$id){tables}}",
};

export const readPersonErasure: Operation<ReadPersonErasureQuery, ReadPersonErasureQueryVariables> = {
  text: "query ReadPersonErasure($id:Int!){personErasure(personId:$id){erasedRows finishedAt}}",
};

export const erasePerson: Operation<ErasePersonMutation, ErasePersonMutationVariables> = {
  text: "mutation ErasePerson($id:Int!$cancelBookings:Boolean!$ifRevision:Int!){erasePerson(id:$id cancelBookings:$cancelBookings ifRevision:$ifRevision){...PersonLine}}fragment PersonLine on Person{id revisionCount name email phoneNumberFormatted active blocked erasedAt}",
};

export const importPeople: Operation<ImportPeopleMutation, ImportPeopleMutationVariables> = {
  text: "mutation ImportPeople($items:[PersonAttributesInput!]!$key:String!){importPeople(items:$items mode:EACH idempotencyKey:$key){written items{index effect person{phoneNumberFormatted}error{message fields}}}}",
};

export const bookSeries: Operation<BookSeriesMutation, BookSeriesMutationVariables> = {
  text: "mutation BookSeries($input:NewBookingInput!$recurrence:RecurrenceInput!){createRecurringBookings(input:$input recurrence:$recurrence)}",
};
