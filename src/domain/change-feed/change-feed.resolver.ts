import { Arg, Args, Ctx, Int, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { RequiresPermission } from '../account/permission-check.js';
import { Booking } from '../booking/booking.entity.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { PageArguments } from '../page.input.js';
import { Person } from '../person/person.entity.js';
import { getChange, listChanges, listHistory } from './change-feed.queries.js';
import { Change, ChangeConnection, ChangeFeed } from './change-feed.type.js';

@Resolver(() => Change)
export class ChangeResolver {
  @RequiresPermission('read')
  @Query(() => ChangeFeed, {
    description:
      'Changes after a cursor, in commit order. Without a cursor, the list starts with the oldest kept change; `latest` returns the cursor of the end of the log.',
    complexity: listCost(({ limit }) => Number(limit)),
  })
  changes(
    @Arg('after', () => String, { nullable: true }) after: string | null | undefined,
    @Arg('limit', () => Int, { defaultValue: 100 }) limit: number,
    @Ctx() context: RequestContext,
  ): Promise<ChangeFeed> {
    return listChanges(context, after, limit);
  }

  @RequiresPermission('read')
  @Query(() => Change)
  change(@Arg('cursor', () => String) cursor: string, @Ctx() context: RequestContext): Promise<Change> {
    return getChange(context, cursor);
  }

  @RequiresPermission('read')
  @Query(() => ChangeConnection, { description: 'Changes of a booking, oldest first.' })
  bookingHistory(
    @Arg('id', () => Int) id: number,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<ChangeConnection> {
    return listHistory(context, { name: 'bookingHistory', entity: Booking, objectType: 'booking' }, id, page);
  }

  @RequiresPermission('read')
  @Query(() => ChangeConnection, { description: 'Changes of a person, oldest first.' })
  personHistory(
    @Arg('id', () => Int) id: number,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<ChangeConnection> {
    return listHistory(context, { name: 'personHistory', entity: Person, objectType: 'person' }, id, page);
  }

  @RequiresPermission('read')
  @Query(() => ChangeConnection, { description: 'Changes of an event, oldest first.' })
  eventHistory(
    @Arg('id', () => Int) id: number,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): Promise<ChangeConnection> {
    return listHistory(context, { name: 'eventHistory', entity: Event, objectType: 'event' }, id, page);
  }
}
