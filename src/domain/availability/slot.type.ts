import { Field, Int, ObjectType } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate, Instant } from '../../platform/scalars.js';
import { createWholeListType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import type { ListedSlot } from './slot-cache.js';

/** A time that can be booked (spec, Slot). Slots are not stored but computed from opening hours, bookings and events. */
@ObjectType('Slot', { simpleResolvers: true, description: 'A time that can be booked.' })
export class SlotType implements ListedSlot {
  @Field(() => Instant, { description: 'When it begins.' })
  timestamp!: Date;

  @Field(() => Instant, { description: 'When it ends.' })
  timestampEnd!: Date;

  @Field(() => String, { description: "Weekday, date and time in the account's locale." })
  formattedTimestamp!: string;

  @Field(() => String, { description: "The weekday, date and time of its end, in the account's locale." })
  formattedTimestampEnd!: string;

  @Field(() => Int, { description: 'The number of people who can still book.' })
  free!: number;

  @Field(() => Int, { description: 'The number of people who can book if there are no bookings yet.' })
  maximumCapacity!: number;

  @Field(() => [Int], {
    description: 'Ids of the resources that are free during the whole slot.',
    complexity: listCost(5),
  })
  availableResources!: number[];

  @Field(() => Int, { nullable: true, description: 'The event to book, if the service is an attendance service.' })
  @reference('event', 'Event', {
    description: 'The event to book, if the service is an attendance service. Null otherwise.',
  })
  eventId!: number | null;
}

@ObjectType()
export class SlotConnection extends createWholeListType(SlotType, 'Slot') {}

/** A date with a free slot. */
@ObjectType({ simpleResolvers: true, description: 'A date with a free slot.' })
export class AvailableDate {
  @Field(() => CalendarDate, { description: 'The date.' })
  date!: string;
}

@ObjectType()
export class AvailableDateConnection extends createWholeListType(AvailableDate, 'AvailableDate') {}

/** The first date with a free slot in the searched period. */
@ObjectType({ simpleResolvers: true, description: 'The next date with a free slot, if there is one.' })
export class NextAvailableDate {
  @Field(() => [AvailableDate], { description: 'One date, or an empty list.', complexity: listCost(1) })
  dates!: AvailableDate[];
}
