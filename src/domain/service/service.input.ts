import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../records/attributes.js';
import { byId, byPriority, byText, byUpdate, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';
import { BookingType, Service } from './service.entity.js';

/**
 * Attributes of a service. An absent field keeps its value; null clears it or restores the default. Intervals are in
 * minutes.
 */
@InputType({
  description: 'Attributes of a service. An absent one stays unchanged. Null clears it or restores its default.',
})
export class ServiceInput extends inputOf(Service, 'active') {
  @Field(() => Int, { nullable: true, deprecationReason: 'Use bookingType, which takes precedence.' })
  bookingTypeId?: number | null;
}

/** Filters, combined with AND (spec, Services). */
@InputType()
export class ServiceFilter extends RecordFilter {
  @Field(() => BookingType, { nullable: true, description: 'Returns services of this kind.' })
  bookingType?: BookingType | null;
}
export const serviceOrder = createListOrder(
  'ServiceOrder',
  { PRIORITY: byPriority, TITLE: byText('title', 'title'), ID: byId, UPDATED_AT: byUpdate },
  'PRIORITY',
);
