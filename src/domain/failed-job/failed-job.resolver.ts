import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { restartFailedJob } from './failed-job.actions.js';
import { FailedJob, FailedJobConnection } from './failed-job.entity.js';
import { FailedJobFilter, failedJobList } from './failed-job.queries.js';

@Resolver(() => FailedJob)
export class FailedJobResolver {
  @RequiresPermission('account')
  @ListQuery(failedJobList, { description: 'Background jobs that failed at their last attempt, newest first.' })
  failedJobs(
    context: RequestContext,
    request: ListRequest<FailedJobFilter>,
    @Arg('name', () => String, {
      nullable: true,
      description: 'Like `filter.name`, which takes precedence and is the default.',
    })
    name: string | null | undefined,
  ): FailedJobConnection {
    const filter = { ...request.filter, name: request.filter.name ?? name };
    return readList(context, failedJobList, { ...request, filter });
  }

  @RequiresPermission('account')
  @Mutation(() => FailedJob, { description: 'Runs a failed job again, with all its attempts.' })
  restartFailedJob(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<FailedJob> {
    return restartFailedJob(context, id);
  }
}
