import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Extensions, Field, InputType, Int, ObjectType } from 'type-graphql';
import type { Range } from '../../platform/accepted.js';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import {
  choice,
  customData,
  decimal,
  flag,
  integer,
  longText,
  requiredInteger,
  requiredText,
  text,
} from '../../platform/database/columns.js';
import { describeEnum } from '../../platform/described-enum.js';
import { listCost } from '../../platform/list-cost.js';
import type { CustomData } from '../../platform/scalars.js';
import { bookingLimit } from '../booking-limit.js';
import type { FeeTerms } from '../cancellation-fee.rules.js';
import { DepositFor, type DepositTerms, DepositType } from '../deposit.rules.js';
import { inputOf, shownWhenSet } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

export enum BookingType {
  APPOINTMENT = 'appointment',
  ATTENDANCE = 'attendance',
  PRODUCT = 'product',
  GIFT_CARD = 'gift_card',
  PACKAGE = 'package',
}
describeEnum(BookingType, 'BookingType', 'The kind of booking that a service creates.', {
  APPOINTMENT: 'A free slot of a resource is booked.',
  ATTENDANCE: 'People attend an event.',
  PRODUCT: 'A product is sold.',
  GIFT_CARD: 'A gift card is sold.',
  PACKAGE: 'A package of units is sold, which pay for bookings.',
});

export enum PriorityStrategy {
  ORDER = 'order',
  RANDOM = 'random',
  WEIGHT = 'weight',
  BALANCED = 'balanced',
  LEAST_RECENT = 'least_recent',
}
describeEnum(
  PriorityStrategy,
  'PriorityStrategy',
  'The way in which a free resource is chosen if the booking names none: by lowest priority value, at random, at random weighted by priority value, or fairly by the bookings that each resource has.',
  {
    ORDER: 'The resource with the lowest priority value.',
    RANDOM: 'Any resource at random.',
    WEIGHT: 'A resource at random, weighted by its priority value.',
    BALANCED:
      'The resource with the fewest bookings of the service in proportion to its weight, which is its priority value, 1 if it has none. Active bookings count that were created in this month, except no-shows. A resource that began to offer the service in this month starts at the average of the others. Among equals, the one that has been without an assigned booking for longest.',
    LEAST_RECENT: 'The resource that has been without an assigned booking of the service for longest.',
  },
);

export enum AvailabilityType {
  PROVIDER = 'provider',
  RESOURCE = 'resource',
}
describeEnum(
  AvailabilityType,
  'AvailabilityType',
  'The opening hours that apply: those of the provider, or only those of the resource.',
  {
    PROVIDER: 'The opening hours of the provider, else those of the resource.',
    RESOURCE: 'Only the opening hours of the resource.',
  },
);

/** In minutes, up to a day. */
export const bufferRange: Range = { from: 0, upTo: 1440 };
const positive: Range = { above: 0 };
/** Up to a leap year, in minutes. */
export const lengthRange: Range = { above: 0, upTo: 527_040 };

/** The units of a package. */
export const packageUnits: Range = { above: 0, upTo: 1000 };

/** A service that can be booked (spec, Service). Intervals are in minutes. */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A service that can be booked. Lengths are in minutes.' })
export class Service extends RevisedRecord implements DepositTerms, FeeTerms {
  static readonly lockKind = 'service';

  @flag() active = true;

  /** Whether it has had options or groups of them, so that its bookings read them. */
  @Property({ type: 'boolean', hidden: true })
  hasOptions = false;

  @requiredText() title!: string;
  @longText({ description: 'The description.' }) description: string | null = null;

  /** The digest of the image, which is stored in another table. */
  @Property({ type: 'text', nullable: true })
  image: string | null = null;

  @text({
    length: 7,
    description:
      'The colour of its bookings in the calendar of the dashboard, such as `#1f5fbf`. The calendar darkens or lightens it where a text stands on it. Null, the default, means one of its own.',
  })
  calendarColour: string | null = null;
  @choice(() => BookingType, { length: 11, description: 'The kind of booking. An appointment by default.' })
  bookingType = BookingType.APPOINTMENT;
  @requiredInteger({
    ...lengthRange,
    description: 'The length of a slot in minutes, from 1 to 527,040. 60 by default.',
  })
  interval = 60;
  @integer({
    ...lengthRange,
    description: 'The minutes between the starts of slots. Null, the default, means the length of a slot.',
  })
  nextInterval: number | null = null;
  @integer({
    above: 0,
    upTo: 1440,
    description: 'Minutes to which the start of a slot is rounded up, to 1,440. Null: that of the account.',
  })
  intervalRounding: number | null = null;
  @requiredInteger({
    ...bufferRange,
    description:
      'The minutes before a booking for which its resource is kept free, to 1,440, also outside the opening hours. 0 by default. A change applies to bookings and events that are made or moved from then on.',
  })
  bufferBefore = 0;
  @requiredInteger({
    ...bufferRange,
    description: 'The minutes after a booking for which its resource is kept free, like `bufferBefore`. 0 by default.',
  })
  bufferAfter = 0;
  @requiredInteger({ ...positive, description: 'The maximum length of a public booking, in slots. 1 by default.' })
  maxSlots = 1;
  @integer({
    ...positive,
    description: 'The maximum number of people of a booking. Null, the default, means no limit.',
  })
  bookingCapacity: number | null = null;
  @integer({
    ...positive,
    description: 'The minimum number of people of a booking. Null, the default, means no limit.',
  })
  bookingMinimum: number | null = null;
  @integer({
    ...bookingLimit,
    description:
      'The most bookings of the service that one person may have which have not ended, from 0 to 10,000. Null, the default, or 0 means no limit.',
  })
  maxActivePerPerson: number | null = null;
  @integer({
    ...bookingLimit,
    description:
      'The most bookings of the service of one person that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit.',
  })
  maxDailyPerPerson: number | null = null;
  @integer({
    ...bookingLimit,
    description:
      'The most bookings of the service of one person that begin in one week from Monday, from 0 to 10,000. Null, the default, or 0 means no limit.',
  })
  maxWeeklyPerPerson: number | null = null;
  @flag({ description: 'Whether a person can be booked only once for each event. False by default.' })
  oncePerPerson = false;
  @integer({
    ...bookingLimit,
    description:
      'The most bookings of the service that begin on one day, from 0 to 10,000. Null, the default, or 0 means no limit.',
  })
  maxDailyBookings: number | null = null;
  @flag({ description: 'Whether whole days are booked. False by default.' }) hasDayBooking = false;
  @flag({
    description: 'Whether a booked day lasts from opening to closing, instead of to midnight. False by default.',
  })
  dayBookingSpecifyTime = false;
  @flag({ description: 'Whether a public booking must end on the day on which it begins. False by default.' })
  sameDay = false;
  @decimal({
    from: 0,
    description: 'The price of one person, in the currency of the account. Null means that no order is created.',
  })
  price: string | null = null;
  @integer({
    description:
      'The id of the tax rate of its price. Null, the default: orders say nothing about tax. A gift card with a rate is taxed when it is sold, and one without when it pays.',
  })
  @reference('taxRate', 'TaxRate', { description: 'The tax rate of its price.' })
  taxRateId: number | null = null;
  @Extensions({ [shownWhenSet]: true })
  @integer({
    ...packageUnits,
    description: 'The units of a package, from 1 to 1,000, each for one person of a booking. Only packages have them.',
  })
  packageUnits: number | null = null;
  @Extensions({ [shownWhenSet]: true })
  @integer({
    above: 0,
    upTo: 120,
    description:
      'The months for which a package is valid from the day of its order, to 120. Null, the default, means none; without days, too, it is valid without a limit.',
  })
  packageMonths: number | null = null;
  @Extensions({ [shownWhenSet]: true })
  @integer({
    above: 0,
    upTo: 3660,
    description:
      'The days for which a package is valid, to 3,660, in addition to its months. Null, the default, means none.',
  })
  packageDays: number | null = null;

  @Property({ type: 'json', nullable: true })
  @Extensions({ [shownWhenSet]: true })
  @Field(() => [Int], {
    nullable: true,
    description: 'The ids of the services that a package pays for. Null, the default, means all.',
    complexity: listCost(10),
  })
  packageServiceIds: number[] | null = null;
  @flag({ description: 'Whether a booking is held until it is paid. False by default.' }) paymentRequired = false;
  @choice(() => DepositType, {
    nullable: true,
    length: 10,
    description:
      'The deposit of its bookings. They are held until it is paid, and the rest is due at the appointment. Null, the default: as the four attributes of the account say. With `paymentRequired` there is none.',
  })
  depositType: DepositType | null = null;
  @decimal({
    description:
      'The percentage, up to 100 with at most three decimals, or the amount of the deposit. Null without one.',
  })
  depositValue: string | null = null;
  @decimal({
    description:
      'The lowest price of a booking with a deposit, after its discount. Null, the default, means any. Only with a `depositType`.',
  })
  depositFrom: string | null = null;
  @choice(() => DepositFor, {
    nullable: true,
    length: 10,
    description:
      'The people whose bookings need the deposit. Null, the default, means `ALWAYS`. Only with a `depositType`.',
  })
  depositFor: DepositFor | null = null;
  @Extensions({ [shownWhenSet]: true })
  @text({
    description:
      'The fees for cancelling late and for not coming, such as `24: 50 %, 0: 100 %, no-show: 100 %`. Null, the default: as the account says. `none` for none.',
  })
  cancellationFees: string | null = null;
  @Extensions({ [shownWhenSet]: true })
  @longText({
    description: 'The terms of cancellation in own words. Null, the default: those of the account.',
  })
  cancellationPolicy: string | null = null;
  @flag({ description: 'Whether people may pay by invoice. False by default.' }) allowInvoice = false;
  /** Whether staff confirm bookings by hand. If true, this overrides an account that does not require it. */
  @flag({
    nullable: true,
    description: 'Whether staff confirm bookings by hand. Null, the default, means the setting of the account.',
  })
  confirmManually: boolean | null = null;
  @choice(() => PriorityStrategy, {
    length: 12,
    description: 'The way in which a free resource is chosen. By order of priority by default.',
  })
  priorityStrategy = PriorityStrategy.ORDER;
  @flag({
    description:
      'Whether `BALANCED` counts all bookings of the service. If false, it counts only those whose resource it or `LEAST_RECENT` assigned, and so none that named their resource. True by default.',
  })
  countsNamedBookings = true;
  @integer() priorityValue: number | null = null;
  @choice(() => AvailabilityType, {
    length: 8,
    description: 'The opening hours that apply. Those of the provider by default.',
  })
  availabilityType = AvailabilityType.PROVIDER;
  @text({ description: 'The name of its design on your booking page.' }) template: string | null = null;
  @longText({ description: 'The terms of bookings.' }) terms: string | null = null;
  @customData() customData: CustomData | null = null;
  @longText({ description: 'A form of your own for its bookings, as text that the server only stores.' })
  bookingForm: string | null = null;
  @longText({ description: 'The email of the verification, in Liquid. Null, the default, means that of the account.' })
  mailVerification: string | null = null;
  @longText({ description: 'The email of the confirmation, in Liquid. Null, the default, means that of the account.' })
  mailConfirmation: string | null = null;
  @longText({ description: 'The email of the change, in Liquid. Null, the default, means that of the account.' })
  mailModification: string | null = null;
  @longText({
    description:
      'The email of the booking that awaits confirmation, in Liquid. Null, the default, means that of the account.',
  })
  mailAwaitingConfirmation: string | null = null;
  @longText({ description: 'The email of the cancellation, in Liquid. Null, the default, means that of the account.' })
  mailCancellation: string | null = null;
  @longText({
    description: 'The email of the offer of the waitlist, in Liquid. Null, the default, means that of the account.',
  })
  mailWaitlistOffer: string | null = null;
  @longText({ description: 'The SMS of the verification, in Liquid. Null, the default, means that of the account.' })
  smsVerification: string | null = null;
  @longText({ description: 'The SMS of the confirmation, in Liquid. Null, the default, means that of the account.' })
  smsConfirmation: string | null = null;
  @longText({ description: 'The SMS of the reminder, in Liquid. Null, the default, means that of the account.' })
  smsReminder: string | null = null;
  @longText({ description: 'The SMS of the change, in Liquid. Null, the default, means that of the account.' })
  smsModification: string | null = null;
  @longText({
    description:
      'The SMS of the booking that awaits confirmation, in Liquid. Null, the default, means that of the account.',
  })
  smsAwaitingConfirmation: string | null = null;
  @longText({ description: 'The SMS of the cancellation, in Liquid. Null, the default, means that of the account.' })
  smsCancellation: string | null = null;
  @longText({
    description: 'The SMS of the offer of the waitlist, in Liquid. Null, the default, means that of the account.',
  })
  smsWaitlistOffer: string | null = null;
}

@ObjectType()
export class ServiceConnection extends createConnectionType(Service, 'Service') {}

/**
 * Attributes of a service. An absent field keeps its value; null clears it or restores the default. Intervals are in
 * minutes.
 */
@InputType({
  description: 'Attributes of a service. An absent one stays unchanged. Null clears it or restores its default.',
})
export class ServiceInput extends inputOf(Service, 'active', 'packageServiceIds') {
  @Field(() => [Int], { nullable: true }) packageServiceIds?: number[] | null;
  @Field(() => Int, { nullable: true, deprecationReason: 'Use bookingType, which takes precedence.' })
  bookingTypeId?: number | null;
}
