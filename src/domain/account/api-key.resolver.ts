import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Mutation, Resolver, Root } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { batchOf } from '../records/related-records.js';
import { createApiKey, revokeApiKey, updateApiKey } from './api-key.actions.js';
import { ApiKey, ApiKeyConnection, ApiKeyInput, NewApiKey, NewApiKeyInput } from './api-key.entity.js';
import { ApiKeyFilter, apiKeyList, createRequestCounts, recentDays } from './api-key.queries.js';
import { maxKeys } from './api-key.rules.js';
import { keptRequests, requestLogDays } from './api-key-use.js';
import type { ApiRequestConnection } from './api-request.entity.js';
import { type ApiRequestFilter, apiRequestList } from './api-request.queries.js';
import { RequiresPermission } from './permissions.rules.js';

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @RequiresPermission('account')
  @ListQuery(apiKeyList, {
    isWhole: true,
    description: 'The API keys of the account that are not revoked, without their secrets and those of sessions.',
    complexity: listCost(maxKeys),
  })
  apiKeys(context: RequestContext, request: ListRequest<ApiKeyFilter>): ApiKeyConnection {
    return readList(context, apiKeyList, request);
  }

  @RequiresPermission('account')
  @ListQuery(apiRequestList, {
    description: `The last ${keptRequests} requests with each API key over HTTP, newest first, of at most ${requestLogDays} days. A request is listed about a second after its response.`,
  })
  apiRequests(context: RequestContext, request: ListRequest<ApiRequestFilter>): ApiRequestConnection {
    return readList(context, apiRequestList, request);
  }

  @FieldResolver(() => Int, {
    description: `The number of requests with the key on the last ${recentDays} days, today included. It is up to 30 seconds late.`,
  })
  recentRequests(
    @Root() { id }: ApiKey,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<number> {
    return batchOf(context, info.fieldNodes, '', () => createRequestCounts(context)).load(id);
  }

  @RequiresPermission('account')
  @Mutation(() => NewApiKey, {
    description: 'Creates an API key and returns its secret, this once. An account has at most 100 keys.',
  })
  createApiKey(
    @Arg('input', () => NewApiKeyInput, { description: 'The attributes of the key.' }) input: NewApiKeyInput,
    @Ctx() context: RequestContext,
  ): Promise<NewApiKey> {
    return createApiKey(context, input);
  }

  @RequiresPermission('account')
  @Mutation(() => ApiKey, { description: 'Changes an API key, from the next request on. Its secret stays the same.' })
  updateApiKey(
    @Arg('id', () => Int, { description: 'The id of the key.' }) id: number,
    @Arg('input', () => ApiKeyInput, { description: 'The attributes to change.' }) input: ApiKeyInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<ApiKey> {
    return updateApiKey(context, id, input, ifRevision);
  }

  @RequiresPermission('account')
  @Mutation(() => ApiKey, {
    description:
      'Revokes an API key: it is refused from the next request on. The last admin key can be revoked only if there is an admin user with a password.',
  })
  revokeApiKey(
    @Arg('id', () => Int, { description: 'The id of the key.' }) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<ApiKey> {
    return revokeApiKey(context, id, ifRevision);
  }
}
