// Written by `npm run -s pages:operations` from security-log.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, SecurityEventFilter } from '../../graphql/schema.types.js';

export type ListSecurityEventsQueryVariables = Exact<{
  filter: SecurityEventFilter;
  after?: string | null | undefined;
}>;

export type ListSecurityEventsQuery = { securityEvents: { totalCount: number, nodes: Array<{ id: number, createdAt: string, updatedAt: string, kind: string, userId: number | null, apiKeyId: number | null, name: string | null, aboutName: string | null, interface: string, clientAddress: string, userAgent: string | null, requestId: string, eventCount: number, details: Record<string, unknown> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SecurityEventFragment = { id: number, createdAt: string, updatedAt: string, kind: string, userId: number | null, apiKeyId: number | null, name: string | null, aboutName: string | null, interface: string, clientAddress: string, userAgent: string | null, requestId: string, eventCount: number, details: Record<string, unknown> };

export type ListSecuritySubjectsQueryVariables = Exact<{ [key: string]: never; }>;

export type ListSecuritySubjectsQuery = { clientUsers: { nodes: Array<{ user: { id: number, name: string } }> }, apiKeys: { nodes: Array<{ id: number, name: string }> } };

export const listSecurityEvents: Operation<ListSecurityEventsQuery, ListSecurityEventsQueryVariables> = {
  text: "query ListSecurityEvents($filter:SecurityEventFilter!$after:String){securityEvents(filter:$filter first:50 after:$after){totalCount nodes{...SecurityEvent}pageInfo{hasNextPage endCursor}}}fragment SecurityEvent on SecurityEvent{id createdAt updatedAt kind userId apiKeyId name aboutName interface clientAddress userAgent requestId eventCount details}",
};

export const listSecuritySubjects: Operation<ListSecuritySubjectsQuery, ListSecuritySubjectsQueryVariables> = {
  text: "query ListSecuritySubjects{clientUsers{nodes{user{id name}}}apiKeys{nodes{id name}}}",
};
