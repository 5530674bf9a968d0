import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType, registerEnumType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
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
import type { Range } from '../../platform/range.js';
import type { CustomData } from '../../platform/scalars.js';
import { createConnectionType } from '../connection.type.js';

export enum BookingType {
  APPOINTMENT = 'appointment',
  ATTENDANCE = 'attendance',
  PRODUCT = 'product',
  GIFT_CARD = 'gift_card',
}
registerEnumType(BookingType, { name: 'BookingType', description: 'The kind of booking that a service creates.' });

export enum PriorityStrategy {
  ORDER = 'order',
  RANDOM = 'random',
  WEIGHT = 'weight',
}
registerEnumType(PriorityStrategy, {
  name: 'PriorityStrategy',
  description:
    'How a free resource is chosen if the booking names none: by lowest priority value, at random, or at random weighted by priority value.',
});

export enum AvailabilityType {
  PROVIDER = 'provider',
  RESOURCE = 'resource',
}
registerEnumType(AvailabilityType, {
  name: 'AvailabilityType',
  description: 'Whose opening hours apply: those of the provider, or only those of the resource.',
});

/** In minutes, up to a day. */
const buffer: Range = { from: 0, upTo: 1440 };
const positive: Range = { above: 0 };
/** Up to a leap year, in minutes. */
const length: Range = { above: 0, upTo: 527_040 };

/** A service that can be booked (spec, Service). Intervals are in minutes. */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Service extends AccountRecord {
  static readonly lockKind = 'service';

  @flag() active = true;
  @requiredText() title!: string;
  @longText() description: string | null = null;
  @choice(() => BookingType, 11) bookingType = BookingType.APPOINTMENT;
  /** The length of a slot. */
  @requiredInteger(length) interval = 60;
  /** The distance between the starts of slots. Null means the length of a slot. */
  @integer(length) nextInterval: number | null = null;
  @integer({ above: 0, upTo: 1440 }) intervalRounding: number | null = null;
  /** The time before and after a booking that its resource is kept free. */
  @requiredInteger(buffer) bufferBefore = 0;
  @requiredInteger(buffer) bufferAfter = 0;
  /** The maximum length of a public booking, in intervals. */
  @requiredInteger(positive) maxSlots = 1;
  /** The maximum number of people per booking. */
  @integer(positive) bookingCapacity: number | null = null;
  /** The minimum number of people per booking. */
  @integer(positive) bookingMinimum: number | null = null;
  @flag() hasDayBooking = false;
  @flag() dayBookingSpecifyTime = false;
  @flag() sameDay = false;
  @decimal({ from: 0 }) price: string | null = null;
  @flag() paymentRequired = false;
  @flag() allowInvoice = false;
  /** Whether staff confirm bookings by hand. If true, this overrides an account that does not require it. */
  @flag({ nullable: true }) confirmManually: boolean | null = null;
  @choice(() => PriorityStrategy, 6) priorityStrategy = PriorityStrategy.ORDER;
  @integer() priorityValue: number | null = null;
  @choice(() => AvailabilityType, 8) availabilityType = AvailabilityType.PROVIDER;
  @text() template: string | null = null;
  @longText() terms: string | null = null;
  @customData() customData: CustomData | null = null;
  @longText() bookingForm: string | null = null;
  @longText() mailVerification: string | null = null;
  @longText() mailConfirmation: string | null = null;
  @longText() mailModification: string | null = null;
  @longText() mailAwaitingConfirmation: string | null = null;
  @longText() mailCancellation: string | null = null;
  @longText() mailWaitlistOffer: string | null = null;
  @longText() smsVerification: string | null = null;
  @longText() smsConfirmation: string | null = null;
  @longText() smsReminder: string | null = null;
  @longText() smsModification: string | null = null;
  @longText() smsAwaitingConfirmation: string | null = null;
  @longText() smsCancellation: string | null = null;
  @longText() smsWaitlistOffer: string | null = null;
}

@ObjectType()
export class ServiceConnection extends createConnectionType(Service, 'Service') {}
