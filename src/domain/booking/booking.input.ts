import { ArgsType, Field, InputType, Int, registerEnumType } from 'type-graphql';
import { type CustomData, CustomDataObject, Decimal, Instant, Uuid } from '../../platform/scalars.js';
import { During } from '../during.input.js';
import { PersonAttributesInput } from '../person/person.input.js';
import { BookingState, BookingStatus } from './booking.entity.js';
import { MessageChoice } from './messages/message-choice.input.js';

/** Attributes of a booking; what is absent is left as it is, null clears or restores the default. */
@InputType()
export class BookingInput {
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => Int, { nullable: true }) eventId?: number | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
  @Field(() => Int, { nullable: true }) bookedByPersonId?: number | null;
  @Field(() => Int, { nullable: true }) couponId?: number | null;
  @Field(() => Instant, { nullable: true }) bookedFrom?: Date | null;
  @Field(() => Instant, { nullable: true }) bookedTo?: Date | null;
  @Field(() => Int, { nullable: true }) count?: number | null;
  @Field(() => BookingStatus, { nullable: true }) status?: BookingStatus | null;
  @Field(() => Instant, { nullable: true }) expiresAt?: Date | null;
  @Field(() => String, { nullable: true }) title?: string | null;
  @Field(() => String, { nullable: true }) notes?: string | null;
  @Field(() => Instant, { nullable: true }) reminderAt?: Date | null;
  @Field(() => Instant, { nullable: true }) remindedAt?: Date | null;
  @Field(() => Instant, { nullable: true }) paidAt?: Date | null;
  @Field(() => Decimal, { nullable: true }) paidAmount?: string | null;
  @Field(() => String, { nullable: true }) externalId?: string | null;
  @Field(() => String, { nullable: true }) externalUrl?: string | null;
  @Field(() => String, { nullable: true }) externalHostUrl?: string | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;

  @Field(() => PersonAttributesInput, {
    nullable: true,
    description:
      'With `personId`, or if the booking has a person, changes that person. Else matched by national id number, then phone number, then email: a match gets only what it lacks. Without a match a person is made.',
  })
  personAttributes?: PersonAttributesInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the rules for the public apply: to a new booking, or to the new time of one that moves.',
  })
  publicBooking?: boolean | null;
}

@InputType({ description: 'Attributes of a new booking.' })
export class NewBookingInput extends BookingInput {}

/** How a booking is written, beside what it is. */
@ArgsType()
export class WriteOptions {
  @Field(() => Boolean, { defaultValue: false, description: 'Books on top of others. Not for public bookings.' })
  ignoreCapacity!: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Sets when the reminder goes out, by the settings of the account. A new booking that does not say follows `reminderSms` of the account.',
  })
  addReminderSms?: boolean | null;

  @Field(() => MessageChoice, { defaultValue: {}, description: 'Whom to tell, and how.' })
  messages!: MessageChoice;
}

@ArgsType()
export class CreateOptions extends WriteOptions {
  @Field(() => Boolean, {
    defaultValue: true,
    description: 'When false, verification or confirmation by hand come first.',
  })
  confirm!: boolean;

  @Field(() => Boolean, { defaultValue: false, description: 'Sends the message templates of the account, too.' })
  addMessages!: boolean;
}

export enum BookingScope {
  ACTIVE = 'active',
  ALL = 'all',
  DEFAULT = 'default',
  NO_STATUS = 'no_status',
  UNCONFIRMED = 'unconfirmed',
  UPCOMING = 'upcoming',
  VISIBLE = 'visible',
}
registerEnumType(BookingScope, {
  name: 'BookingScope',
  description:
    'Which states a list holds; by default active bookings, unless they are asked for by state, resource, person or time.',
  valuesConfig: {
    ACTIVE: { description: 'Active ones.' },
    ALL: { description: 'All, those that are declined, cancelled, deleted or expired among them.' },
    NO_STATUS: { description: 'Active ones without a status.' },
    UNCONFIRMED: { description: 'Those that await confirmation.' },
    UPCOMING: { description: 'Active ones that begin from now on.' },
    VISIBLE: { description: 'Active ones, and those that are declined or cancelled.' },
  },
});

export enum BookingOrder {
  BOOKED_FROM = 'booked_from',
  BOOKED_FROM_DESC = 'booked_from_desc',
  UPDATED_AT_DESC = 'updated_at_desc',
}
registerEnumType(BookingOrder, {
  name: 'BookingOrder',
  valuesConfig: { UPDATED_AT_DESC: { description: 'The newest change first.' } },
});

/** Conditions that must all hold (spec, Query parameters for booking listings). */
@InputType()
export class BookingFilter {
  @Field(() => BookingScope, { nullable: true }) scope?: BookingScope | null;
  @Field(() => [Int], { nullable: true }) serviceId?: number[] | null;
  @Field(() => [Int], { nullable: true }) eventId?: number[] | null;
  @Field(() => [Int], { nullable: true }) resourceId?: number[] | null;
  @Field(() => [Int], { nullable: true }) personId?: number[] | null;
  @Field(() => String, { nullable: true }) externalId?: string | null;
  @Field(() => Instant, { nullable: true, description: 'Begins at or after.' }) start?: Date | null;
  @Field(() => Instant, { nullable: true, description: 'Ends at or before.' }) end?: Date | null;
  @Field(() => During, { nullable: true }) during?: During | null;
  @Field(() => Instant, { nullable: true, description: 'Changed at or after.' }) since?: Date | null;
  @Field(() => Uuid, { nullable: true }) collectionId?: string | null;
  @Field(() => [BookingState], { nullable: true }) state?: BookingState[] | null;
  @Field(() => [BookingStatus], { nullable: true }) status?: BookingStatus[] | null;
}
