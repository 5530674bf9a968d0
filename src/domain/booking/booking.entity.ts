import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import {
  customData,
  decimal,
  instant,
  integer,
  longText,
  requiredInstant,
  requiredInteger,
  secretText,
  text,
  uuid,
} from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { describeEnum } from '../../platform/described-enum.js';
import { listCost } from '../../platform/list-cost.js';
import { type CustomData, Decimal } from '../../platform/scalars.js';
import { BookingState } from '../booking-states.js';
import type { AgreedFees, BookingFee } from '../cancellation-fee.rules.js';
import { Event } from '../event/event.entity.js';
import { Order } from '../order/order.entity.js';
import { Person } from '../person/person.entity.js';
import type { PersonAttributesInput } from '../person/person.input.js';
import { shownWhenSet } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { Resource } from '../resource/resource.entity.js';
import { BookingType, Service } from '../service/service.entity.js';
import type { MessageChoice } from './messages/message-choice.input.js';
import type { StoredAssignment } from './placing/assignment.rules.js';
import type { DecidedPlace } from './placing/place.rules.js';

export { BookingState };

export enum BookingStatus {
  CHECKED_IN = 'checked_in',
  IN_PROGRESS = 'in_progress',
  COMPLETED = 'completed',
  NO_SHOW = 'no_show',
}
describeEnum(BookingStatus, 'BookingStatus', 'The progress of an active booking.', {
  CHECKED_IN: 'The person has arrived.',
  IN_PROGRESS: 'It has begun.',
  COMPLETED: 'It is over.',
  NO_SHOW: 'The person did not come.',
});

/** An option that a booking has chosen, as it was agreed. */
@ObjectType({ simpleResolvers: true, description: 'An option that a booking has chosen, as it was agreed.' })
export class BookedOption {
  @Field(() => Int, { description: 'The id of the option, which may have been changed or deleted since.' })
  optionId!: number;

  @Field(() => String, { description: 'Its title.' })
  title!: string;

  @Field(() => Int, { description: 'The number of units.' })
  quantity!: number;

  @Field(() => Int, {
    description: 'The minutes by which one unit lengthens the booking. 0 for events and day bookings.',
  })
  minutes!: number;

  @Field(() => Decimal, { description: 'The price of one unit, with the tax if it has a rate.' })
  price!: string;

  @Field(() => String, { nullable: true, description: 'The name of its tax rate. Null without one.' })
  taxName!: string | null;

  @Field(() => Decimal, { nullable: true, description: 'The percentage of its tax rate. Null without one.' })
  taxPercentage!: string | null;
}

/**
 * A reservation of a resource for a period (spec, Booking). Periods are half-open: one may end when the next begins.
 */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'A reservation of a resource for a period. Periods are half-open: one may end when the next begins.',
})
export class Booking extends AccountRecord {
  static readonly lockKind = 'booking';
  static readonly constraintMessages: ConstraintMessagesOf<Booking> = {
    booking_fits_resource: { resourceId: ['is not available'] },
    booking_fits_event: { eventId: ['is full'] },
    coupon_is_available: { couponId: ['is used up'] },
    package_has_units: { packageId: ['is used up'] },
  };

  @requiredInteger({
    description: 'The id of the resource that is taken. Without one, the service chooses.',
  })
  @reference('resource', 'Resource', { nullable: false, description: 'The resource that is taken.' })
  resourceId!: number;
  @integer({ description: 'The id of the service. Null if only a resource is booked.' })
  @reference('service', 'Service', { description: 'The service.' })
  serviceId: number | null = null;
  @integer({ description: 'The id of the event that people attend. Null if it is not for an event.' })
  @reference('event', 'Event', { description: 'The event that people attend.' })
  eventId: number | null = null;
  @integer({ description: 'The id of the person for whom it is made.' })
  @reference('person', 'Person', { description: 'The person for whom it is made.' })
  personId: number | null = null;
  @integer({ description: 'The id of the person who made it, if it is for another person.' })
  @reference('bookedByPerson', 'Person', {
    description: 'The person who made the booking, if it is for another person.',
  })
  bookedByPersonId: number | null = null;
  @text({
    description:
      'The name that was given for it, if the email address or phone number is of a person with another name: the one for whom that person booked. Null otherwise.',
  })
  bookedForName: string | null = null;
  @integer({ description: 'The id of the coupon that reduces its price.' })
  @reference('coupon', 'Coupon', { description: 'The coupon that reduces its price.' })
  couponId: number | null = null;
  @Extensions({ [shownWhenSet]: true })
  @integer({ description: 'The id of the package of its person that pays for its service. Null if none does.' })
  @reference('package', 'Package', { description: 'The package that pays for its service. Null if none does.' })
  packageId: number | null = null;
  @Extensions({ [shownWhenSet]: true })
  @integer({
    description:
      'The units of the package that it has taken: one for each person, 0 if they were returned when it ended. Null without one.',
  })
  packageUnits: number | null = null;
  @integer({ description: 'The id of the order with its price. Null if its service has no price.' })
  @reference('order', 'Order', { description: 'The order with its price.' })
  orderId: number | null = null;

  @Property({ type: 'string', length: 11 })
  @Field(() => BookingType, { description: 'The kind of booking.' })
  bookingType = BookingType.APPOINTMENT;

  @requiredInstant({ description: 'When it begins.' }) bookedFrom!: Date;
  @requiredInstant({ description: 'When it ends.' }) bookedTo!: Date;
  /** The buffers of its service when it was made or moved, in minutes. An event has buffers of its own. */
  @requiredInteger({
    description:
      'The minutes before it for which its resource is kept free: the `bufferBefore` of its service with that resource when it was made or moved. 0 for an event.',
  })
  bufferBefore = 0;
  @requiredInteger({
    description:
      'The minutes after it for which its resource is kept free: the `bufferAfter` of its service with that resource when it was made or moved. 0 for an event.',
  })
  bufferAfter = 0;
  @requiredInteger({ description: 'The number of people. 1 by default.' }) count = 1;
  @decimal({
    description:
      'The price of one person, in the currency of the account, if its resource had one of its own when it was made. It stays when the booking moves. Null means that of its service.',
  })
  price: string | null = null;

  @Property({ type: 'json', nullable: true })
  @Extensions({ [shownWhenSet]: true })
  @Field(() => [BookedOption], {
    nullable: true,
    description: 'The options that it has chosen, as they were agreed. They stay when it moves. Null without any.',
    complexity: listCost(3),
  })
  options: BookedOption[] | null = null;

  @Property({ type: 'string', length: 21 })
  @Field(() => BookingState, { description: 'The state.' })
  state!: BookingState;

  @Property({ type: 'string', length: 11, nullable: true })
  @Field(() => BookingStatus, { nullable: true, description: 'The progress. Null, the default, if none was set.' })
  status: BookingStatus | null = null;

  @instant({
    description:
      'When a hold expires, unless it is verified or paid before. A date alone includes that day. Null if it does not.',
  })
  expiresAt: Date | null = null;
  @text({ description: 'The title.' }) title: string | null = null;
  @longText({ description: 'Notes.' }) notes: string | null = null;
  @instant({ description: 'When the SMS reminder is due. Null for none.' }) reminderAt: Date | null = null;
  @instant({ description: 'When the reminder was sent.' }) remindedAt: Date | null = null;
  @instant({ description: 'When it was paid.' }) paidAt: Date | null = null;
  @decimal({ description: 'The amount paid, in the currency of the account.' }) paidAmount: string | null = null;
  @text({ description: 'The id of the booking in another system.' }) externalId: string | null = null;
  @text({ length: 2048, description: 'A URL of the booking in another system.' }) externalUrl: string | null = null;
  @text({ length: 2048, description: 'A URL of the booking in another system, for the host.' })
  externalHostUrl: string | null = null;
  @text({ length: 2048, description: 'The URL of the place where it happens.' }) locationUrl: string | null = null;
  @text({ length: 2048, description: 'The URL of the place where it happens, for the host.' })
  locationHostUrl: string | null = null;
  @customData() customData: CustomData | null = null;
  @uuid({ description: 'The id that all bookings or events of a series share. Null if it is not part of one.' })
  collectionId: string | null = null;
  @Extensions({ [shownWhenSet]: true })
  @integer({
    description:
      'The id that all bookings of a visit share, which were made together: that of the first of them. Null if it is not part of one.',
  })
  visitId: number | null = null;
  @requiredInteger() revisionCount = 0;
  @text({ description: 'The name of the actor who created it.' }) createdBy: string | null = null;
  @text({ description: 'The name of the actor who last changed it.' }) updatedBy: string | null = null;
  @text({ length: 5, description: 'The way in which it is verified: `email` or `sms`. Null for no verification.' })
  verificationMethod: 'email' | 'sms' | null = null;
  @secretText({ length: 10, nullable: true, description: 'The code that verifies it. Null if there is none.' })
  verificationCode: string | null = null;

  @Property({ type: 'integer', hidden: true })
  verificationFailures = 0;

  /** The recipient of the code: an email address, or a phone number in E.164. Null without verification. */
  @Property({ type: 'string', length: 255, nullable: true, hidden: true })
  verificationRecipient: string | null = null;

  /**
   * Attributes that a visitor gave for an existing person. Verification fills the person's empty attributes with them.
   */
  @Property({ type: 'json', nullable: true, hidden: true })
  unverifiedAttributes: PersonAttributesInput | null = null;

  /** Raised to revoke the links to the booking that were sent; see `booking-link.rules.ts`. */
  @Property({ type: 'integer' })
  linkVersion = 0;

  /** Deliberately overbooked: neither the rules nor the database's constraint check its capacity. */
  @Property({ type: 'boolean' })
  ignoresCapacity = false;

  /** Whether it takes the places in `booking_place`, for the needs of its service, instead of one by its own resource and time. */
  @Property({ type: 'boolean', hidden: true })
  hasPlaces = false;

  /**
   * The ids of the resources of its places, so that entries of the change log have them before and after a change. Null if it
   * takes its own.
   */
  @Property({ type: 'json', nullable: true })
  placedResourceIds: number[] | null = null;

  /** The places that were decided and are not written yet; empty if it takes its own. No column. */
  places?: readonly DecidedPlace[];

  /** Whether messages by the account's templates are sent for it. */
  @Property({ type: 'boolean' })
  addsMessages = false;

  /** Whether the confirmation of its series stands for its own: it was confirmed when the series was created. */
  @Property({ type: 'boolean', hidden: true })
  confirmedWithSeries = false;

  /** The message options of the request that created the booking, for messages after its payment. */
  @Property({ type: 'json', nullable: true, hidden: true })
  chosenMessages: MessageChoice | null = null;

  /** The reason for its resource. Null if the request named the resource, or another strategy chose it. */
  @Property({ type: 'json', nullable: true, hidden: true })
  assignment: StoredAssignment | null = null;

  /** The fees for cancelling late that its person agreed to. Null without any, and if staff made it. */
  @Property({ type: 'json', nullable: true, hidden: true })
  agreedFees: AgreedFees | null = null;

  /** The fee of a late cancellation, or one that was charged or waived. A no-show that was not charged has none yet. */
  @Property({ type: 'json', nullable: true, hidden: true })
  fee: BookingFee | null = null;

  /** The guardian to whom its links are given; undefined for those of its person, null for no links. Not stored. */
  linkGuardianId?: number | null | undefined;

  person?: Person | null;
  resource?: Resource;
  service?: Service | null;
  event?: Event | null;
  order?: Order | null;
}

@ObjectType()
export class BookingConnection extends createConnectionType(Booking, 'Booking') {}
