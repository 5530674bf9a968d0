import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { getVisible } from '../records/record.rules.js';
import { createEvent } from './event.actions.js';
import { Event, EventConnection, EventInput } from './event.entity.js';
import { EventFilter, eventList } from './event.queries.js';

@Resolver(() => Event)
export class EventResolver {
  @RequiresPermission('read')
  @Query(() => Event, { description: 'One event, deleted or not.' })
  event(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Event> {
    return getVisible(context, Event, id);
  }

  @RequiresPermission('read')
  @ListQuery(eventList, { description: 'The active events.' })
  events(context: RequestContext, request: ListRequest<EventFilter>): EventConnection {
    return readList(context, eventList, request);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Event, { description: 'Creates an event.' })
  createEvent(@Arg('input', () => EventInput) input: EventInput, @Ctx() context: RequestContext): Promise<Event> {
    return createEvent(context, input);
  }
}
