// Written by `npm run -s pages:operations` from key-requests.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, ApiRequestFilter } from '../../graphql/schema.types.js';

export type ListApiRequestsQueryVariables = Exact<{
  filter: ApiRequestFilter;
  after?: string | null | undefined;
}>;

export type ListApiRequestsQuery = { apiRequests: { totalCount: number, nodes: Array<{ id: number, createdAt: string, requestId: string, method: string, path: string, operation: string | null, status: number, errors: Array<string>, duration: number, leftOut: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ApiRequestFragment = { id: number, createdAt: string, requestId: string, method: string, path: string, operation: string | null, status: number, errors: Array<string>, duration: number, leftOut: number };

export const listApiRequests: Operation<ListApiRequestsQuery, ListApiRequestsQueryVariables> = {
  text: "query ListApiRequests($filter:ApiRequestFilter!$after:String){apiRequests(filter:$filter first:50 after:$after){totalCount nodes{...ApiRequest}pageInfo{hasNextPage endCursor}}}fragment ApiRequest on ApiRequest{id createdAt requestId method path operation status errors duration leftOut}",
};
