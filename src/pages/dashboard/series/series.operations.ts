// Written by `npm run -s pages:operations` from series.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';
import type { Exact } from '../graphql/schema.types.js';

export type CreatedBookingsQuery = { recurringBookings: { nodes: Array<{ bookedFrom: string }> }, seriesProgress: { isFinished: boolean, leftOut: Array<{ from: string, attribute: string | null, reason: string }> } | null };
export type CreatedEventsQuery = { recurringEvents: { nodes: Array<{ startsAt: string }> }, seriesProgress: { isFinished: boolean, leftOut: Array<{ from: string, attribute: string | null, reason: string }> } | null };
export type LeftOutDatesQuery = { seriesProgress: { dates: number, leftOut: Array<{ from: string, attribute: string | null, reason: string }> } | null };
export type AddLeftOutBookingMutation = { addLeftOutBooking: { id: number } | null };

export const createdBookings: Operation<CreatedBookingsQuery, Exact<{ collectionId: string; }>> = { text: "query CreatedBookings($collectionId:UUID!){recurringBookings(collectionId:$collectionId first:100){nodes{bookedFrom}}seriesProgress(collectionId:$collectionId){isFinished leftOut{from attribute reason}}}" };
export const createdEvents: Operation<CreatedEventsQuery, Exact<{ collectionId: string; }>> = { text: "query CreatedEvents($collectionId:UUID!){recurringEvents(collectionId:$collectionId first:100){nodes{startsAt}}seriesProgress(collectionId:$collectionId){isFinished leftOut{from attribute reason}}}" };
export const leftOutDates: Operation<LeftOutDatesQuery, Exact<{ collectionId: string; }>> = { text: "query LeftOutDates($collectionId:UUID!){seriesProgress(collectionId:$collectionId){dates leftOut{from attribute reason}}}" };
export const addLeftOutBooking: Operation<AddLeftOutBookingMutation, Exact<{ collectionId: string; from: string; ignoreExternalBusy: boolean; }>> = { text: "mutation AddLeftOutBooking($collectionId:UUID!$from:DateTime!$ignoreExternalBusy:Boolean!){addLeftOutBooking(collectionId:$collectionId date:{from:$from}ignoreExternalBusy:$ignoreExternalBusy){id}}" };
