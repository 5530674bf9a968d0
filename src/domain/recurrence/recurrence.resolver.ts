import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { Uuid } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import { Booking, BookingConnection } from '../booking/booking.entity.js';
import { BookingFilter, BookingInput, CreateOptions, NewBookingInput, WriteOptions } from '../booking/booking.input.js';
import { bookingList } from '../booking/booking.queries.js';
import { MessageChoice } from '../booking/messages/message-choice.input.js';
import { bulkCost } from '../bulk/bulk.type.js';
import type { RequestContext } from '../context.js';
import { Event, EventConnection, EventInput } from '../event/event.entity.js';
import { EventFilter, eventList } from '../event/event.queries.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { ListQuery, type ListRequest } from '../records/list.js';
import { deleteRecurringEvents, updateRecurringBookings, updateRecurringEvents } from './change-series.actions.js';
import { addLeftOutBooking, addLeftOutEvent } from './left-out-dates.actions.js';
import {
  cancelRecurringBookings,
  createRecurringBookings,
  createRecurringEvents,
  deleteRecurringBookings,
} from './recurrence.actions.js';
import { LeftOutDateInput, RecurrenceInput, SeriesArguments } from './recurrence.input.js';
import {
  findLeftOutDates,
  getSeriesProgress,
  LeftOutDate,
  listRecurringBookings,
  listRecurringEvents,
  SeriesProgress,
} from './recurrence.queries.js';

const returnsCollection = 'Returns the id of the collection.';

@Resolver()
export class RecurrenceResolver {
  @RequiresPermission('read')
  @ListQuery(bookingList, { description: 'The bookings of a collection; by default those that are not deleted.' })
  recurringBookings(
    context: RequestContext,
    request: ListRequest<BookingFilter>,
    @Arg('collectionId', () => Uuid) collectionId: string,
  ): Promise<BookingConnection> {
    return listRecurringBookings(context, collectionId, request);
  }

  @RequiresPermission('read')
  @ListQuery(eventList, { description: 'The events of a collection.' })
  recurringEvents(
    context: RequestContext,
    request: ListRequest<EventFilter>,
    @Arg('collectionId', () => Uuid) collectionId: string,
  ): Promise<EventConnection> {
    return listRecurringEvents(context, collectionId, request);
  }

  @RequiresPermission('read')
  @Query(() => SeriesProgress, {
    description:
      'The progress of the creation of a series of bookings or events and its revision, by the id of its collection.',
  })
  seriesProgress(
    @Arg('collectionId', () => Uuid) collectionId: string,
    @Ctx() context: RequestContext,
  ): Promise<SeriesProgress> {
    return getSeriesProgress(context, collectionId);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Uuid, {
    description: `Creates the first booking of a pattern. The others are created in the background, apart from those that are invalid. ${returnsCollection}`,
  })
  createRecurringBookings(
    @Arg('input', () => NewBookingInput) input: NewBookingInput,
    @Arg('recurrence', () => RecurrenceInput) recurrence: RecurrenceInput,
    @Args(() => CreateOptions) options: CreateOptions,
    @Ctx() context: RequestContext,
  ): Promise<string> {
    return createRecurringBookings(context, input, options, recurrence);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Uuid, {
    description:
      'Changes bookings of a collection in one transaction, or none: `occurrences` of the error has the errors of each booking under its id. Given attributes replace those of each booking, others stay. Returns the id of the collection of the changed bookings.',
    complexity: bulkCost,
  })
  updateRecurringBookings(
    @Args(() => SeriesArguments) series: SeriesArguments,
    @Arg('input', () => BookingInput) input: BookingInput,
    @Args(() => WriteOptions) options: WriteOptions,
    @Ctx() context: RequestContext,
  ): Promise<string> {
    return updateRecurringBookings(context, series, input, options);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Uuid, {
    description:
      'Changes events of a collection with their bookings in one transaction, or none: `occurrences` of the error has the errors of each event under its id. Returns the id of the collection of the changed events.',
    complexity: bulkCost,
  })
  updateRecurringEvents(
    @Args(() => SeriesArguments) series: SeriesArguments,
    @Arg('input', () => EventInput) input: EventInput,
    @Ctx() context: RequestContext,
  ): Promise<string> {
    return updateRecurringEvents(context, series, input);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, {
    description:
      'Books a date that a series left out, with the same checks as any new booking. The booking is one of the series, and the date no longer one that was left out.',
  })
  addLeftOutBooking(
    @Arg('collectionId', () => Uuid, { description: 'The id of the collection.' }) collectionId: string,
    @Arg('date', () => LeftOutDateInput, { description: 'The date to add.' }) date: LeftOutDateInput,
    @Arg('input', () => BookingInput, {
      defaultValue: {},
      description:
        'The attributes that differ from the other bookings of the series, such as the resource or the time.',
    })
    input: BookingInput,
    @Args(() => CreateOptions) options: CreateOptions,
    @Ctx() context: RequestContext,
  ): Promise<Booking> {
    return addLeftOutBooking(context, collectionId, date, input, options);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Event, {
    description:
      'Adds a date that a series of events left out, with the same checks as any new event. The event is one of the series, and the date no longer one that was left out.',
  })
  addLeftOutEvent(
    @Arg('collectionId', () => Uuid, { description: 'The id of the collection.' }) collectionId: string,
    @Arg('date', () => LeftOutDateInput, { description: 'The date to add.' }) date: LeftOutDateInput,
    @Arg('input', () => EventInput, {
      defaultValue: {},
      description: 'The attributes that differ from the other events of the series, such as the resource or the time.',
    })
    input: EventInput,
    @Ctx() context: RequestContext,
  ): Promise<Event> {
    return addLeftOutEvent(context, collectionId, date, input);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Uuid, {
    description: `Cancels the active bookings of a collection, and creates no more. ${returnsCollection}`,
  })
  cancelRecurringBookings(
    @Arg('collectionId', () => Uuid) collectionId: string,
    @Arg('messages', () => MessageChoice, { defaultValue: {} }) messages: MessageChoice,
    @Ctx() context: RequestContext,
  ): Promise<string> {
    return cancelRecurringBookings(context, collectionId, messages);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Uuid, {
    description: `Deletes all bookings of a collection, and creates no more. ${returnsCollection}`,
  })
  deleteRecurringBookings(
    @Arg('collectionId', () => Uuid) collectionId: string,
    @Arg('messages', () => MessageChoice, { defaultValue: {} }) messages: MessageChoice,
    @Ctx() context: RequestContext,
  ): Promise<string> {
    return deleteRecurringBookings(context, collectionId, messages);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Uuid, {
    description: `Deletes events of a collection that are not over, and cancels their active bookings, in one transaction. Creates no more of them. ${returnsCollection}`,
    complexity: bulkCost,
  })
  deleteRecurringEvents(
    @Args(() => SeriesArguments) series: SeriesArguments,
    @Arg('ifAttendances', () => Int, {
      nullable: true,
      description:
        'The sum of `nrOfAttendances` that was read of the events that are deleted. If it is another number by now, nothing changes and the code is `PRECONDITION_FAILED`. Default: the events are deleted however many people attend.',
    })
    ifAttendances: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<string> {
    return deleteRecurringEvents(context, series, ifAttendances);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Uuid, {
    description: `Creates the first event of a pattern. The others are created in the background. ${returnsCollection}`,
  })
  createRecurringEvents(
    @Arg('input', () => EventInput) input: EventInput,
    @Arg('recurrence', () => RecurrenceInput) recurrence: RecurrenceInput,
    @Ctx() context: RequestContext,
  ): Promise<string> {
    return createRecurringEvents(context, input, recurrence);
  }
}

const loadLeftOut = createContextLoader<LeftOutDate[], LeftOutDate[]>(findLeftOutDates, []);

@Resolver(() => Booking)
export class BookingSeriesResolver {
  @ComputedField(() => [LeftOutDate], {
    description: 'The dates that were left out of its series, in their order. Empty if it is not part of one.',
    complexity: listCost(10),
  })
  leftOut({ id, collectionId }: Booking, context: RequestContext): LeftOutDate[] | Promise<LeftOutDate[]> {
    return collectionId === null ? [] : loadLeftOut(context, id);
  }
}
