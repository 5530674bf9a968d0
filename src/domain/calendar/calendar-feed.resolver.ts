import { Arg, Args, ArgsType, Ctx, Field, Int, Mutation, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { CalendarFeedFilter, calendarFeedList } from './calendar.queries.js';
import { type CalendarOwner, createCalendarFeed, revokeCalendarFeed } from './calendar-feed.actions.js';
import { CalendarFeed, CalendarFeedConnection, NewCalendarFeed } from './calendar-feed.entity.js';

@ArgsType()
class CalendarOwnerArguments implements CalendarOwner {
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
}

@Resolver(() => CalendarFeed)
export class CalendarFeedResolver {
  @RequiresPermission('calendars')
  @ListQuery(calendarFeedList, {
    isWhole: true,
    description:
      'Calendar feeds that are not revoked, without their secret URLs. A condition that is left out does not restrict.',
  })
  calendarFeeds(
    context: RequestContext,
    { filter: given, ...request }: ListRequest<CalendarFeedFilter>,
    @Args(() => CalendarOwnerArguments) owner: CalendarOwnerArguments,
  ): CalendarFeedConnection {
    const filter = {
      ...given,
      resourceId: given.resourceId ?? owner.resourceId,
      personId: given.personId ?? owner.personId,
    };
    return readList(context, calendarFeedList, { ...request, filter });
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
    @Arg('guardianId', () => Int, {
      nullable: true,
      description:
        'The guardian of the person who gets the URL: it shows nothing once that one may no longer act for the person. By default the URL is for the person itself.',
    })
    guardianId: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<NewCalendarFeed> {
    return createCalendarFeed(context, { resourceId, personId, guardianId });
  }

  @RequiresPermission('calendars')
  @Mutation(() => CalendarFeed, { description: 'Revokes a calendar feed: its URL stops working.' })
  revokeCalendarFeed(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<CalendarFeed> {
    return revokeCalendarFeed(context, id);
  }
}
