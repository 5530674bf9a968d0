import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { readList } from '../records/list.js';
import { PageArguments } from '../records/page.input.js';
import { selectNodeJoins } from '../records/selection.js';
import { restartFailedJob } from './failed-job.actions.js';
import { FailedJob, FailedJobConnection } from './failed-job.entity.js';
import { FailedJobFilter, failedJobList, failedJobOrder } from './failed-job.queries.js';

@Resolver(() => FailedJob)
export class FailedJobResolver {
  @RequiresPermission('account')
  @Query(() => FailedJobConnection, {
    description: 'Background jobs that failed at their last attempt, newest first.',
  })
  failedJobs(
    @Arg('name', () => String, {
      nullable: true,
      description: 'Like `filter.name`, which takes precedence and is the default.',
    })
    name: string | null | undefined,
    @Arg('filter', () => FailedJobFilter, { defaultValue: {} }) given: FailedJobFilter,
    @Arg('order', () => failedJobOrder.type, { defaultValue: failedJobOrder.default }) order: string,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): FailedJobConnection {
    const filter = { ...given, name: given.name ?? name };
    return readList(context, failedJobList, { filter, order, page, joins: selectNodeJoins(info) });
  }

  @RequiresPermission('account')
  @Mutation(() => FailedJob, { description: 'Runs a failed job again, with all its attempts.' })
  restartFailedJob(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<FailedJob> {
    return restartFailedJob(context, id);
  }
}
