// Written by `npm run -s pages:operations` from choices.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The kind of booking that a service creates. */
export type BookingType =
  /** A free slot of a resource is booked. */
  | 'APPOINTMENT'
  /** People attend an event. */
  | 'ATTENDANCE'
  /** A gift card is sold. */
  | 'GIFT_CARD'
  /** A product is sold. */
  | 'PRODUCT';

export type ListChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type ListChoicesQuery = { resources: { nodes: Array<{ id: number, title: string }> }, services: { nodes: Array<{ id: number, title: string, bookingType: BookingType }> } };

export const listChoices: Operation<ListChoicesQuery, ListChoicesQueryVariables> = {
  text: "query ListChoices{resources{nodes{id title}}services{nodes{id title bookingType}}}",
};
