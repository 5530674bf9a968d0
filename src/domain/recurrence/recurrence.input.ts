import { Field, InputType } from 'type-graphql';
import type { Pattern } from './recurrence.rules.js';

/** A recurrence pattern in iCalendar format (RFC 5545; spec, Recurring bookings). */
@InputType({
  description:
    'The pattern of a series, by RFC 5545. At least one of its parts is required; one that is left out adds no dates.',
})
export class RecurrenceInput implements Pattern {
  @Field(() => String, {
    nullable: true,
    description: 'A rule such as `FREQ=WEEKLY;COUNT=10`. Use COUNT or UNTIL to end it.',
  })
  rrule?: string | null;

  @Field(() => String, { nullable: true, description: 'Additional dates, such as `VALUE=DATE:20260301,20260302`.' })
  rdate?: string | null;

  @Field(() => String, { nullable: true, description: 'Excluded dates, in the same format.' })
  exdate?: string | null;
}
