import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import type { Stored } from '../../../platform/database/rows.js';
import { RequiresPermission } from '../../account/permission-check.js';
import { ComputedField } from '../../computed-field.js';
import type { RequestContext } from '../../context.js';
import { Event } from '../../event/event.entity.js';
import { EventInput } from '../../event/event.input.js';
import { eventAvailability } from '../../event/event.rules.js';
import { countAttendances } from './event-attendances.queries.js';
import { deleteEvent, updateEvent } from './event-writes.actions.js';

/** The fields and mutations of an event that read or write its bookings. */
@Resolver(() => Event)
export class EventBookingsResolver {
  @ComputedField(() => Int, { description: 'How many more people may attend.' })
  async availability({ id, capacity }: Event, context: RequestContext): Promise<number> {
    return eventAvailability(capacity, await countAttendances(context, id));
  }

  @ComputedField(() => Int, { description: 'How many people attend.' })
  nrOfAttendances({ id }: Event, context: RequestContext): Promise<number> {
    return countAttendances(context, id);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Event, { description: 'Updates an event, and the time, resource and service of its bookings.' })
  updateEvent(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => EventInput) input: EventInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Event>> {
    return updateEvent(context, id, input, ifRevision);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Event, {
    description: 'Deletes an event and cancels its active bookings. It can still be read by id.',
  })
  deleteEvent(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Event>> {
    return deleteEvent(context, id, ifRevision);
  }
}
