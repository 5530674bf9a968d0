// Written by `npm run -s pages:operations` from calendar.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, During, Period } from '../../graphql/schema.types.js';

export type EventsQueryVariables = Exact<{ during: During; }>;
export type EventsQuery = { events: { nodes: Array<{ id: number, title: string | null, startsAt: string, endsAt: string, active: boolean, capacity: number, published: boolean, collectionId: string | null, resourceId: number, updatedAt: string, resource: { id: number, title: string }, service: { id: number, title: string } }>, pageInfo: { hasNextPage: boolean } } };
export type BusyTimesQueryVariables = Exact<{ during: Period; }>;
export type BusyTimesQuery = { externalBusyTimes: Array<{ resourceId: number, startsAt: string, endsAt: string }> | null };
export type EventChangesSubscriptionVariables = Exact<{ after?: string | null | undefined; during?: During | null | undefined; }>;
export type EventChangesSubscription = { eventChanged: { cursor: string, event: { id: number, title: string | null, startsAt: string, endsAt: string, active: boolean, capacity: number, published: boolean, collectionId: string | null, resourceId: number, updatedAt: string, resource: { id: number, title: string }, service: { id: number, title: string } } } };
export type EventDetailsFragment = { id: number, title: string | null, startsAt: string, endsAt: string, active: boolean, capacity: number, published: boolean, collectionId: string | null, resourceId: number, updatedAt: string, resource: { id: number, title: string }, service: { id: number, title: string } };

export const events: Operation<EventsQuery, EventsQueryVariables> = { text: "query Events($during:During!){events(filter:{during:$during}first:750){nodes{...EventDetails}pageInfo{hasNextPage}}}fragment EventDetails on Event{id title startsAt endsAt active capacity published collectionId resourceId updatedAt resource{id title}service{id title}}" };
export const busyTimes: Operation<BusyTimesQuery, BusyTimesQueryVariables> = { text: "query BusyTimes($during:Period!){externalBusyTimes(during:$during){resourceId startsAt endsAt}}" };
export const eventChanges: Operation<EventChangesSubscription, EventChangesSubscriptionVariables> = { text: "subscription EventChanges($after:String$during:During){eventChanged(after:$after during:$during){cursor event{...EventDetails}}}fragment EventDetails on Event{id title startsAt endsAt active capacity published collectionId resourceId updatedAt resource{id title}service{id title}}" };
