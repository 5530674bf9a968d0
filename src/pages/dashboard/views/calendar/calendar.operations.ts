// Written by `npm run -s pages:operations` from calendar.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, During, Period } from '../../graphql/schema.types.js';

export type EventsQuery = { events: { nodes: Array<{ id: number, title: string | null, startsAt: string, endsAt: string, active: boolean, capacity: number, published: boolean, collectionId: string | null, resourceId: number, updatedAt: string, resource: { id: number, title: string }, service: { id: number, title: string } }>, pageInfo: { hasNextPage: boolean } } };
export type BusyTimesQuery = { externalBusyTimes: Array<{ resourceId: number, startsAt: string, endsAt: string }> | null };
export type EventChangesSubscription = { eventChanged: { cursor: string, event: { id: number, title: string | null, startsAt: string, endsAt: string, active: boolean, capacity: number, published: boolean, collectionId: string | null, resourceId: number, updatedAt: string, resource: { id: number, title: string }, service: { id: number, title: string } } } };
export type EventDetailsFragment = { id: number, title: string | null, startsAt: string, endsAt: string, active: boolean, capacity: number, published: boolean, collectionId: string | null, resourceId: number, updatedAt: string, resource: { id: number, title: string }, service: { id: number, title: string } };

export const events: Operation<EventsQuery, Exact<{ during: During; }>> = { text: "query Events($during:During!){events(filter:{during:$during}first:750){nodes{...EventDetails}pageInfo{hasNextPage}}}fragment EventDetails on Event{id title startsAt endsAt active capacity published collectionId resourceId updatedAt resource{id title}service{id title}}" };
export const busyTimes: Operation<BusyTimesQuery, Exact<{ during: Period; }>> = { text: "query BusyTimes($during:Period!){externalBusyTimes(during:$during){resourceId startsAt endsAt}}" };
export const eventChanges: Operation<EventChangesSubscription, Exact<{ after?: string | null | undefined; during?: During | null | undefined; }>> = { text: "subscription EventChanges($after:String$during:During){eventChanged(after:$after during:$during){cursor event{...EventDetails}}}fragment EventDetails on Event{id title startsAt endsAt active capacity published collectionId resourceId updatedAt resource{id title}service{id title}}" };
