import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import { RequiresPermission } from '../account/permission-check.js';
import type { RequestContext } from '../context.js';
import { PageArguments } from '../page.input.js';
import { createEvent } from './event.actions.js';
import { Event, EventConnection } from './event.entity.js';
import { EventFilter, EventInput, EventOrder } from './event.input.js';
import { getEvent, listEvents } from './event.queries.js';

@Resolver(() => Event)
export class EventResolver {
  @RequiresPermission('read')
  @Query(() => Event)
  event(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<Event>> {
    return getEvent(context, id);
  }

  @RequiresPermission('read')
  @Query(() => EventConnection)
  events(
    @Arg('filter', () => EventFilter, { defaultValue: {} }) filter: EventFilter,
    @Arg('order', () => EventOrder, { defaultValue: EventOrder.STARTS_AT }) order: EventOrder,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): EventConnection {
    return listEvents(context, filter, order, page);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Event)
  createEvent(
    @Arg('input', () => EventInput) input: EventInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Event>> {
    return createEvent(context, input);
  }
}
