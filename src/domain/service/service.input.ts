import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../entity-attributes.js';
import { BookingType, Service } from './service.entity.js';

/** Attributes of a service; what is absent is left as it is, null clears or restores the default. Intervals are in minutes. */
@InputType()
export class ServiceInput extends inputOf(Service, 'active') {
  @Field(() => Int, { nullable: true, deprecationReason: 'Use bookingType, which goes before it.' })
  bookingTypeId?: number | null;
}

/** Conditions that must all hold (spec, Services). */
@InputType()
export class ServiceFilter {
  @Field(() => BookingType, { nullable: true }) bookingType?: BookingType | null;
}
