import { Arg, Args, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import type { RequestContext } from '../context.js';
import { PageArguments } from '../page.input.js';
import { Requires } from '../permission-check.js';
import { createEvent, deleteEvent, updateEvent } from './event.actions.js';
import { Event, EventConnection } from './event.entity.js';
import { EventFilter, EventInput, EventOrder } from './event.input.js';
import { countAttendances, getEvent, listEvents } from './event.queries.js';
import { eventAvailability } from './event.rules.js';

@Resolver(() => Event)
export class EventResolver {
  @FieldResolver(() => Int, { description: 'How many more people may attend.' })
  async availability(@Root() { id, capacity }: Event, @Ctx() context: RequestContext): Promise<number> {
    return eventAvailability(capacity, await countAttendances(context, id));
  }

  @FieldResolver(() => Int, { description: 'How many people attend.' })
  nrOfAttendances(@Root() { id }: Event, @Ctx() context: RequestContext): Promise<number> {
    return countAttendances(context, id);
  }

  @Query(() => Event)
  event(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<Event>> {
    return getEvent(context, id);
  }

  @Query(() => EventConnection)
  events(
    @Arg('filter', () => EventFilter, { defaultValue: {} }) filter: EventFilter,
    @Arg('order', () => EventOrder, { defaultValue: EventOrder.STARTS_AT }) order: EventOrder,
    @Args(() => PageArguments) page: PageArguments,
    @Ctx() context: RequestContext,
  ): EventConnection {
    return listEvents(context, filter, order, page);
  }

  @Requires('catalog')
  @Mutation(() => Event)
  createEvent(
    @Arg('input', () => EventInput) input: EventInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Event>> {
    return createEvent(context, input);
  }

  @Requires('catalog')
  @Mutation(() => Event, { description: 'Its bookings follow.' })
  updateEvent(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => EventInput) input: EventInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Event>> {
    return updateEvent(context, id, input);
  }

  @Requires('catalog')
  @Mutation(() => Event, { description: 'Cancels its active bookings. It is still read by id, but not listed.' })
  deleteEvent(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<Event>> {
    return deleteEvent(context, id);
  }
}
