// Written by `npm run -s pages:operations` from time-off.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';
import type { Exact, TimeConflictKind, TimeOffInput, TimeOffState } from '../graphql/schema.types.js';

export type ReadOwnResourceQuery = { viewer: { resource: { id: number } | null } | null };
export type ListTimesOffQuery = { timesOff: { nodes: Array<{ id: number, resourceId: number, startsOn: string, endsOn: string, fromTime: string | null, toTime: string | null, reason: string | null, state: TimeOffState, askedBy: string | null, note: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };
export type ApprovedTimesOffQuery = { timesOff: { nodes: Array<{ id: number, resourceId: number, startsOn: string, endsOn: string, fromTime: string | null, toTime: string | null, reason: string | null, state: TimeOffState, askedBy: string | null, note: string | null }> } };
export type TimeOffChangesSubscription = { changes: { cursor: string } };
export type TimeOffDetailsFragment = { id: number, resourceId: number, startsOn: string, endsOn: string, fromTime: string | null, toTime: string | null, reason: string | null, state: TimeOffState, askedBy: string | null, note: string | null };
export type ListTimeOffConflictsQuery = { timeOffConflicts: { nodes: Array<{ kind: TimeConflictKind, id: number | null, from: string | null, to: string | null }> } };
export type ListBookingsInTheWayQuery = { bookings: { nodes: Array<{ id: number, service: { id: number, title: string } | null, person: { id: number, name: string | null } | null }> } };
export type CreateTimeOffMutation = { createTimeOff: { id: number } | null };
export type ApproveTimeOffMutation = { approveTimeOff: { id: number } | null };
export type DeclineTimeOffMutation = { declineTimeOff: { id: number } | null };
export type WithdrawTimeOffMutation = { withdrawTimeOff: { id: number } | null };

export const readOwnResource: Operation<ReadOwnResourceQuery, Exact<{ [key: string]: never; }>> = { text: "query ReadOwnResource{viewer{resource{id}}}" };
export const listTimesOff: Operation<ListTimesOffQuery, Exact<{ resourceId: number; after?: string | null | undefined; }>> = { text: "query ListTimesOff($resourceId:Int!$after:String){timesOff(filter:{resourceId:$resourceId}order:STARTS_ON_DESC first:20 after:$after){nodes{...TimeOffDetails}pageInfo{hasNextPage endCursor}pageInfo{hasNextPage endCursor}}}fragment TimeOffDetails on TimeOff{id resourceId startsOn endsOn fromTime toTime reason state askedBy note}" };
export const approvedTimesOff: Operation<ApprovedTimesOffQuery, Exact<{ from: string; to: string; }>> = { text: "query ApprovedTimesOff($from:Date!$to:Date!){timesOff(filter:{state:APPROVED from:$from to:$to}first:200){nodes{...TimeOffDetails}}}fragment TimeOffDetails on TimeOff{id resourceId startsOn endsOn fromTime toTime reason state askedBy note}" };
export const timeOffChanges: Operation<TimeOffChangesSubscription, Exact<{ after?: string | null | undefined; }>> = { text: "subscription TimeOffChanges($after:String){changes(after:$after objectTypes:[\"time_off\"]){cursor}}" };
export const listTimeOffConflicts: Operation<ListTimeOffConflictsQuery, Exact<{ id: number; }>> = { text: "query ListTimeOffConflicts($id:Int!){timeOffConflicts(id:$id){nodes{kind id from to}}}" };
export const listBookingsInTheWay: Operation<ListBookingsInTheWayQuery, Exact<{ ids: Array<number> | number; }>> = { text: "query ListBookingsInTheWay($ids:[Int!]!){bookings(filter:{ids:$ids}first:200){nodes{id service{id title}person{id name}}}}" };
export const createTimeOff: Operation<CreateTimeOffMutation, Exact<{ input: TimeOffInput; }>> = { text: "mutation CreateTimeOff($input:TimeOffInput!){createTimeOff(input:$input){id}}" };
export const approveTimeOff: Operation<ApproveTimeOffMutation, Exact<{ id: number; note?: string | null | undefined; }>> = { text: "mutation ApproveTimeOff($id:Int!$note:String){approveTimeOff(id:$id note:$note){id}}" };
export const declineTimeOff: Operation<DeclineTimeOffMutation, Exact<{ id: number; note?: string | null | undefined; }>> = { text: "mutation DeclineTimeOff($id:Int!$note:String){declineTimeOff(id:$id note:$note){id}}" };
export const withdrawTimeOff: Operation<WithdrawTimeOffMutation, Exact<{ id: number; }>> = { text: "mutation WithdrawTimeOff($id:Int!){withdrawTimeOff(id:$id){id}}" };
