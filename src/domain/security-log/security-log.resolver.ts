import { Arg, Args, Ctx, FieldResolver, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { RelatedListArguments } from '../records/list.input.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { SecurityEvent } from '../security-event/security-event.entity.js';
import { Viewer } from '../user/viewer.resolver.js';
import {
  ownSecurityEventList,
  SecurityEventConnection,
  SecurityEventFilter,
  securityEventList,
} from './security-log.queries.js';

@Resolver(() => SecurityEvent)
export class SecurityLogResolver {
  @RequiresPermission('account')
  @ListQuery(securityEventList, {
    description:
      'The security log: who signed in or failed to, and who changed what decides on access, newest first. Entries are deleted after the days of `RETENTION_DAYS`.',
  })
  securityEvents(context: RequestContext, request: ListRequest<SecurityEventFilter>): SecurityEventConnection {
    return readList(context, securityEventList, request);
  }
}

/** Everybody may read what concerns themselves. */
@Resolver(() => Viewer)
export class ViewerSecurityLogResolver {
  @FieldResolver(() => SecurityEventConnection, {
    description: 'The entries of the security log about the user or the API key that makes the request, newest first.',
  })
  securityEvents(
    @Arg('filter', () => SecurityEventFilter, { defaultValue: {}, description: 'The conditions of the items.' })
    filter: SecurityEventFilter,
    @Arg('order', () => securityEventList.order.type, {
      defaultValue: securityEventList.order.default,
      description: 'The order of the items.',
    })
    order: string,
    @Args(() => RelatedListArguments) page: RelatedListArguments,
    @Ctx() context: RequestContext,
  ): SecurityEventConnection {
    return readList(context, ownSecurityEventList, { filter, order, page });
  }
}
