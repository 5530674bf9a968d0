import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import { CalendarSource } from '../calendar-source/calendar-source.entity.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import {
  CalendarEntryState,
  CalendarSourceEntry,
  CalendarSourceEntryConnection,
} from './calendar-source-entry.entity.js';
import { CalendarSourceEntryFilter, calendarSourceEntryList } from './calendar-source-entry.queries.js';
import { CalendarEntryCounts, CalendarEntryWait, loadCounts, loadWait } from './calendar-source-entry-wait.js';
import { resendEntry } from './resend-entry.actions.js';

@Resolver(() => CalendarSourceEntry)
export class CalendarSourceEntryResolver {
  @RequiresPermission('calendars')
  @ListQuery(calendarSourceEntryList, {
    description: 'The entries of bookings and events in calendars of other programs, newest first.',
  })
  async calendarSourceEntries(
    context: RequestContext,
    request: ListRequest<CalendarSourceEntryFilter>,
    @Arg('calendarSourceId', () => Int, {
      nullable: true,
      description: 'The calendar, which must exist. `filter.calendarSourceId` takes precedence.',
    })
    calendarSourceId: number | null | undefined,
  ): Promise<CalendarSourceEntryConnection> {
    if (typeof calendarSourceId === 'number') await context.db.get(CalendarSource, calendarSourceId);
    const filter = { calendarSourceId, ...request.filter };
    return readList(context, calendarSourceEntryList, { ...request, filter });
  }

  @RequiresPermission('calendars')
  @Mutation(() => CalendarSourceEntry, {
    description: 'Writes an entry again, whatever its state, also if its calendar waits after failures.',
  })
  resendCalendarSourceEntry(
    @Arg('id', () => Int) id: number,
    @Ctx() context: RequestContext,
  ): Promise<CalendarSourceEntry> {
    return resendEntry(context, id);
  }

  @ComputedField(() => CalendarEntryWait, {
    nullable: true,
    description: 'The reason why it is not written now. Null if it is not pending.',
  })
  waitsFor({ id, state }: CalendarSourceEntry, context: RequestContext): Promise<CalendarEntryWait | null> | null {
    return state === CalendarEntryState.PENDING ? loadWait(context, id) : null;
  }
}

@Resolver(() => CalendarSource)
export class CalendarTargetResolver {
  @ComputedField(() => CalendarEntryCounts, {
    description: 'The numbers of bookings and events that are not over and were written into `target`, or wait for it.',
  })
  entryCounts({ id }: CalendarSource, context: RequestContext): Promise<CalendarEntryCounts> {
    return loadCounts(context, id);
  }
}
