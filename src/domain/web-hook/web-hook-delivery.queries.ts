import type { RequestContext } from '../context.js';
import type { List } from '../records/list.js';
import { WebHookDelivery, WebHookDeliveryConnection } from './web-hook-delivery.entity.js';
import { deliveryOrder, WebHookDeliveryFilter } from './web-hook-delivery.input.js';

/** @throws DomainError NOT_FOUND */
export function getDelivery(context: RequestContext, id: number): Promise<WebHookDelivery> {
  return context.db.get(WebHookDelivery, id);
}

export const deliveryList: List<WebHookDelivery, WebHookDeliveryFilter, WebHookDeliveryConnection> = {
  name: 'webHookDeliveries',
  entity: WebHookDelivery,
  connection: WebHookDeliveryConnection,
  filter: WebHookDeliveryFilter,
  order: deliveryOrder,
  conditions: (_context, { webHookId, state, event }) => ({
    $and: [{ ...(webHookId && { webHookId }), ...(state && { state }), ...(event && { event }) }],
  }),
};
