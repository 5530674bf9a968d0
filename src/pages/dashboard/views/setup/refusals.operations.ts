// Written by `npm run -s pages:operations` from refusals.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, BookingRefusalFilter } from '../../graphql/schema.types.js';

export type ListRefusalsQueryVariables = Exact<{
  filter: BookingRefusalFilter;
  after?: string | null | undefined;
}>;

export type ListRefusalsQuery = { bookingRefusals: { totalCount: number, nodes: Array<{ id: number, createdAt: string, requestId: string, interface: string, operation: string, userId: number | null, apiKeyId: number | null, attribute: string | null, rule: string, rules: Array<string>, bookingId: number | null, bookedFrom: string | null, leftOut: number, service: { id: number, title: string } | null, resource: { id: number, title: string } | null, event: { id: number, title: string | null, startsAt: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RefusalFragment = { id: number, createdAt: string, requestId: string, interface: string, operation: string, userId: number | null, apiKeyId: number | null, attribute: string | null, rule: string, rules: Array<string>, bookingId: number | null, bookedFrom: string | null, leftOut: number, service: { id: number, title: string } | null, resource: { id: number, title: string } | null, event: { id: number, title: string | null, startsAt: string } | null };

export const listRefusals: Operation<ListRefusalsQuery, ListRefusalsQueryVariables> = {
  text: "query ListRefusals($filter:BookingRefusalFilter!$after:String){bookingRefusals(filter:$filter first:50 after:$after){totalCount nodes{...Refusal}pageInfo{hasNextPage endCursor}}}fragment Refusal on BookingRefusal{id createdAt requestId interface operation userId apiKeyId attribute rule rules bookingId bookedFrom leftOut service{id title}resource{id title}event{id title startsAt}}",
};
