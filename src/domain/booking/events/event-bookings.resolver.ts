import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { listCost } from '../../../platform/list-cost.js';
import { RequiresPermission } from '../../account/permissions.rules.js';
import type { RequestContext } from '../../context.js';
import { eventAvailability } from '../../event/event.actions.js';
import { Event, EventInput } from '../../event/event.entity.js';
import { ComputedField, createContextLoader } from '../../records/computed-field.js';
import { Booking } from '../booking.entity.js';
import { readOverlapsOfEvents, showsOverlaps } from '../placing/overlaps.queries.js';
import { deleteEvent, readAttendances, updateEvent } from './event-writes.actions.js';

/** Counts the people of an event's active bookings. One statement counts those of all events of the same tick. */
const countAttendances = createContextLoader(({ db, clock }, ids) => readAttendances(db, ids, clock.now()), 0);

const loadOverlaps = createContextLoader<Booking[], Booking[]>(readOverlapsOfEvents, []);

/** The fields and mutations of an event that read or write its bookings. */
@Resolver(() => Event)
export class EventBookingsResolver {
  @ComputedField(() => Int, { description: 'The number of people who may still attend.' })
  async availability({ id, capacity }: Event, context: RequestContext): Promise<number> {
    return eventAvailability(capacity, await countAttendances(context, id));
  }

  @ComputedField(() => Int, { description: 'The number of people who attend.' })
  nrOfAttendances({ id }: Event, context: RequestContext): Promise<number> {
    return countAttendances(context, id);
  }

  @ComputedField(() => [Booking], {
    nullable: true,
    complexity: listCost(2),
    description:
      'The other active bookings of the people who attend, at the same time with another resource, by time. Null if `personOverlaps` of the account is `OFF`, and for visitors.',
  })
  overlappingBookings({ id }: Event, context: RequestContext): Promise<Booking[]> | null {
    return showsOverlaps(context) ? loadOverlaps(context, id) : null;
  }

  @RequiresPermission('catalog')
  @Mutation(() => Event, { description: 'Updates an event, and the time, resource and service of its bookings.' })
  updateEvent(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => EventInput) input: EventInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Event> {
    return updateEvent(context, id, input, ifRevision);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Event, {
    description: 'Deletes an event and cancels its active bookings. It can still be read by id.',
  })
  deleteEvent(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Arg('ifAttendances', () => Int, {
      nullable: true,
      description:
        'The `nrOfAttendances` that was read. If it is another number by now, nothing changes and the code is `PRECONDITION_FAILED`. Default: the event is deleted however many people attend.',
    })
    ifAttendances: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Event> {
    return deleteEvent(context, id, { ifRevision, ifAttendances });
  }
}
