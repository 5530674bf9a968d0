// Written by `npm run -s pages:operations` from series.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type SeriesChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type SeriesChoicesQuery = { services: { nodes: Array<{ id: number, title: string, interval: number }> }, resources: { nodes: Array<{ id: number, title: string }> } };

export type CreatedSeriesQueryVariables = Exact<{
  collectionId: string;
}>;


export type CreatedSeriesQuery = { recurringBookings: { nodes: Array<{ id: number, bookedFrom: string }> } };

export const seriesChoices: Operation<SeriesChoicesQuery, SeriesChoicesQueryVariables> = {
  text: "query SeriesChoices{services(filter:{bookingType:APPOINTMENT}){nodes{id title interval}}resources{nodes{id title}}}",
};

export const createdSeries: Operation<CreatedSeriesQuery, CreatedSeriesQueryVariables> = {
  text: "query CreatedSeries($collectionId:UUID!){recurringBookings(collectionId:$collectionId first:100){nodes{id bookedFrom}}}",
};
