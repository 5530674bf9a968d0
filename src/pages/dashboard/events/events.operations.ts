// Written by `npm run -s pages:operations` from events.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Attributes of an event. An absent one stays unchanged. Null clears it or restores its default. */
export type EventInput = {
  /** How many people may attend, from 0 to 100,000. */
  capacity?: number | null | undefined;
  /** Keys and values of your own. */
  customData?: Record<string, unknown> | null | undefined;
  /** The description. */
  description?: string | null | undefined;
  /** When it ends. */
  endsAt?: string | null | undefined;
  /** From when it can be booked. Null means at once. */
  firstBookingAt?: string | null | undefined;
  /** Until when it can be booked. Null means without a limit of its own. */
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

/** The pattern of a series, by RFC 5545. At least one of its parts is required; one that is left out adds no dates. */
export type RecurrenceInput = {
  /** Excluded dates, in the same format. */
  exdate?: string | null | undefined;
  /** Additional dates, such as `VALUE=DATE:20260301,20260302`. */
  rdate?: string | null | undefined;
  /** A rule such as `FREQ=WEEKLY;COUNT=10`. Use COUNT or UNTIL to end it. */
  rrule?: string | null | undefined;
};

/** The occurrences of a collection that change. `FOLLOWING` and `ALL` leave out those that are over, cancelled, declined, expired or deleted. */
export type SeriesScope =
  /** All occurrences. */
  | 'ALL'
  /** The occurrence `from` and all later ones. They get a collection of their own. */
  | 'FOLLOWING'
  /** Only the occurrence `from`. */
  | 'ONE';

export type ReadEventQueryVariables = Exact<{
  id: number;
}>;


export type ReadEventQuery = { record: { id: number, revisionCount: number, active: boolean, nrOfAttendances: number, collectionId: string | null, serviceId: number, resourceId: number, title: string | null, startsAt: string, endsAt: string, capacity: number, published: boolean, description: string | null, firstBookingAt: string | null, lastBookingAt: string | null } | null };

export type ReadSeriesRevisionQueryVariables = Exact<{
  collectionId: string;
}>;


export type ReadSeriesRevisionQuery = { seriesProgress: { revision: string } | null };

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
