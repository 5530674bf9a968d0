import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { Period } from '../records/period.input.js';
import { createCalendarSource, deleteCalendarSource, updateCalendarSource } from './calendar-source.actions.js';
import { CalendarSource, CalendarSourceConnection, CalendarSourceInput } from './calendar-source.entity.js';
import { CalendarSourceFilter, calendarSourceList } from './calendar-source.queries.js';
import { maxSources } from './calendar-source.rules.js';
import { ExternalBusyTime, listExternalBusyTimes, maxBusyTimes } from './external-busy.queries.js';
import { readNow } from './refresh-calendars.actions.js';
import { listServerCalendars, maxListed, ServerCalendarConnection } from './server-calendars.queries.js';

@Resolver(() => CalendarSource)
export class CalendarSourceResolver {
  @RequiresPermission('calendars')
  @Query(() => CalendarSource, { description: 'One calendar of another program.' })
  calendarSource(@Arg('id', () => Int) id: number, @Ctx() { db }: RequestContext): Promise<CalendarSource> {
    return db.get(CalendarSource, id);
  }

  @RequiresPermission('calendars')
  @ListQuery(calendarSourceList, {
    isWhole: true,
    description: 'The calendars of other programs whose entries occupy resources.',
  })
  calendarSources(context: RequestContext, request: ListRequest<CalendarSourceFilter>): CalendarSourceConnection {
    return readList(context, calendarSourceList, request);
  }

  @RequiresPermission('calendars')
  @Query(() => ServerCalendarConnection, {
    description: `The first ${maxListed} calendars of the user on the server of a CalDAV calendar, by name. The server is asked for them at once, for at most 10 seconds.`,
    complexity: listCost(maxListed),
  })
  calendarsOfSource(
    @Arg('id', () => Int) id: number,
    @Ctx() context: RequestContext,
  ): Promise<ServerCalendarConnection> {
    return listServerCalendars(context, id);
  }

  @RequiresPermission('calendars')
  @Mutation(() => CalendarSource, {
    description: `Adds a calendar of another program to a resource, which can have ${maxSources}. It is read within seconds.`,
  })
  createCalendarSource(
    @Arg('input', () => CalendarSourceInput) input: CalendarSourceInput,
    @Ctx() context: RequestContext,
  ): Promise<CalendarSource> {
    return createCalendarSource(context, input);
  }

  @RequiresPermission('calendars')
  @Mutation(() => CalendarSource, {
    description: 'Changes a calendar of another program. With another address it is read anew.',
  })
  updateCalendarSource(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => CalendarSourceInput) input: CalendarSourceInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<CalendarSource> {
    return updateCalendarSource(context, id, input, ifRevision);
  }

  @RequiresPermission('calendars')
  @Mutation(() => CalendarSource, { description: 'Removes a calendar of another program, and frees its times.' })
  deleteCalendarSource(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<CalendarSource> {
    return deleteCalendarSource(context, id, ifRevision);
  }

  @RequiresPermission('calendars')
  @Mutation(() => CalendarSource, {
    description:
      'Reads a calendar of another program now, and returns it when it was read. Does nothing while it is being read, and for one that is paused or was read in the last 10 seconds.',
  })
  readCalendarSource(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<CalendarSource> {
    return readNow(context, id);
  }
}

@Resolver()
export class ExternalBusyResolver {
  @RequiresPermission('read')
  @Query(() => [ExternalBusyTime], {
    description: `When calendars of other programs occupy resources, by start: the first ${maxBusyTimes} times of a period of at most 62 days.`,
    complexity: listCost(maxBusyTimes),
  })
  externalBusyTimes(
    @Arg('during', () => Period, { description: 'The period that the times overlap.' }) during: Period,
    @Arg('resourceIds', () => [Int], { nullable: true, description: 'All active resources by default.' })
    resourceIds: number[] | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<ExternalBusyTime[]> {
    return listExternalBusyTimes(context, during, resourceIds);
  }
}
