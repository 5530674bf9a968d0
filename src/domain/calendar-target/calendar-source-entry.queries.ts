import { Field, InputType, Int } from 'type-graphql';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import {
  CalendarEntryState,
  CalendarSourceEntry,
  CalendarSourceEntryConnection,
} from './calendar-source-entry.entity.js';

const entryOrder = createListOrder('CalendarSourceEntryOrder', { ID: byId }, 'ID_DESC');

/** Conditions that must all hold. */
@InputType()
export class CalendarSourceEntryFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the entries of this calendar.' })
  calendarSourceId?: number | null;

  @Field(() => Int, { nullable: true, description: 'Returns the entries of this booking.' })
  bookingId?: number | null;

  @Field(() => Int, { nullable: true, description: 'Returns the entries of this event.' })
  eventId?: number | null;

  @Field(() => CalendarEntryState, { nullable: true, description: 'Returns the entries in this state.' })
  state?: CalendarEntryState | null;
}

export const calendarSourceEntryList: List<
  CalendarSourceEntry,
  CalendarSourceEntryFilter,
  CalendarSourceEntryConnection
> = {
  name: 'calendarSourceEntries',
  entity: CalendarSourceEntry,
  connection: CalendarSourceEntryConnection,
  filter: CalendarSourceEntryFilter,
  order: entryOrder,
  conditions: (_context, { calendarSourceId, bookingId, eventId, state }) => ({
    $and: [
      {
        ...(typeof calendarSourceId === 'number' && { calendarSourceId }),
        ...(typeof bookingId === 'number' && { bookingId }),
        ...(typeof eventId === 'number' && { eventId }),
        ...(state && { state }),
      },
    ],
  }),
};
