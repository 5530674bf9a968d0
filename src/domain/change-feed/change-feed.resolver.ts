import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { getChange, listChanges } from './change-feed.queries.js';
import { Change, ChangeFeed } from './change-feed.type.js';

@Resolver(() => Change)
export class ChangeResolver {
  @RequiresPermission('read')
  @Query(() => ChangeFeed, {
    description:
      'Changes after a cursor, in commit order. Without a cursor, the list starts with the oldest kept change; `latest` returns the cursor of the end of the log.',
    complexity: listCost(({ limit }) => Number(limit)),
  })
  changes(
    @Arg('after', () => String, {
      nullable: true,
      description: 'The cursor after which the changes begin, or `latest`. Defaults to the oldest kept change.',
    })
    after: string | null | undefined,
    @Arg('limit', () => Int, { defaultValue: 100, description: 'The number of changes that are read, from 1 to 100.' })
    limit: number,
    @Ctx() context: RequestContext,
  ): Promise<ChangeFeed> {
    return listChanges(context, after, limit);
  }

  @RequiresPermission('read')
  @Query(() => Change, { description: 'One change of the log.' })
  change(
    @Arg('cursor', () => String, { description: 'The cursor of the change.' }) cursor: string,
    @Ctx() context: RequestContext,
  ): Promise<Change> {
    return getChange(context, cursor);
  }
}
