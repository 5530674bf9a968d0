import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, ArgsType, Ctx, Field, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { unpagedListCost } from '../records/connection.type.js';
import { readList } from '../records/list.js';
import { CursorArguments } from '../records/page.input.js';
import { selectNodeJoins } from '../records/selection.js';
import { calendarFeedList } from './calendar.queries.js';
import { type CalendarOwner, createCalendarFeed, revokeCalendarFeed } from './calendar-feed.actions.js';
import { CalendarFeed, CalendarFeedConnection, NewCalendarFeed } from './calendar-feed.entity.js';

@ArgsType()
class CalendarOwnerArguments implements CalendarOwner {
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
}

import { CalendarFeedFilter, calendarFeedOrder } from './calendar.queries.js';

@Resolver(() => CalendarFeed)
export class CalendarFeedResolver {
  @RequiresPermission('calendars')
  @Query(() => CalendarFeedConnection, {
    description:
      'Calendar feeds that are not revoked, without their secret URLs. A condition that is left out does not restrict.',
    complexity: unpagedListCost,
  })
  calendarFeeds(
    @Args(() => CalendarOwnerArguments) owner: CalendarOwnerArguments,
    @Arg('filter', () => CalendarFeedFilter, { defaultValue: {} }) given: CalendarFeedFilter,
    @Arg('order', () => calendarFeedOrder.type, { defaultValue: calendarFeedOrder.default }) order: string,
    @Args(() => CursorArguments) page: CursorArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): CalendarFeedConnection {
    const filter = {
      ...given,
      resourceId: given.resourceId ?? owner.resourceId,
      personId: given.personId ?? owner.personId,
    };
    return readList(context, calendarFeedList, { filter, order, page, joins: selectNodeJoins(info) });
  }

  @RequiresPermission('calendars')
  @Mutation(() => NewCalendarFeed, {
    description: 'Creates a secret URL from which calendar apps read the bookings of a resource or a person.',
  })
  createCalendarFeed(
    @Arg('resourceId', () => Int, {
      nullable: true,
      description: 'The resource whose calendar it is. Not together with a person.',
    })
    resourceId: number | null | undefined,
    @Arg('personId', () => Int, {
      nullable: true,
      description: 'The person whose calendar it is. Not together with a resource.',
    })
    personId: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<NewCalendarFeed> {
    return createCalendarFeed(context, { resourceId, personId });
  }

  @RequiresPermission('calendars')
  @Mutation(() => CalendarFeed, { description: 'Revokes a calendar feed: its URL stops working.' })
  revokeCalendarFeed(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<CalendarFeed> {
    return revokeCalendarFeed(context, id);
  }
}
