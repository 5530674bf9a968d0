import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { describeEnum } from '../../platform/described-enum.js';
import { EndOfValidity } from '../../platform/end-of-validity.js';
import { type CustomData, CustomDataObject, Decimal, Instant, Uuid } from '../../platform/scalars.js';
import { OtherResources } from '../availability/other-resources.rules.js';
import { PersonAttributesInput } from '../person/person.input.js';
import { DescribedBy } from '../records/attributes.js';
import {
  byCreation,
  byInstant,
  byOptionalInstant,
  byUpdate,
  createListOrder,
  RecordFilter,
} from '../records/list.input.js';
import { During } from '../records/period.input.js';
import { ChosenOptionInput } from '../service/service-option.entity.js';
import { Booking, BookingState, BookingStatus } from './booking.entity.js';
import { MessageChoice } from './messages/message-choice.input.js';

/** Attributes of a booking. An absent attribute stays unchanged; null clears it or restores its default. */
@DescribedBy(Booking)
@InputType({
  description: 'Attributes of a booking. An absent one stays unchanged. Null clears it or restores its default.',
})
export class BookingInput {
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => Int, { nullable: true }) eventId?: number | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Int, { nullable: true }) personId?: number | null;
  @Field(() => Int, { nullable: true }) bookedByPersonId?: number | null;
  @Field(() => String, { nullable: true }) bookedForName?: string | null;
  @Field(() => Int, { nullable: true }) couponId?: number | null;
  @Field(() => String, { nullable: true }) couponCode?: string | null;
  @Field(() => Int, { nullable: true }) packageId?: number | null;
  @Field(() => Instant, { nullable: true }) bookedFrom?: Date | null;
  @Field(() => Instant, { nullable: true }) bookedTo?: Date | null;
  @Field(() => Int, { nullable: true }) count?: number | null;

  @Field(() => [ChosenOptionInput], {
    nullable: true,
    description:
      'The options of its service that it has. `bookedTo` includes their minutes. If a change names options and no `bookedTo`, the booking ends later or earlier by their minutes. By default none, which a group with a minimum refuses.',
  })
  options?: ChosenOptionInput[] | null;

  @Field(() => BookingStatus, { nullable: true }) status?: BookingStatus | null;
  @EndOfValidity() @Field(() => Instant, { nullable: true }) expiresAt?: Date | null;
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
      'Updates the person of `personId`, or the current person of the booking. Otherwise a person is matched by national id number, then phone number, then email, and only its empty attributes are filled. Without a match, a person is created.',
  })
  personAttributes?: PersonAttributesInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the public rules apply to a new booking, or to the new place of a booking that moves.',
  })
  publicBooking?: boolean | null;
}

@InputType({
  description: 'Attributes of a new booking. One that is left out is empty, unless its description names a default.',
})
export class NewBookingInput extends BookingInput {
  @Field(() => Decimal, {
    nullable: true,
    description:
      'The price of the whole booking before a discount, as its person saw it. If it is another by now, nothing is booked: `CONFLICT`, in REST 409 with the price. Default: any price.',
  })
  expectedPrice?: string | null;
  @OtherResources() otherResources?: number[] | null;
}

/** Options of writing a booking. */
@ArgsType()
export class WriteOptions {
  @Field(() => Boolean, { defaultValue: false, description: 'Ignores the capacity. Has no effect on public bookings.' })
  ignoreCapacity!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Books although a calendar of another program has an entry at that time. `ignoreCapacity` includes it. Has no effect on public bookings.',
  })
  ignoreExternalBusy?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Schedules the SMS reminder according to the account's settings. For a new booking, defaults to the account's `reminderSms`.",
  })
  addReminderSms?: boolean | null;

  @Field(() => MessageChoice, { defaultValue: {}, description: 'The messages to send.' })
  messages!: MessageChoice;
}

@ArgsType()
export class CreateOptions extends WriteOptions {
  @Field(() => Boolean, {
    defaultValue: true,
    description:
      'Whether the booking is confirmed at once. If not, it may first need verification, payment or manual confirmation.',
  })
  confirm!: boolean;

  @Field(() => Boolean, { defaultValue: false, description: "Also sends messages by the account's templates." })
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
describeEnum(
  BookingScope,
  'BookingScope',
  'The states of the bookings in a list. By default only active bookings, unless the list is filtered by state, resource, person or time.',
  {
    DEFAULT: 'Depends on the other conditions, as described above.',
    ACTIVE: 'Active bookings.',
    ALL: 'All bookings, including declined, cancelled, deleted and expired ones.',
    NO_STATUS: 'Active bookings without a status.',
    UNCONFIRMED: 'Bookings that await confirmation.',
    UPCOMING: 'Active bookings that have not begun.',
    VISIBLE: 'Active, declined and cancelled bookings.',
  },
);

export const bookingOrder = createListOrder(
  'BookingOrder',
  {
    BOOKED_FROM: byInstant('bookedFrom', 'start'),
    BOOKED_TO: byInstant('bookedTo', 'end'),
    EXPIRES_AT: byOptionalInstant('expiresAt', 'expiry of the hold'),
    CREATED_AT: byCreation,
    UPDATED_AT: byUpdate,
  },
  'BOOKED_FROM',
);

/** Conditions that must all hold (spec, Query parameters for booking listings). */
@InputType()
export class BookingFilter extends RecordFilter {
  @Field(() => BookingScope, { nullable: true, description: 'The states to list. Defaults to `DEFAULT`.' })
  scope?: BookingScope | null;
  @Field(() => [Int], { nullable: true, description: 'Returns bookings of these services.' })
  serviceId?: number[] | null;
  @Field(() => [Int], { nullable: true, description: 'Returns bookings of these events.' }) eventId?: number[] | null;
  @Field(() => [Int], { nullable: true, description: 'Returns bookings of these resources.' })
  resourceId?: number[] | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Returns bookings one of whose resources was deleted, which need another one; with false, the others.',
  })
  hasDeletedResource?: boolean | null;
  @Field(() => [Int], { nullable: true, description: 'Returns bookings of these people.' }) personId?: number[] | null;
  @Field(() => [Int], { nullable: true, description: 'Returns bookings that use one of these coupons.' })
  couponId?: number[] | null;
  @Field(() => [Int], { nullable: true, description: 'Returns the bookings of these orders.' })
  orderId?: number[] | null;
  @Field(() => String, { nullable: true, description: 'Returns bookings with this external id.' })
  externalId?: string | null;
  @Field(() => Instant, { nullable: true, description: 'Returns bookings that begin at or after this instant.' })
  start?: Date | null;
  @Field(() => Instant, { nullable: true, description: 'Returns bookings that end at or before this instant.' })
  end?: Date | null;
  @Field(() => During, { nullable: true, description: 'Returns bookings that overlap this period.' })
  during?: During | null;
  @Field(() => Instant, { nullable: true, description: 'Returns bookings changed at or after this instant.' })
  since?: Date | null;
  @Field(() => Uuid, { nullable: true, description: 'Returns bookings of this series.' }) collectionId?: string | null;
  @Field(() => [BookingState], { nullable: true, description: 'Returns bookings in these states.' })
  state?: BookingState[] | null;
  @Field(() => [BookingStatus], { nullable: true, description: 'Returns bookings with one of these statuses.' })
  status?: BookingStatus[] | null;
}
