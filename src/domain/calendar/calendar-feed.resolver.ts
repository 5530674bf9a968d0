import { Arg, Args, ArgsType, Ctx, Field, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import { RequiresPermission } from '../account/permission-check.js';
import { unpagedListCost } from '../connection.js';
import type { RequestContext } from '../context.js';
import { type CalendarOwner, createCalendarFeed, revokeCalendarFeed } from './calendar-feed.actions.js';
import { CalendarFeed, CalendarFeedConnection, NewCalendarFeed } from './calendar-feed.entity.js';
import { listCalendarFeeds } from './calendar-feed.queries.js';

@ArgsType()
class CalendarOwnerArguments implements CalendarOwner {
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
}

@Resolver(() => CalendarFeed)
export class CalendarFeedResolver {
  @RequiresPermission('calendars')
  @Query(() => CalendarFeedConnection, {
    description: 'The addresses that are good, without their secrets.',
    complexity: unpagedListCost,
  })
  calendarFeeds(
    @Args(() => CalendarOwnerArguments) owner: CalendarOwnerArguments,
    @Ctx() context: RequestContext,
  ): CalendarFeedConnection {
    return listCalendarFeeds(context, owner);
  }

  @RequiresPermission('calendars')
  @Mutation(() => NewCalendarFeed, {
    description: 'A secret address at which calendar programs read the bookings of a resource, or of a person.',
  })
  createCalendarFeed(
    @Args(() => CalendarOwnerArguments) owner: CalendarOwnerArguments,
    @Ctx() context: RequestContext,
  ): Promise<NewCalendarFeed> {
    return createCalendarFeed(context, owner);
  }

  @RequiresPermission('calendars')
  @Mutation(() => CalendarFeed, { description: 'The address is good no longer.' })
  revokeCalendarFeed(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<CalendarFeed>> {
    return revokeCalendarFeed(context, id);
  }
}
