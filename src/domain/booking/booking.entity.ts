import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
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
import { reference } from '../../platform/database/reference.js';
import type { Row } from '../../platform/database/rows.js';
import type { CustomData } from '../../platform/scalars.js';
import { BookingState } from '../booking-states.js';
import { createConnectionType } from '../connection.type.js';
import { Event } from '../event/event.entity.js';
import { Order } from '../order/order.entity.js';
import { Person } from '../person/person.entity.js';
import type { PersonAttributesInput } from '../person/person.input.js';
import { Resource } from '../resource/resource.entity.js';
import { BookingType, Service } from '../service/service.entity.js';
import type { MessageChoice } from './messages/message-choice.input.js';

export { BookingState };

export enum BookingStatus {
  CHECKED_IN = 'checked_in',
  IN_PROGRESS = 'in_progress',
  COMPLETED = 'completed',
  NO_SHOW = 'no_show',
}
registerEnumType(BookingStatus, { name: 'BookingStatus', description: 'The progress of an active booking.' });

/**
 * A reservation of a resource for a period (spec, Booking). Periods are half-open: one may end when the next begins.
 */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Booking extends AccountRecord {
  static readonly lockKind = 'booking';
  static readonly constraintMessages: ConstraintMessagesOf<Booking> = {
    booking_fits_resource: { resourceId: ['is not available'] },
    booking_fits_event: { eventId: ['is full'] },
    coupon_is_available: { couponId: ['is used up'] },
  };

  @requiredInteger() resourceId!: number;
  @integer() serviceId: number | null = null;
  @integer() eventId: number | null = null;
  @integer() personId: number | null = null;
  /** The person who made the booking, if it is for another person. */
  @integer() bookedByPersonId: number | null = null;
  @integer() couponId: number | null = null;
  /** The order with its price, if its service has one. */
  @integer() orderId: number | null = null;

  @Property({ type: 'string', length: 11 })
  @Field(() => BookingType)
  bookingType = BookingType.APPOINTMENT;

  @requiredInstant() bookedFrom!: Date;
  @requiredInstant() bookedTo!: Date;
  /** The buffers of its service when it was made or moved, in minutes. An event has buffers of its own. */
  @requiredInteger() bufferBefore = 0;
  @requiredInteger() bufferAfter = 0;
  /** The number of people. */
  @requiredInteger() count = 1;

  @Property({ type: 'string', length: 21 })
  @Field(() => BookingState)
  state!: BookingState;

  @Property({ type: 'string', length: 11, nullable: true })
  @Field(() => BookingStatus, { nullable: true })
  status: BookingStatus | null = null;

  /** The time at which a hold expires, unless it is verified or paid before. */
  @instant() expiresAt: Date | null = null;
  @text() title: string | null = null;
  @longText() notes: string | null = null;
  @instant() reminderAt: Date | null = null;
  @instant() remindedAt: Date | null = null;
  @instant() paidAt: Date | null = null;
  @decimal() paidAmount: string | null = null;
  @text() externalId: string | null = null;
  @text(2048) externalUrl: string | null = null;
  @text(2048) externalHostUrl: string | null = null;
  @text(2048) locationUrl: string | null = null;
  @text(2048) locationHostUrl: string | null = null;
  @customData() customData: CustomData | null = null;
  @uuid() collectionId: string | null = null;
  /** The number of changes since its creation. */
  @requiredInteger() revisionCount = 0;
  @text() createdBy: string | null = null;
  @text() updatedBy: string | null = null;
  @text(5) verificationMethod: 'email' | 'sms' | null = null;
  @secretText(10, { nullable: true }) verificationCode: string | null = null;

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

  /** Whether messages by the account's templates are sent for it. */
  @Property({ type: 'boolean' })
  addsMessages = false;

  /** The message options of the request that created the booking, for messages after its payment. */
  @Property({ type: 'json', nullable: true, hidden: true })
  chosenMessages: MessageChoice | null = null;

  @reference('personId', () => Person) person?: Row<Person> | null;
  @reference('resourceId', () => Resource, { nullable: false }) resource?: Row<Resource>;
  @reference('serviceId', () => Service) service?: Row<Service> | null;
  @reference('eventId', () => Event) event?: Row<Event> | null;
  @reference('orderId', () => Order) order?: Row<Order> | null;
}

@ObjectType()
export class BookingConnection extends createConnectionType(Booking, 'Booking') {}
