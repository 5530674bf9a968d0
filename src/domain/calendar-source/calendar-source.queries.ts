import { Field, InputType, Int } from 'type-graphql';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { CalendarSource, CalendarSourceConnection } from './calendar-source.entity.js';

const calendarSourceOrder = createListOrder('CalendarSourceOrder', { ID: byId }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class CalendarSourceFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the calendars of this resource.' })
  resourceId?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Returns calendars that are read, or that are not.' })
  active?: boolean | null;
}

export const calendarSourceList: List<CalendarSource, CalendarSourceFilter, CalendarSourceConnection> = {
  name: 'calendarSources',
  entity: CalendarSource,
  connection: CalendarSourceConnection,
  filter: CalendarSourceFilter,
  order: calendarSourceOrder,
  conditions: (_context, { resourceId, active }) => ({
    $and: [
      ...(typeof resourceId === 'number' ? [{ resourceId }] : []),
      ...(typeof active === 'boolean' ? [{ active }] : []),
    ],
  }),
};
