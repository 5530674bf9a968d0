import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import { RequiresPermission } from '../account/permission-check.js';
import type { RequestContext } from '../context.js';
import { PageArguments } from '../page.input.js';
import { restartFailedJob } from './failed-job.actions.js';
import { FailedJob, FailedJobConnection } from './failed-job.entity.js';
import { listFailedJobs } from './failed-job.queries.js';

@Resolver(() => FailedJob)
export class FailedJobResolver {
  @RequiresPermission('account')
  @Query(() => FailedJobConnection, {
    description: 'Background jobs that failed at their last attempt, newest first.',
  })
  failedJobs(
    @Arg('name', () => String, { nullable: true }) name: string | null | undefined,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): FailedJobConnection {
    return listFailedJobs(context, name, page);
  }

  @RequiresPermission('account')
  @Mutation(() => FailedJob, { description: 'Runs a failed job again, with all its attempts.' })
  restartFailedJob(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<FailedJob>> {
    return restartFailedJob(context, id);
  }
}
