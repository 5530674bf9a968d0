// Written by `npm run -s pages:operations` from choices.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';
import type { Exact, BookingType } from '../graphql/schema.types.js';

export type ListChoicesQuery = { resources: { nodes: Array<{ id: number, title: string }> }, services: { nodes: Array<{ id: number, title: string, bookingType: BookingType }> } };

export const listChoices: Operation<ListChoicesQuery, Exact<{ [key: string]: never; }>> = { text: "query ListChoices{resources{nodes{id title}}services{nodes{id title bookingType}}}" };
