// Written by `npm run -s pages:operations` from event-series.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, During } from '../../graphql/schema.types.js';

export type EventsOfSeriesQueryVariables = Exact<{
  collectionId: string;
  after?: string | null | undefined;
}>;

export type EventsOfSeriesQuery = { recurringEvents: { totalCount: number, nodes: Array<{ id: number, title: string | null, startsAt: string, endsAt: string, capacity: number, nrOfAttendances: number, service: { title: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type EventsAheadQueryVariables = Exact<{
  collectionId: string;
  during: During;
  start?: string | null | undefined;
}>;

export type EventsAheadQuery = { recurringEvents: { nodes: Array<{ id: number, nrOfAttendances: number }> } };

export const eventsOfSeries: Operation<EventsOfSeriesQuery, EventsOfSeriesQueryVariables> = {
  text: "query EventsOfSeries($collectionId:UUID!$after:String){recurringEvents(collectionId:$collectionId first:50 after:$after){totalCount nodes{id title startsAt endsAt capacity nrOfAttendances service{title}}pageInfo{hasNextPage endCursor}}}",
};

export const eventsAhead: Operation<EventsAheadQuery, EventsAheadQueryVariables> = {
  text: "query EventsAhead($collectionId:UUID!$during:During!$start:DateTime){recurringEvents(collectionId:$collectionId filter:{during:$during start:$start}first:750){nodes{id nrOfAttendances}}}",
};
