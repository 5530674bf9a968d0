import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { changeLogDays } from '../../outbox/trim-change-log.js';
import { Instant } from '../../platform/scalars.js';
import { hasPermission, RequiresPermission } from '../account/permissions.rules.js';
import { maxOverlapHours, overlapDescription } from '../account/secret-rotation.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { RecordMutations } from '../records/record-writes.js';
import { webHookWrites } from './web-hook.actions.js';
import { WebHook, WebHookConnection, WebHookInput } from './web-hook.entity.js';
import { WebHookFilter, webHookList } from './web-hook.queries.js';
import { deliveryWarning } from './web-hook.rules.js';
import { WebHookDelivery } from './web-hook-delivery.entity.js';
import { maxReplayed, replayWebHook, WebHookReplay } from './web-hook-replay.actions.js';
import { openOwnSecret, rotateWebHookSecret } from './web-hook-secret.actions.js';
import { testWebHook } from './web-hook-test.actions.js';

@Resolver(() => WebHook)
@RecordMutations(webHookWrites, {
  permission: RequiresPermission('webhooks'),
  entity: WebHook,
  input: WebHookInput,
  descriptions: {
    create: 'Creates a webhook with a secret of its own, which `secret` returns.',
    update: 'Changes a webhook.',
    delete: 'Deletes a webhook with its deliveries.',
  },
})
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
    description: 'The reason why nothing is delivered, if the target is an address to which this server does not send.',
  })
  warning(webHook: WebHook, { allowsPrivateTargets = false }: RequestContext): string | null {
    return deliveryWarning(webHook, allowsPrivateTargets);
  }

  @ComputedField(() => String, {
    nullable: true,
    description:
      'The secret that signs its deliveries (`webhook-signature` of Standard Webhooks), such as `whsec_…`. Null if it was created by an earlier version and not rotated since: the secret of the account signs alone. Null unless the role may read webhooks.',
  })
  secret(webHook: WebHook, { db, actor }: RequestContext): string | null {
    return hasPermission(actor, 'webhooks') ? openOwnSecret(db, webHook) : null;
  }

  @RequiresPermission('webhooks')
  @Mutation(() => WebHook, {
    description:
      'Gives a webhook a new secret, which `secret` returns. During the overlap, deliveries have the signatures of both. A rotation within the overlap of another one takes only `overlapHours: 0`.',
  })
  rotateWebHookSecret(
    @Arg('id', () => Int) id: number,
    @Arg('overlapHours', () => Int, { defaultValue: maxOverlapHours, description: overlapDescription })
    overlapHours: number,
    @Ctx() context: RequestContext,
  ): Promise<WebHook> {
    return rotateWebHookSecret(context, id, overlapHours);
  }

  @RequiresPermission('webhooks')
  @Mutation(() => WebHookDelivery, {
    description:
      'Sends a test event to a webhook, whatever events it gets. It is signed, retried and listed like others; its payload has `"test": true` and the event `web_hook.test`.',
  })
  testWebHook(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<WebHookDelivery> {
    return testWebHook(context, id);
  }

  @RequiresPermission('webhooks')
  @Mutation(() => WebHookReplay, {
    description: `Sends the changes of a period of the last ${changeLogDays} days to a webhook, in the order of the log: again, or for the first time if it missed them. Those that were delivered before have the same idempotency id. One call plans at most ${maxReplayed} deliveries.`,
  })
  replayWebHook(
    @Arg('id', () => Int) id: number,
    @Arg('since', () => Instant, { nullable: true, description: 'The time of the first changes. Required.' })
    since: Date | null | undefined,
    @Arg('until', () => Instant, {
      nullable: true,
      description: 'The end of the period: changes from this time on are left out. Now by default.',
    })
    until: Date | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'The `cursor` of the call before, for the next part.' })
    after: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<WebHookReplay> {
    return replayWebHook(context, id, { since, until, after });
  }
}
