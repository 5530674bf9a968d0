import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { describeEnum } from '../../platform/described-enum.js';
import { Instant, Uuid } from '../../platform/scalars.js';
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

export enum SeriesScope {
  ONE = 'one',
  FOLLOWING = 'following',
  ALL = 'all',
}
describeEnum(
  SeriesScope,
  'SeriesScope',
  'The occurrences of a collection that change. `FOLLOWING` and `ALL` leave out those that are over, cancelled, declined, expired or deleted.',
  {
    ONE: 'Only the occurrence `from`.',
    FOLLOWING: 'The occurrence `from` and all later ones. They get a collection of their own.',
    ALL: 'All occurrences.',
  },
);

/** The occurrences of a series that an update or a deletion changes. */
@ArgsType()
export class SeriesArguments {
  @Field(() => Uuid, { description: 'The id of the collection.' })
  collectionId!: string;

  @Field(() => SeriesScope, { defaultValue: SeriesScope.ALL, description: 'The occurrences that change.' })
  scope!: SeriesScope;

  @Field(() => Int, {
    nullable: true,
    description:
      'The id of the occurrence to which given times apply. The others move by the same wall-clock distance. Required unless the scope is `ALL`, where it is by default the first occurrence that changes.',
  })
  from?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The `revisionCount` that was read of the occurrence `from`. If it has been changed since, nothing changes and the code is `PRECONDITION_FAILED`. Default: the change is made to any revision.',
  })
  ifRevision?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The `revision` that was read of the series. If the series or any of its occurrences has been changed since, nothing changes and the code is `PRECONDITION_FAILED`, in REST the status 412. Default: the change is made to any revision.',
  })
  ifSeriesRevision?: string | null;
}

/** A date that a series left out. */
@InputType({ description: 'A date that a series left out.' })
export class LeftOutDateInput {
  @Field(() => Instant, { description: 'When it begins: the `from` of one of the dates that the series left out.' })
  from!: Date;
}
