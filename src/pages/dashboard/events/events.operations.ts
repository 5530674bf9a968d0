// Written by `npm run -s pages:operations` from events.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';
import type { Exact, EventInput, RecurrenceInput, SeriesScope } from '../graphql/schema.types.js';

export type ReadEventQueryVariables = Exact<{
  id: number;
}>;

export type ReadEventQuery = { record: { id: number, revisionCount: number, active: boolean, nrOfAttendances: number, collectionId: string | null, serviceId: number, resourceId: number, title: string | null, startsAt: string, endsAt: string, capacity: number, published: boolean, description: string | null, firstBookingAt: string | null, lastBookingAt: string | null } | null };

export type ReadSeriesRevisionQueryVariables = Exact<{
  collectionId: string;
}>;

export type ReadSeriesRevisionQuery = { seriesProgress: { revision: string } | null };

export type EventOverlapsQueryVariables = Exact<{
  id: number;
}>;

export type EventOverlapsQuery = { event: { overlappingBookings: Array<{ id: number, bookedFrom: string, bookedTo: string, bookedForName: string | null, title: string | null, person: { name: string | null, email: string | null, phoneNumber: string | null } | null, resource: { title: string }, service: { title: string } | null }> | null } | null };

export type CreateEventMutationVariables = Exact<{
  input: EventInput;
}>;

export type CreateEventMutation = { createEvent: { id: number } | null };

export type CreateEventsMutationVariables = Exact<{
  input: EventInput;
  recurrence: RecurrenceInput;
}>;

export type CreateEventsMutation = { createRecurringEvents: string | null };

export type UpdateEventMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  input: EventInput;
}>;

export type UpdateEventMutation = { record: { id: number, revisionCount: number, active: boolean, nrOfAttendances: number, collectionId: string | null, serviceId: number, resourceId: number, title: string | null, startsAt: string, endsAt: string, capacity: number, published: boolean, description: string | null, firstBookingAt: string | null, lastBookingAt: string | null } | null };

export type UpdateEventsMutationVariables = Exact<{
  collectionId: string;
  scope: SeriesScope;
  from: number;
  ifRevision: number;
  ifSeriesRevision?: string | null | undefined;
  input: EventInput;
}>;

export type UpdateEventsMutation = { updateRecurringEvents: string | null };

export type DeleteEventMutationVariables = Exact<{
  id: number;
  ifRevision: number;
  ifAttendances: number;
}>;

export type DeleteEventMutation = { deleteEvent: { id: number } | null };

export type DeleteEventsMutationVariables = Exact<{
  collectionId: string;
  scope: SeriesScope;
  from?: number | null | undefined;
  ifRevision?: number | null | undefined;
  ifSeriesRevision?: string | null | undefined;
  ifAttendances: number;
}>;

export type DeleteEventsMutation = { deleteRecurringEvents: string | null };

export type EventFormFragment = { id: number, revisionCount: number, active: boolean, nrOfAttendances: number, collectionId: string | null, serviceId: number, resourceId: number, title: string | null, startsAt: string, endsAt: string, capacity: number, published: boolean, description: string | null, firstBookingAt: string | null, lastBookingAt: string | null };

export const readEvent: Operation<ReadEventQuery, ReadEventQueryVariables> = {
  text: "query ReadEvent($id:Int!){record:event(id:$id){...EventForm}}fragment EventForm on Event{id revisionCount active nrOfAttendances collectionId serviceId resourceId title startsAt endsAt capacity published description firstBookingAt lastBookingAt}",
};

export const readSeriesRevision: Operation<ReadSeriesRevisionQuery, ReadSeriesRevisionQueryVariables> = {
  text: "query ReadSeriesRevision($collectionId:UUID!){seriesProgress(collectionId:$collectionId){revision}}",
};

export const eventOverlaps: Operation<EventOverlapsQuery, EventOverlapsQueryVariables> = {
  text: "query EventOverlaps($id:Int!){event(id:$id){overlappingBookings{id bookedFrom bookedTo bookedForName title person{name email phoneNumber}resource{title}service{title}}}}",
};

export const createEvent: Operation<CreateEventMutation, CreateEventMutationVariables> = {
  text: "mutation CreateEvent($input:EventInput!){createEvent(input:$input){id}}",
};

export const createEvents: Operation<CreateEventsMutation, CreateEventsMutationVariables> = {
  text: "mutation CreateEvents($input:EventInput!$recurrence:RecurrenceInput!){createRecurringEvents(input:$input recurrence:$recurrence)}",
};

export const updateEvent: Operation<UpdateEventMutation, UpdateEventMutationVariables> = {
  text: "mutation UpdateEvent($id:Int!$ifRevision:Int!$input:EventInput!){record:updateEvent(id:$id ifRevision:$ifRevision input:$input){...EventForm}}fragment EventForm on Event{id revisionCount active nrOfAttendances collectionId serviceId resourceId title startsAt endsAt capacity published description firstBookingAt lastBookingAt}",
};

export const updateEvents: Operation<UpdateEventsMutation, UpdateEventsMutationVariables> = {
  text: "mutation UpdateEvents($collectionId:UUID!$scope:SeriesScope!$from:Int!$ifRevision:Int!$ifSeriesRevision:String$input:EventInput!){updateRecurringEvents(collectionId:$collectionId scope:$scope from:$from ifRevision:$ifRevision ifSeriesRevision:$ifSeriesRevision input:$input)}",
};

export const deleteEvent: Operation<DeleteEventMutation, DeleteEventMutationVariables> = {
  text: "mutation DeleteEvent($id:Int!$ifRevision:Int!$ifAttendances:Int!){deleteEvent(id:$id ifRevision:$ifRevision ifAttendances:$ifAttendances){id}}",
};

export const deleteEvents: Operation<DeleteEventsMutation, DeleteEventsMutationVariables> = {
  text: "mutation DeleteEvents($collectionId:UUID!$scope:SeriesScope!$from:Int$ifRevision:Int$ifSeriesRevision:String$ifAttendances:Int!){deleteRecurringEvents(collectionId:$collectionId scope:$scope from:$from ifRevision:$ifRevision ifSeriesRevision:$ifSeriesRevision ifAttendances:$ifAttendances)}",
};
