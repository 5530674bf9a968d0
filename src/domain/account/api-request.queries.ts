import { raw } from '@mikro-orm/core';
import { Field, InputType, Int } from 'type-graphql';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { ApiRequest, ApiRequestConnection } from './api-request.entity.js';

const requestOrder = createListOrder('ApiRequestOrder', { ID: byId }, 'ID_DESC');

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class ApiRequestFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the requests with this API key.' })
  apiKeyId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Returns the requests that were answered with this status.' })
  status?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Returns the requests that were answered with this status or a higher one.',
  })
  minStatus?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'True returns the requests that failed: those with a status of 400 or more, and those with errors, whose status is 200 in GraphQL and for tools of agents. False returns the others.',
  })
  failed?: boolean | null;
  @Field(() => String, { nullable: true, description: 'Returns the request with this id.' })
  requestId?: string | null;
}

const hasFailed = () => raw((alias) => `(${alias}.status >= 400 or ${alias}.errors <> '[]')`);

/** The requests with all keys of the account. Those of one key are read by an index. */
export const apiRequestList: List<ApiRequest, ApiRequestFilter, ApiRequestConnection> = {
  name: 'apiRequests',
  entity: ApiRequest,
  connection: ApiRequestConnection,
  filter: ApiRequestFilter,
  order: requestOrder,
  conditions: (_context, { apiKeyId, status, minStatus, failed, requestId }) => ({
    $and: [
      { ...(apiKeyId != null && { apiKeyId }), ...(requestId != null && { requestId }) },
      { ...(status != null && { status }) },
      { ...(minStatus != null && { status: { $gte: minStatus } }) },
      failed == null ? {} : { [hasFailed()]: failed },
    ],
  }),
};
