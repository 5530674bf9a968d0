import type { FilterQuery } from '@mikro-orm/core';
import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { PageRequest } from '../connection.type.js';
import type { RequestContext } from '../context.js';
import { type DeliveryState, WebHookDelivery, WebHookDeliveryConnection } from './web-hook-delivery.entity.js';

export interface DeliveryFilter {
  webHookId?: number | null;
  state?: DeliveryState | null;
}

/** @throws DomainError NOT_FOUND */
export function getDelivery(context: RequestContext, id: number): Promise<Row<WebHookDelivery>> {
  return getRow(context.db, WebHookDelivery, id);
}

/** Lists deliveries, newest first. */
export function listDeliveries(
  { db }: RequestContext,
  { webHookId, state }: DeliveryFilter,
  page: PageRequest,
): WebHookDeliveryConnection {
  const where: FilterQuery<WebHookDelivery> = { ...(webHookId && { webHookId }), ...(state && { state }) };
  return new WebHookDeliveryConnection(
    page,
    (part) => db.rows(WebHookDelivery, where, { orderBy: { id: 'desc' }, ...part }),
    () => db.count(WebHookDelivery, where),
  );
}
