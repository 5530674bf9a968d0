import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import {
  customData,
  decimal,
  flag,
  integer,
  longText,
  requiredInteger,
  requiredText,
  text,
} from '../../platform/database/columns.js';
import type { CustomData } from '../../platform/scalars.js';
import { connectionOf } from '../connection.js';

export enum BookingType {
  APPOINTMENT = 'appointment',
  ATTENDANCE = 'attendance',
  PRODUCT = 'product',
  GIFT_CARD = 'gift_card',
}
registerEnumType(BookingType, { name: 'BookingType', description: 'What booking a service makes.' });

export enum PriorityStrategy {
  ORDER = 'order',
  RANDOM = 'random',
  WEIGHT = 'weight',
}
registerEnumType(PriorityStrategy, {
  name: 'PriorityStrategy',
  description:
    'How a free resource is chosen when none is named: lowest priority value first, by chance, or by chance weighted by the priority value.',
});

export enum AvailabilityType {
  PROVIDER = 'provider',
  RESOURCE = 'resource',
}
registerEnumType(AvailabilityType, {
  name: 'AvailabilityType',
  description: 'Whether the hours of the provider count, or those of the resource alone.',
});

/** What can be booked (spec, Service). Intervals are in minutes. */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Service extends AccountRecord {
  static readonly lockKind = 'service';

  @flag() active = true;
  @requiredText() title!: string;
  @longText() description: string | null = null;

  @Property({ type: 'string', length: 11 })
  @Field(() => BookingType)
  bookingType = BookingType.APPOINTMENT;

  /** Length of a slot. */
  @requiredInteger() interval = 60;
  /** From the start of a slot to that of the next; the length when null. */
  @integer() nextInterval: number | null = null;
  @integer() intervalRounding: number | null = null;
  /** The longest public booking, in intervals. */
  @requiredInteger() maxSlots = 1;
  /** The most people of one booking. */
  @integer() bookingCapacity: number | null = null;
  /** The fewest people of one booking. */
  @integer() bookingMinimum: number | null = null;
  @flag() hasDayBooking = false;
  @flag() dayBookingSpecifyTime = false;
  @flag() sameDay = false;
  @decimal() price: string | null = null;
  @flag() paymentRequired = false;
  @flag() allowInvoice = false;
  /** Whether bookings wait for a confirmation by hand, also where the account does not ask for it. */
  @flag({ nullable: true }) confirmManually: boolean | null = null;

  @Property({ type: 'string', length: 6 })
  @Field(() => PriorityStrategy)
  priorityStrategy = PriorityStrategy.ORDER;

  @integer() priorityValue: number | null = null;

  @Property({ type: 'string', length: 8 })
  @Field(() => AvailabilityType)
  availabilityType = AvailabilityType.PROVIDER;

  @text() template: string | null = null;
  @longText() terms: string | null = null;
  @customData() customData: CustomData | null = null;
  @longText() bookingForm: string | null = null;
  @longText() mailVerification: string | null = null;
  @longText() mailConfirmation: string | null = null;
  @longText() mailModification: string | null = null;
  @longText() mailAwaitingConfirmation: string | null = null;
  @longText() mailCancellation: string | null = null;
  @longText() smsVerification: string | null = null;
  @longText() smsConfirmation: string | null = null;
  @longText() smsReminder: string | null = null;
  @longText() smsModification: string | null = null;
  @longText() smsAwaitingConfirmation: string | null = null;
  @longText() smsCancellation: string | null = null;
}

@ObjectType()
export class ServiceConnection extends connectionOf(Service, 'Service') {}
