import type { RequestContext } from '../context.js';
import type { List } from '../records/list.js';
import { requireVisible } from '../records/record.rules.js';
import { Service, ServiceConnection } from './service.entity.js';
import { ServiceFilter, serviceOrder } from './service.input.js';

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
