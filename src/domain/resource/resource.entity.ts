import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import {
  customData,
  flag,
  integer,
  longText,
  openingHours,
  requiredInteger,
  requiredText,
} from '../../platform/database/columns.js';
import { type CustomData, WallTime } from '../../platform/scalars.js';
import { bookingLimit } from '../booking-limit.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import {
  closeAttribute,
  openAttribute,
  type SpanAttribute,
  type WeekHours,
  weekdayAttributes,
} from './opening-hours.rules.js';

const hoursOn = (day: string): string =>
  `The opening hours on ${day}: pairs of opening and closing times. They may pass midnight, and belong to the day on which they begin: 18:00, 26:00 is open until 02:00; 18:00, 02:00 is accepted, too. Null means none are set.`;

@ObjectType({ simpleResolvers: true })
export abstract class RecordWithHours extends RevisedRecord implements WeekHours {
  @openingHours({ description: hoursOn('Monday') }) openingHoursMon: string[] | null = null;
  @openingHours({ description: hoursOn('Tuesday') }) openingHoursTue: string[] | null = null;
  @openingHours({ description: hoursOn('Wednesday') }) openingHoursWed: string[] | null = null;
  @openingHours({ description: hoursOn('Thursday') }) openingHoursThu: string[] | null = null;
  @openingHours({ description: hoursOn('Friday') }) openingHoursFri: string[] | null = null;
  @openingHours({ description: hoursOn('Saturday') }) openingHoursSat: string[] | null = null;
  @openingHours({ description: hoursOn('Sunday') }) openingHoursSun: string[] | null = null;
}

/** A bookable person, room or thing (spec, Resource). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A person, room or thing that can be booked.' })
export class Resource extends RecordWithHours {
  static readonly lockKind = 'resource';

  @flag() active = true;
  @requiredText() title!: string;
  @longText({ description: 'A description for the people who book, such as what somebody is good at.' })
  description: string | null = null;

  /** The digest of the image, which is stored in another table. */
  @Property({ type: 'text', nullable: true })
  image: string | null = null;

  @requiredInteger({
    from: 0,
    upTo: 100_000,
    description: 'The maximum number of people at any instant, from 0 to 100,000. 1 by default.',
  })
  capacity = 1;
  @integer({
    ...bookingLimit,
    description:
      'The most appointments that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit. Bookings of events do not count.',
  })
  maxDailyBookings: number | null = null;
  @customData() customData: CustomData | null = null;

  /** Whether it has had places for the needs of services, which count towards its capacity. Set by `check_place_capacity`. */
  @Property({ type: 'boolean', hidden: true })
  servesNeeds = false;
}

@ObjectType()
export class ResourceConnection extends createConnectionType(Resource, 'Resource') {}

/** Attributes of a resource. An absent field keeps its value; null clears it or restores the default. */
@InputType({
  description: 'Attributes of a resource. An absent one stays unchanged. Null clears it or restores its default.',
})
export class ResourceInput extends inputOf(Resource, 'active') {
  [span: SpanAttribute]: string | null | undefined;
}

for (const [weekday, attribute] of weekdayAttributes.entries()) {
  const options = { nullable: true, deprecationReason: `Use ${attribute}.` };
  Field(() => WallTime, options)(ResourceInput.prototype, openAttribute(weekday));
  Field(() => WallTime, options)(ResourceInput.prototype, closeAttribute(weekday));
}
