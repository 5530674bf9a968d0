import { Field, InputType } from 'type-graphql';
import type { Pattern } from './recurrence.rules.js';

/** When something recurs, as iCalendar has it (RFC 5545; spec, Recurring bookings). */
@InputType()
export class RecurrenceInput implements Pattern {
  @Field(() => String, { nullable: true, description: 'Such as `FREQ=WEEKLY;COUNT=10`. Give COUNT or UNTIL.' })
  rrule?: string | null;

  @Field(() => String, { nullable: true, description: 'More dates: `VALUE=DATE:20260301,20260302`.' })
  rdate?: string | null;

  @Field(() => String, { nullable: true, description: 'Dates to leave out, in the same form.' })
  exdate?: string | null;
}
