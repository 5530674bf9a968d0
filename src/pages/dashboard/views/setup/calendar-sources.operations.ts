// Written by `npm run -s pages:operations` from calendar-sources.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, CalendarKind, CalendarSourceInput } from '../../graphql/schema.types.js';

export type ListCalendarSourcesQueryVariables = Exact<{
  resourceId: number;
}>;

export type ListCalendarSourcesQuery = { calendarSources: { nodes: Array<{ id: number, revisionCount: number, kind: CalendarKind, name: string, url: string, username: string | null, target: string | null, active: boolean, intervalMinutes: number, syncedAt: string | null, error: string | null, writeError: string | null, writeAfter: string | null, entryCounts: { written: number, pending: number, failed: number, changedThere: number } }> } };

export type CalendarSourceFragment = { id: number, revisionCount: number, kind: CalendarKind, name: string, url: string, username: string | null, target: string | null, active: boolean, intervalMinutes: number, syncedAt: string | null, error: string | null, writeError: string | null, writeAfter: string | null, entryCounts: { written: number, pending: number, failed: number, changedThere: number } };

export type CreateCalendarSourceMutationVariables = Exact<{
  input: CalendarSourceInput;
}>;

export type CreateCalendarSourceMutation = { createCalendarSource: { id: number, revisionCount: number, kind: CalendarKind, name: string, url: string, username: string | null, target: string | null, active: boolean, intervalMinutes: number, syncedAt: string | null, error: string | null, writeError: string | null, writeAfter: string | null, entryCounts: { written: number, pending: number, failed: number, changedThere: number } } | null };

export type UpdateCalendarSourceMutationVariables = Exact<{
  id: number;
  input: CalendarSourceInput;
  ifRevision?: number | null | undefined;
}>;

export type UpdateCalendarSourceMutation = { updateCalendarSource: { id: number, revisionCount: number, kind: CalendarKind, name: string, url: string, username: string | null, target: string | null, active: boolean, intervalMinutes: number, syncedAt: string | null, error: string | null, writeError: string | null, writeAfter: string | null, entryCounts: { written: number, pending: number, failed: number, changedThere: number } } | null };

export type DeleteCalendarSourceMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type DeleteCalendarSourceMutation = { deleteCalendarSource: { id: number } | null };

export type ReadCalendarSourceMutationVariables = Exact<{
  id: number;
}>;

export type ReadCalendarSourceMutation = { readCalendarSource: { id: number, revisionCount: number, kind: CalendarKind, name: string, url: string, username: string | null, target: string | null, active: boolean, intervalMinutes: number, syncedAt: string | null, error: string | null, writeError: string | null, writeAfter: string | null, entryCounts: { written: number, pending: number, failed: number, changedThere: number } } | null };

export type ListCalendarsOfSourceQueryVariables = Exact<{
  id: number;
}>;

export type ListCalendarsOfSourceQuery = { calendarsOfSource: { nodes: Array<{ url: string, name: string, holdsEvents: boolean, writable: boolean, counts: boolean }> } };

export const listCalendarSources: Operation<ListCalendarSourcesQuery, ListCalendarSourcesQueryVariables> = {
  text: "query ListCalendarSources($resourceId:Int!){calendarSources(filter:{resourceId:$resourceId}first:50){nodes{...CalendarSource}}}fragment CalendarSource on CalendarSource{id revisionCount kind name url username target active intervalMinutes syncedAt error writeError writeAfter entryCounts{written pending failed changedThere}}",
};

export const createCalendarSource: Operation<CreateCalendarSourceMutation, CreateCalendarSourceMutationVariables> = {
  text: "mutation CreateCalendarSource($input:CalendarSourceInput!){createCalendarSource(input:$input){...CalendarSource}}fragment CalendarSource on CalendarSource{id revisionCount kind name url username target active intervalMinutes syncedAt error writeError writeAfter entryCounts{written pending failed changedThere}}",
};

export const updateCalendarSource: Operation<UpdateCalendarSourceMutation, UpdateCalendarSourceMutationVariables> = {
  text: "mutation UpdateCalendarSource($id:Int!$input:CalendarSourceInput!$ifRevision:Int){updateCalendarSource(id:$id input:$input ifRevision:$ifRevision){...CalendarSource}}fragment CalendarSource on CalendarSource{id revisionCount kind name url username target active intervalMinutes syncedAt error writeError writeAfter entryCounts{written pending failed changedThere}}",
};

export const deleteCalendarSource: Operation<DeleteCalendarSourceMutation, DeleteCalendarSourceMutationVariables> = {
  text: "mutation DeleteCalendarSource($id:Int!$ifRevision:Int!){deleteCalendarSource(id:$id ifRevision:$ifRevision){id}}",
};

export const readCalendarSource: Operation<ReadCalendarSourceMutation, ReadCalendarSourceMutationVariables> = {
  text: "mutation ReadCalendarSource($id:Int!){readCalendarSource(id:$id){...CalendarSource}}fragment CalendarSource on CalendarSource{id revisionCount kind name url username target active intervalMinutes syncedAt error writeError writeAfter entryCounts{written pending failed changedThere}}",
};

export const listCalendarsOfSource: Operation<ListCalendarsOfSourceQuery, ListCalendarsOfSourceQueryVariables> = {
  text: "query ListCalendarsOfSource($id:Int!){calendarsOfSource(id:$id){nodes{url name holdsEvents writable counts}}}",
};
