import { Field, InputType, Int } from 'type-graphql';
import { byId, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';

export const calendarFeedOrder = createListOrder('CalendarFeedOrder', { ID: byId }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class CalendarFeedFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the feeds of this resource.' })
  resourceId?: number | null;

  @Field(() => Int, { nullable: true, description: 'Returns the feeds of this person.' })
  personId?: number | null;
}
