import { Field, InputType } from 'type-graphql';
import type { RequestContext } from '../context.js';
import type { List } from '../records/list.js';
import { byId, byPriority, byText, byUpdate, createListOrder } from '../records/list-order.js';
import { requireVisible } from '../records/record.rules.js';
import { RecordFilter } from '../records/record-filter.input.js';
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

/** Returns a service. Visitors do not see deleted ones. @throws DomainError NOT_FOUND */
export async function getService(context: RequestContext, id: number): Promise<Service> {
  return requireVisible(context, await context.db.get(Service, id));
}

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
