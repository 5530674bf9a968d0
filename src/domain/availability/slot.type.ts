import { Field, Int, ObjectType } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate, Instant } from '../../platform/scalars.js';
import { connectionOf } from '../connection.js';

/** A time that can be booked (spec, Slot). Not stored: derived from hours, bookings and events when it is asked for. */
@ObjectType('Slot', { simpleResolvers: true })
export class SlotType {
  @Field(() => Instant)
  timestamp!: Date;

  @Field(() => Instant)
  timestampEnd!: Date;

  @Field(() => String, { description: "Weekday, date and time in the account's locale." })
  formattedTimestamp!: string;

  @Field(() => String)
  formattedTimestampEnd!: string;

  @Field(() => Int, { description: 'People for whom there is room.' })
  free!: number;

  @Field(() => Int, { description: 'People for whom there is room when nobody has booked.' })
  maximumCapacity!: number;

  @Field(() => [Int], { description: 'Ids of the resources that are free for all of it.', complexity: listCost(5) })
  availableResources!: number[];

  @Field(() => Int, { nullable: true, description: 'The event that is booked, of an attendance service.' })
  eventId!: number | null;
}

@ObjectType()
export class SlotConnection extends connectionOf(SlotType, 'Slot') {}

/** A date with a free slot. */
@ObjectType({ simpleResolvers: true })
export class AvailableDate {
  @Field(() => CalendarDate)
  date!: string;
}

@ObjectType()
export class AvailableDateConnection extends connectionOf(AvailableDate, 'AvailableDate') {}

/** The first date with a free slot, if there is one in the time that is searched. */
@ObjectType({ simpleResolvers: true })
export class NextAvailableDate {
  @Field(() => [AvailableDate], { description: 'One date, or none.', complexity: listCost(1) })
  dates!: AvailableDate[];
}
