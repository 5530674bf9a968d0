import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { readList } from '../records/list.js';
import { PageArguments } from '../records/page.input.js';
import { selectNodeJoins } from '../records/selection.js';
import { createEvent } from './event.actions.js';
import { Event, EventConnection, EventInput } from './event.entity.js';
import { EventFilter, eventList, eventOrder, getEvent } from './event.queries.js';

@Resolver(() => Event)
export class EventResolver {
  @RequiresPermission('read')
  @Query(() => Event, { description: 'One event, deleted or not.' })
  event(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Event> {
    return getEvent(context, id);
  }

  @RequiresPermission('read')
  @Query(() => EventConnection, { description: 'The active events.' })
  events(
    @Arg('filter', () => EventFilter, { defaultValue: {} }) filter: EventFilter,
    @Arg('order', () => eventOrder.type, { defaultValue: eventOrder.default }) order: string,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): EventConnection {
    return readList(context, eventList, { filter, order, page, joins: selectNodeJoins(info) });
  }

  @RequiresPermission('catalog')
  @Mutation(() => Event, { description: 'Creates an event.' })
  createEvent(@Arg('input', () => EventInput) input: EventInput, @Ctx() context: RequestContext): Promise<Event> {
    return createEvent(context, input);
  }
}
