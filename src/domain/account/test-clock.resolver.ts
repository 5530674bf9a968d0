import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Instant } from '../../platform/scalars.js';
import type { RequestContext } from '../context.js';
import { RequiresPermission } from './permissions.rules.js';
import { advanceClock, getTestClock, TestClock } from './test-clock.actions.js';

@Resolver(() => TestClock)
export class TestClockResolver {
  @RequiresPermission('read')
  @Query(() => TestClock, { description: 'The clock of a sandbox. Other accounts have none: NOT_FOUND.' })
  testClock(@Ctx() context: RequestContext): Promise<TestClock> {
    return getTestClock(context);
  }

  @RequiresPermission('account')
  @Mutation(() => TestClock, {
    description:
      'Begins to advance the clock of a sandbox, by at most 2 years. All that is due on the way happens in order: holds expire, reminders and messages of templates are due. Query `testClock` until `isAdvancing` is false. Rejected on `to` or `by` for an account that is no sandbox.',
  })
  advanceClock(
    @Arg('to', () => Instant, { nullable: true, description: 'The time to advance to. Give this or `by`.' })
    to: Date | null | undefined,
    @Arg('by', () => String, {
      nullable: true,
      description:
        'The time by which to advance: a period in English such as `90 minutes` or `3 days`. Give this or `to`.',
    })
    by: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<TestClock> {
    return advanceClock(context, { to, by });
  }
}
