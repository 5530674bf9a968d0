import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Instant } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { DeliveryArguments, deliveryList, WebHookDeliveryFilter } from './web-hook.queries.js';
import { resendDelivery } from './web-hook-delivery.actions.js';
import {
  DeliveryAttempt,
  DeliveryState,
  WebHookDelivery,
  WebHookDeliveryConnection,
} from './web-hook-delivery.entity.js';
import { DeliveryWait, loadWait } from './web-hook-delivery-wait.js';

@Resolver(() => WebHookDelivery)
export class WebHookDeliveryResolver {
  @RequiresPermission('webhooks')
  @Query(() => WebHookDelivery, { description: 'One delivery to a webhook.' })
  webHookDelivery(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<WebHookDelivery> {
    return context.db.get(WebHookDelivery, id);
  }

  @RequiresPermission('webhooks')
  @ListQuery(deliveryList, { description: 'Deliveries to webhooks, sent and pending, newest first.' })
  webHookDeliveries(
    context: RequestContext,
    { filter: given, ...request }: ListRequest<WebHookDeliveryFilter>,
    @Args(() => DeliveryArguments) { webHookId, state }: DeliveryArguments,
  ): WebHookDeliveryConnection {
    const filter = { ...given, webHookId: given.webHookId ?? webHookId, state: given.state ?? state };
    return readList(context, deliveryList, { ...request, filter });
  }

  @RequiresPermission('webhooks')
  @Mutation(() => WebHookDelivery, { description: 'Resends a delivery that has failed or succeeded.' })
  resendWebHookDelivery(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<WebHookDelivery> {
    return resendDelivery(context, id);
  }

  @ComputedField(() => DeliveryWait, {
    nullable: true,
    description: 'The reason why it is not made now. Null if it is not pending.',
  })
  waitsFor({ id, state }: WebHookDelivery, context: RequestContext): Promise<DeliveryWait | null> | null {
    return state === DeliveryState.PENDING ? loadWait(context, id) : null;
  }

  @ComputedField(() => Instant, {
    nullable: true,
    description: 'The former name of `nextAttemptAt`.',
    deprecationReason: 'Use `nextAttemptAt`.',
  })
  nextTryAt({ nextAttemptAt }: WebHookDelivery): WebHookDelivery['nextAttemptAt'] {
    return nextAttemptAt;
  }
}

@Resolver(() => DeliveryAttempt)
export class DeliveryAttemptResolver {
  @ComputedField(() => Instant, { description: 'When it was made.' })
  at({ at }: DeliveryAttempt): Date {
    return new Date(at);
  }
}
