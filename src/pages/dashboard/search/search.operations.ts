// Written by `npm run -s pages:operations` from search.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';
import type { Exact } from '../graphql/schema.types.js';

export type SearchEverythingQuery = { people: { nodes: Array<{ id: number, name: string | null, email: string | null, phoneNumberFormatted: string | null }> }, bookings?: { nodes: Array<{ id: number, bookedFrom: string, title: string | null, service: { title: string } | null, person: { name: string | null } | null }> }, services?: { nodes: Array<{ id: number, title: string }> }, resources?: { nodes: Array<{ id: number, title: string }> } };

export const searchEverything: Operation<SearchEverythingQuery, Exact<{ text: string; number: number; isNumber: boolean; withCatalog: boolean; }>> = { text: "query SearchEverything($text:String!$number:Int!$isNumber:Boolean!$withCatalog:Boolean!){people(filter:{search:$text}order:NAME first:8){nodes{id name email phoneNumberFormatted}}bookings(filter:{ids:[$number]scope:ALL}first:1)@include(if:$isNumber){nodes{id bookedFrom title service{title}person{name}}}services(first:200)@include(if:$withCatalog){nodes{id title}}resources(first:200)@include(if:$withCatalog){nodes{id title}}}" };
