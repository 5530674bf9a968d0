import { Arg, Args, ArgsType, Ctx, Field, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import { RequiresPermission } from '../account/permission-check.js';
import type { RequestContext } from '../context.js';
import { PageArguments } from '../page.input.js';
import { resendDelivery } from './web-hook-delivery.actions.js';
import { DeliveryState, WebHookDelivery, WebHookDeliveryConnection } from './web-hook-delivery.entity.js';
import { type DeliveryFilter, getDelivery, listDeliveries } from './web-hook-delivery.queries.js';

@ArgsType()
class DeliveryArguments extends PageArguments implements DeliveryFilter {
  @Field(() => Int, { nullable: true }) webHookId?: number | null;
  @Field(() => DeliveryState, { nullable: true }) state?: DeliveryState | null;
}

@Resolver(() => WebHookDelivery)
export class WebHookDeliveryResolver {
  @RequiresPermission('webhooks')
  @Query(() => WebHookDelivery)
  webHookDelivery(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<WebHookDelivery>> {
    return getDelivery(context, id);
  }

  @RequiresPermission('webhooks')
  @Query(() => WebHookDeliveryConnection, { description: 'Deliveries to webhooks, sent and pending, newest first.' })
  webHookDeliveries(
    @Args(() => DeliveryArguments) request: DeliveryArguments,
    @Ctx() context: RequestContext,
  ): WebHookDeliveryConnection {
    return listDeliveries(context, request, request);
  }

  @RequiresPermission('webhooks')
  @Mutation(() => WebHookDelivery, { description: 'Resends a delivery that has failed or succeeded.' })
  resendWebHookDelivery(
    @Arg('id', () => Int) id: number,
    @Ctx() context: RequestContext,
  ): Promise<Stored<WebHookDelivery>> {
    return resendDelivery(context, id);
  }
}
