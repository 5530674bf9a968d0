import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { unpagedListCost } from '../records/connection.type.js';
import { readList } from '../records/list.js';
import { CursorArguments } from '../records/page.input.js';
import { selectNodeJoins } from '../records/selection.js';
import { createWebHook, deleteWebHook, updateWebHook } from './web-hook.actions.js';
import { WebHook, WebHookConnection, WebHookInput } from './web-hook.entity.js';
import { WebHookFilter, webHookList, webHookOrder } from './web-hook.queries.js';
import { deliveryWarning } from './web-hook.rules.js';

@Resolver(() => WebHook)
export class WebHookResolver {
  @RequiresPermission('webhooks')
  @Query(() => WebHook, { description: 'One webhook.' })
  webHook(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<WebHook> {
    return context.db.get(WebHook, id);
  }

  @RequiresPermission('webhooks')
  @Query(() => WebHookConnection, { complexity: unpagedListCost, description: 'The webhooks.' })
  webHooks(
    @Arg('filter', () => WebHookFilter, { defaultValue: {} }) filter: WebHookFilter,
    @Arg('order', () => webHookOrder.type, { defaultValue: webHookOrder.default }) order: string,
    @Args(() => CursorArguments) page: CursorArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): WebHookConnection {
    return readList(context, webHookList, { filter, order, page, joins: selectNodeJoins(info) });
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
