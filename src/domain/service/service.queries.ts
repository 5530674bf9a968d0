import { type FilterQuery, QueryOrder } from '@mikro-orm/core';
import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { RequestContext } from '../context.js';
import { requireVisible } from '../visibility.rules.js';
import { Service, ServiceConnection } from './service.entity.js';
import type { ServiceFilter } from './service.input.js';

/** Returns a service. Visitors do not see deleted ones. @throws DomainError NOT_FOUND */
export async function getService(context: RequestContext, id: number): Promise<Row<Service>> {
  return requireVisible(context, await getRow(context.db, Service, id));
}

/**
 * Lists active services by priority value, then by id. Services without a priority value are last.
 *
 * @param ids restricts the list to these services
 */
export function listServices(
  context: RequestContext,
  { bookingType }: ServiceFilter,
  ids?: readonly number[],
): ServiceConnection {
  const where: FilterQuery<Service> = {
    active: true,
    ...(bookingType && { bookingType }),
    ...(ids && { id: { $in: [...ids] } }),
  };
  const orderBy = { priorityValue: QueryOrder.ASC_NULLS_LAST, id: QueryOrder.ASC };
  return new ServiceConnection(
    undefined,
    (part) => context.db.rows(Service, where, { orderBy, ...part }),
    () => context.db.count(Service, where),
  );
}
