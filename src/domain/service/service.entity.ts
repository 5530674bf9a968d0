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

const positive: Range = { above: 0 };
/** Up to a leap year, in minutes. */
const length: Range = { above: 0, upTo: 527_040 };

/** What can be booked (spec, Service). Intervals are in minutes. */
@Entity()
@ObjectType({ simpleResolvers: true })
export class Service extends AccountRecord {
  static readonly lockKind = 'service';

  @flag() active = true;
  @requiredText() title!: string;
  @longText() description: string | null = null;
  @choice(() => BookingType, 11) bookingType = BookingType.APPOINTMENT;
  /** Length of a slot. */
  @requiredInteger(length) interval = 60;
  /** From the start of a slot to that of the next; the length when null. */
  @integer(length) nextInterval: number | null = null;
  @integer({ above: 0, upTo: 1440 }) intervalRounding: number | null = null;
  /** The longest public booking, in intervals. */
  @requiredInteger(positive) maxSlots = 1;
  /** The most people of one booking. */
  @integer(positive) bookingCapacity: number | null = null;
  /** The fewest people of one booking. */
  @integer(positive) bookingMinimum: number | null = null;
  @flag() hasDayBooking = false;
  @flag() dayBookingSpecifyTime = false;
  @flag() sameDay = false;
  @decimal(12, { from: 0 }) price: string | null = null;
  @flag() paymentRequired = false;
  @flag() allowInvoice = false;
  /** Whether bookings wait for a confirmation by hand, also where the account does not ask for it. */
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
  @longText() smsVerification: string | null = null;
  @longText() smsConfirmation: string | null = null;
  @longText() smsReminder: string | null = null;
  @longText() smsModification: string | null = null;
  @longText() smsAwaitingConfirmation: string | null = null;
  @longText() smsCancellation: string | null = null;
}

@ObjectType()
export class ServiceConnection extends connectionOf(Service, 'Service') {}
