import { Field, InputType, Int } from 'type-graphql';
import { type CustomData, CustomDataObject, Decimal } from '../../platform/scalars.js';
import { AvailabilityType, BookingType, PriorityStrategy } from './service.entity.js';

/** Attributes of a service; what is absent is left as it is, null clears or restores the default. Intervals are in minutes. */
@InputType()
export class ServiceInput {
  @Field(() => String, { nullable: true }) title?: string | null;
  @Field(() => String, { nullable: true }) description?: string | null;
  @Field(() => BookingType, { nullable: true }) bookingType?: BookingType | null;
  @Field(() => Int, { nullable: true, deprecationReason: 'Use bookingType, which goes before it.' })
  bookingTypeId?: number | null;
  @Field(() => Int, { nullable: true }) interval?: number | null;
  @Field(() => Int, { nullable: true }) nextInterval?: number | null;
  @Field(() => Int, { nullable: true }) intervalRounding?: number | null;
  @Field(() => Int, { nullable: true }) maxSlots?: number | null;
  @Field(() => Int, { nullable: true }) bookingCapacity?: number | null;
  @Field(() => Int, { nullable: true }) bookingMinimum?: number | null;
  @Field(() => Boolean, { nullable: true }) hasDayBooking?: boolean | null;
  @Field(() => Boolean, { nullable: true }) dayBookingSpecifyTime?: boolean | null;
  @Field(() => Boolean, { nullable: true }) sameDay?: boolean | null;
  @Field(() => Decimal, { nullable: true }) price?: string | null;
  @Field(() => Boolean, { nullable: true }) paymentRequired?: boolean | null;
  @Field(() => Boolean, { nullable: true }) allowInvoice?: boolean | null;
  @Field(() => Boolean, { nullable: true }) confirmManually?: boolean | null;
  @Field(() => PriorityStrategy, { nullable: true }) priorityStrategy?: PriorityStrategy | null;
  @Field(() => Int, { nullable: true }) priorityValue?: number | null;
  @Field(() => AvailabilityType, { nullable: true }) availabilityType?: AvailabilityType | null;
  @Field(() => String, { nullable: true }) template?: string | null;
  @Field(() => String, { nullable: true }) terms?: string | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;
  @Field(() => String, { nullable: true }) bookingForm?: string | null;
  @Field(() => String, { nullable: true }) mailVerification?: string | null;
  @Field(() => String, { nullable: true }) mailConfirmation?: string | null;
  @Field(() => String, { nullable: true }) mailModification?: string | null;
  @Field(() => String, { nullable: true }) mailAwaitingConfirmation?: string | null;
  @Field(() => String, { nullable: true }) mailCancellation?: string | null;
  @Field(() => String, { nullable: true }) smsVerification?: string | null;
  @Field(() => String, { nullable: true }) smsConfirmation?: string | null;
  @Field(() => String, { nullable: true }) smsReminder?: string | null;
  @Field(() => String, { nullable: true }) smsModification?: string | null;
  @Field(() => String, { nullable: true }) smsAwaitingConfirmation?: string | null;
  @Field(() => String, { nullable: true }) smsCancellation?: string | null;
}

/** Conditions that must all hold (spec, Services). */
@InputType()
export class ServiceFilter {
  @Field(() => BookingType, { nullable: true }) bookingType?: BookingType | null;
}
