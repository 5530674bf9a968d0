import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from '../../../platform/scalars.js';
import { createWholeListType } from '../../records/connection.type.js';

export enum TimeConflictKind {
  PAST = 'past',
  PERIOD = 'period',
  CLOSED_DAY = 'closed_day',
  HOURS = 'hours',
  EVENT = 'event',
  BOOKING = 'booking',
  CAPACITY = 'capacity',
  CALENDAR = 'calendar',
  RESOURCE_LIMIT = 'resource_limit',
  SERVICE_LIMIT = 'service_limit',
  PERSON_LIMIT = 'person_limit',
}
registerEnumType(TimeConflictKind, {
  name: 'TimeConflictKind',
  description: 'An obstacle in the way of a booking.',
  valuesConfig: {
    PAST: { description: 'The time has begun.' },
    PERIOD: {
      description:
        'The public can book only from `firstBookablePeriod` to `futureBookablePeriod` of the account: `from` and `to`, which is null without an end.',
    },
    CLOSED_DAY: { description: 'The account is closed on that day, or a public holiday on which it closes.' },
    HOURS: { description: 'The resource is not open for all of the time.' },
    EVENT: { description: 'An event takes the resource, or it is full if it is one of the service.' },
    BOOKING: { description: 'A booking takes a place of the resource, and too few are left.' },
    CAPACITY: { description: 'The resource never has so many places.' },
    CALENDAR: { description: 'A calendar of another program is busy. `id` is that of the calendar.' },
    RESOURCE_LIMIT: { description: 'The resource has its most bookings of the day.' },
    SERVICE_LIMIT: { description: 'The service has its most bookings of the day.' },
    PERSON_LIMIT: { description: 'The person has the most bookings that are allowed.' },
  },
});

@ObjectType({
  simpleResolvers: true,
  description: 'Something that is in the way of a booking. Visitors see only its kind.',
})
export class TimeConflict {
  @Field(() => TimeConflictKind, { description: 'The kind of it.' })
  kind!: TimeConflictKind;

  @Field(() => Int, {
    nullable: true,
    description:
      'The id of the booking, the event, the calendar, or of what has the limit. Null for opening hours, closed days and the bookable period.',
  })
  id!: number | null;

  @Field(() => Int, { nullable: true, description: 'The resource on which it is. Null if it concerns all.' })
  resourceId!: number | null;

  @Field(() => Instant, {
    nullable: true,
    description:
      'When it begins: without buffers; for a limit the period of the bookings that it counts; for closed days the first of them on which the time is, and those that follow it there; for opening hours the first part of the time in which the resource is closed.',
  })
  from!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When it ends.' })
  to!: Date | null;
}

@ObjectType()
export class TimeConflictConnection extends createWholeListType(TimeConflict, 'TimeConflict') {}
