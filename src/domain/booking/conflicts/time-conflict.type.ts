import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../../../platform/described-enum.js';
import { Instant } from '../../../platform/scalars.js';
import { shownWhenSet } from '../../records/attributes.js';
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
  SHORTAGE = 'shortage',
  RESOURCE_LIMIT = 'resource_limit',
  SERVICE_LIMIT = 'service_limit',
  PERSON_LIMIT = 'person_limit',
}
describeEnum(TimeConflictKind, 'TimeConflictKind', 'An obstacle in the way of a booking.', {
  PAST: 'The time has begun.',
  PERIOD:
    'The public can book only from `firstBookablePeriod` to `futureBookablePeriod` of the account: `from` and `to`, which is null without an end.',
  CLOSED_DAY: 'The account is closed on that day, or a public holiday on which it closes.',
  HOURS: 'The resource is not open for all of the time.',
  EVENT: 'An event takes the resource, or it is full if it is one of the service.',
  BOOKING: 'A booking takes a place of the resource, and too few are left.',
  CAPACITY: 'The resource never has so many places.',
  CALENDAR: 'A calendar of another program is busy. `id` is that of the calendar.',
  SHORTAGE:
    'The needs of the service take `needed` resources, and their pools have only `has`: it can never be booked.',
  RESOURCE_LIMIT: 'The resource has its most bookings of the day.',
  SERVICE_LIMIT: 'The service has its most bookings of the day.',
  PERSON_LIMIT: 'The person has the most bookings that are allowed.',
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

  @Extensions({ [shownWhenSet]: true })
  @Field(() => Int, { nullable: true, description: 'The resources that needs take. Null if it is no shortage.' })
  needed!: number | null;

  @Extensions({ [shownWhenSet]: true })
  @Field(() => Int, { nullable: true, description: 'The most of them that the pools have. Null if it is no shortage.' })
  has!: number | null;
}

@ObjectType()
export class TimeConflictConnection extends createWholeListType(TimeConflict, 'TimeConflict') {}
