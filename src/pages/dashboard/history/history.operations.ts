// Written by `npm run -s pages:operations` from history.graphql. Do not edit.
import type { Operation } from '../graphql/operation.js';
import type { Exact, BookingState, DeliveryState, DeliveryWait, MessageChannel, MessageState, MessageWait } from '../graphql/schema.types.js';

export type PersonHistoryQueryVariables = Exact<{
  id: number;
  after?: string | null | undefined;
}>;

export type PersonHistoryQuery = { personHistory: { totalCount: number, nodes: Array<{ cursor: string, name: string, changedAt: string, changedFields: Array<string>, requestId: string | null, performedBy: { kind: string, name: string, id: number | null, apiKeyName: string | null }, booking: { state: BookingState, expiresAt: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type EventHistoryQueryVariables = Exact<{
  id: number;
  after?: string | null | undefined;
}>;

export type EventHistoryQuery = { eventHistory: { totalCount: number, nodes: Array<{ cursor: string, name: string, changedAt: string, changedFields: Array<string>, requestId: string | null, performedBy: { kind: string, name: string, id: number | null, apiKeyName: string | null }, booking: { state: BookingState, expiresAt: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type BookingTimelineQueryVariables = Exact<{
  id: number;
  after?: string | null | undefined;
}>;

export type BookingTimelineQuery = { bookingTimeline: { totalCount: number, nodes: Array<{ at: string, change: { cursor: string, name: string, changedAt: string, changedFields: Array<string>, requestId: string | null, performedBy: { kind: string, name: string, id: number | null, apiKeyName: string | null }, booking: { state: BookingState, expiresAt: string | null } | null } | null, message: { id: number, kind: string, channel: MessageChannel, recipient: string, subject: string | null, state: MessageState, failure: string | null, sentAt: string | null, heldUntil: string | null, waitsFor: MessageWait | null, nextAttemptAt: string | null, attempts: Array<{ at: string, failure: string | null }> } | null, delivery: { id: number, event: string, state: DeliveryState, waitsFor: DeliveryWait | null, nextAttemptAt: string | null, attempts: Array<{ at: string, status: number | null, failure: string | null }>, webHook: { id: number, targetUrl: string } } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type HistoryChangeFragment = { cursor: string, name: string, changedAt: string, changedFields: Array<string>, requestId: string | null, performedBy: { kind: string, name: string, id: number | null, apiKeyName: string | null }, booking: { state: BookingState, expiresAt: string | null } | null };

export type HistoryMessageFragment = { id: number, kind: string, channel: MessageChannel, recipient: string, subject: string | null, state: MessageState, failure: string | null, sentAt: string | null, heldUntil: string | null, waitsFor: MessageWait | null, nextAttemptAt: string | null, attempts: Array<{ at: string, failure: string | null }> };

export type HistoryDeliveryFragment = { id: number, event: string, state: DeliveryState, waitsFor: DeliveryWait | null, nextAttemptAt: string | null, attempts: Array<{ at: string, status: number | null, failure: string | null }>, webHook: { id: number, targetUrl: string } };

export const personHistory: Operation<PersonHistoryQuery, PersonHistoryQueryVariables> = {
  text: "query PersonHistory($id:Int!$after:String){personHistory(id:$id order:COMMITTED_DESC first:20 after:$after){totalCount nodes{...HistoryChange}pageInfo{hasNextPage endCursor}}}fragment HistoryChange on Change{cursor name changedAt changedFields requestId performedBy{kind name id apiKeyName}booking{state expiresAt}}",
};

export const eventHistory: Operation<EventHistoryQuery, EventHistoryQueryVariables> = {
  text: "query EventHistory($id:Int!$after:String){eventHistory(id:$id order:COMMITTED_DESC first:20 after:$after){totalCount nodes{...HistoryChange}pageInfo{hasNextPage endCursor}}}fragment HistoryChange on Change{cursor name changedAt changedFields requestId performedBy{kind name id apiKeyName}booking{state expiresAt}}",
};

export const bookingTimeline: Operation<BookingTimelineQuery, BookingTimelineQueryVariables> = {
  text: "query BookingTimeline($id:Int!$after:String){bookingTimeline(id:$id first:20 after:$after){totalCount nodes{at change{...HistoryChange}message{...HistoryMessage}delivery{...HistoryDelivery}}pageInfo{hasNextPage endCursor}}}fragment HistoryChange on Change{cursor name changedAt changedFields requestId performedBy{kind name id apiKeyName}booking{state expiresAt}}fragment HistoryMessage on Message{id kind channel recipient subject state failure sentAt heldUntil waitsFor nextAttemptAt attempts{at failure}}fragment HistoryDelivery on WebHookDelivery{id event state waitsFor nextAttemptAt attempts{at status failure}webHook{id targetUrl}}",
};
