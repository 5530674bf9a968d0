import { Field, InputType } from 'type-graphql';
import { byId, byPriority, byText, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { BookingType, Service, ServiceConnection } from './service.entity.js';

/** Filters, combined with AND (spec, Services). */
@InputType()
export class ServiceFilter extends RecordFilter {
  @Field(() => BookingType, { nullable: true, description: 'Returns services of this kind.' })
  bookingType?: BookingType | null;
}
const serviceOrder = createListOrder(
  'ServiceOrder',
  { PRIORITY: byPriority, TITLE: byText('title', 'title'), ID: byId, UPDATED_AT: byUpdate },
  'PRIORITY',
);

/** Active services. */
export const serviceList: List<Service, ServiceFilter, ServiceConnection> = {
  name: 'services',
  entity: Service,
  connection: ServiceConnection,
  filter: ServiceFilter,
  order: serviceOrder,
  conditions: (_context, { bookingType }) => ({
    $and: [{ active: true, ...(bookingType && { bookingType }) }],
  }),
};
