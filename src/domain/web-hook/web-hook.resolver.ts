import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { type ListRequest, readList } from '../records/list.js';
import { ListQuery } from '../records/list-query.js';
import { createWebHook, deleteWebHook, updateWebHook } from './web-hook.actions.js';
import { WebHook, WebHookConnection, WebHookInput } from './web-hook.entity.js';
import { WebHookFilter, webHookList } from './web-hook.queries.js';
import { deliveryWarning } from './web-hook.rules.js';

@Resolver(() => WebHook)
export class WebHookResolver {
  @RequiresPermission('webhooks')
  @Query(() => WebHook, { description: 'One webhook.' })
  webHook(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<WebHook> {
    return context.db.get(WebHook, id);
  }

  @RequiresPermission('webhooks')
  @ListQuery(webHookList, { isWhole: true, description: 'The webhooks.' })
  webHooks(context: RequestContext, request: ListRequest<WebHookFilter>): WebHookConnection {
    return readList(context, webHookList, request);
  }

  @ComputedField(() => String, {
    nullable: true,
    description: 'Why nothing is delivered, if the target is an address to which this server does not send.',
  })
  warning(webHook: WebHook, { allowsPrivateTargets = false }: RequestContext): string | null {
    return deliveryWarning(webHook, allowsPrivateTargets);
  }

  @RequiresPermission('webhooks')
  @Mutation(() => WebHook, { description: 'Creates a webhook.' })
  createWebHook(
    @Arg('input', () => WebHookInput) input: WebHookInput,
    @Ctx() context: RequestContext,
  ): Promise<WebHook> {
    return createWebHook(context, input);
  }

  @RequiresPermission('webhooks')
  @Mutation(() => WebHook, { description: 'Changes a webhook.' })
  updateWebHook(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => WebHookInput) input: WebHookInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<WebHook> {
    return updateWebHook(context, id, input, ifRevision);
  }

  @RequiresPermission('webhooks')
  @Mutation(() => WebHook, { description: 'Deletes a webhook with its deliveries.' })
  deleteWebHook(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<WebHook> {
    return deleteWebHook(context, id, ifRevision);
  }
}
