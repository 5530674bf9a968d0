import { Field, Int, ObjectType } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate, Instant } from '../../platform/scalars.js';
import { createWholeListType } from '../connection.type.js';
import type { ListedSlot } from '../slot-list.js';

/** A time that can be booked (spec, Slot). Slots are not stored but computed from opening hours, bookings and events. */
@ObjectType('Slot', { simpleResolvers: true })
export class SlotType implements ListedSlot {
  @Field(() => Instant)
  timestamp!: Date;

  @Field(() => Instant)
  timestampEnd!: Date;

  @Field(() => String, { description: "Weekday, date and time in the account's locale." })
  formattedTimestamp!: string;

  @Field(() => String)
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
  eventId!: number | null;
}

@ObjectType()
export class SlotConnection extends createWholeListType(SlotType, 'Slot') {}

/** A date with a free slot. */
@ObjectType({ simpleResolvers: true })
export class AvailableDate {
  @Field(() => CalendarDate)
  date!: string;
}

@ObjectType()
export class AvailableDateConnection extends createWholeListType(AvailableDate, 'AvailableDate') {}

/** The first date with a free slot in the searched period. */
@ObjectType({ simpleResolvers: true })
export class NextAvailableDate {
  @Field(() => [AvailableDate], { description: 'One date, or an empty list.', complexity: listCost(1) })
  dates!: AvailableDate[];
}
