// Written by `npm run -s pages:operations` from waitlist.graphql. Do not edit.
import type { Operation } from '../../../graphql/operation.js';
import type { Exact, WaitlistClosedReason, WaitlistFilter, WaitlistState } from '../../../graphql/schema.types.js';

export type ListWaitlistQueryVariables = Exact<{
  filter: WaitlistFilter;
  after?: string | null | undefined;
}>;

export type ListWaitlistQuery = { waitlistEntries: { totalCount: number, nodes: Array<{ id: number, state: WaitlistState, closedReason: WaitlistClosedReason | null, name: string | null, email: string | null, phoneNumber: string | null, places: number, from: string, to: string, queuedAt: string, offerExpiresAt: string | null, unansweredOffers: number, personId: number | null, bookingId: number | null, resourceId: number | null, person: { name: string | null, email: string | null } | null, service: { title: string }, event: { title: string | null, startsAt: string } | null, resource: { title: string } | null, booking: { bookedFrom: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WaitlistEntryFragment = { id: number, state: WaitlistState, closedReason: WaitlistClosedReason | null, name: string | null, email: string | null, phoneNumber: string | null, places: number, from: string, to: string, queuedAt: string, offerExpiresAt: string | null, unansweredOffers: number, personId: number | null, bookingId: number | null, resourceId: number | null, person: { name: string | null, email: string | null } | null, service: { title: string }, event: { title: string | null, startsAt: string } | null, resource: { title: string } | null, booking: { bookedFrom: string } | null };

export type ListWaitlistEventsQueryVariables = Exact<{
  from: string;
}>;

export type ListWaitlistEventsQuery = { events: { nodes: Array<{ id: number, title: string | null, startsAt: string }> } };

export type OfferWaitlistEntryMutationVariables = Exact<{
  id: number;
  bookedFrom?: string | null | undefined;
  resourceId?: number | null | undefined;
}>;

export type OfferWaitlistEntryMutation = { offerWaitlistEntry: { id: number, state: WaitlistState, closedReason: WaitlistClosedReason | null, name: string | null, email: string | null, phoneNumber: string | null, places: number, from: string, to: string, queuedAt: string, offerExpiresAt: string | null, unansweredOffers: number, personId: number | null, bookingId: number | null, resourceId: number | null, person: { name: string | null, email: string | null } | null, service: { title: string }, event: { title: string | null, startsAt: string } | null, resource: { title: string } | null, booking: { bookedFrom: string } | null } | null };

export type RemoveWaitlistEntryMutationVariables = Exact<{
  id: number;
}>;

export type RemoveWaitlistEntryMutation = { removeWaitlistEntry: { id: number, state: WaitlistState, closedReason: WaitlistClosedReason | null, name: string | null, email: string | null, phoneNumber: string | null, places: number, from: string, to: string, queuedAt: string, offerExpiresAt: string | null, unansweredOffers: number, personId: number | null, bookingId: number | null, resourceId: number | null, person: { name: string | null, email: string | null } | null, service: { title: string }, event: { title: string | null, startsAt: string } | null, resource: { title: string } | null, booking: { bookedFrom: string } | null } | null };

export const listWaitlist: Operation<ListWaitlistQuery, ListWaitlistQueryVariables> = {
  text: "query ListWaitlist($filter:WaitlistFilter!$after:String){waitlistEntries(filter:$filter first:50 after:$after){totalCount nodes{...WaitlistEntry}pageInfo{hasNextPage endCursor}}}fragment WaitlistEntry on WaitlistEntry{id state closedReason name email phoneNumber places from to queuedAt offerExpiresAt unansweredOffers personId bookingId resourceId person{name email}service{title}event{title startsAt}resource{title}booking{bookedFrom}}",
};

export const listWaitlistEvents: Operation<ListWaitlistEventsQuery, ListWaitlistEventsQueryVariables> = {
  text: "query ListWaitlistEvents($from:DateTime!){events(filter:{during:{from:$from}}first:100){nodes{id title startsAt}}}",
};

export const offerWaitlistEntry: Operation<OfferWaitlistEntryMutation, OfferWaitlistEntryMutationVariables> = {
  text: "mutation OfferWaitlistEntry($id:Int!$bookedFrom:DateTime$resourceId:Int){offerWaitlistEntry(id:$id bookedFrom:$bookedFrom resourceId:$resourceId){...WaitlistEntry}}fragment WaitlistEntry on WaitlistEntry{id state closedReason name email phoneNumber places from to queuedAt offerExpiresAt unansweredOffers personId bookingId resourceId person{name email}service{title}event{title startsAt}resource{title}booking{bookedFrom}}",
};

export const removeWaitlistEntry: Operation<RemoveWaitlistEntryMutation, RemoveWaitlistEntryMutationVariables> = {
  text: "mutation RemoveWaitlistEntry($id:Int!){removeWaitlistEntry(id:$id){...WaitlistEntry}}fragment WaitlistEntry on WaitlistEntry{id state closedReason name email phoneNumber places from to queuedAt offerExpiresAt unansweredOffers personId bookingId resourceId person{name email}service{title}event{title startsAt}resource{title}booking{bookedFrom}}",
};
