import type { FilterQuery } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { PageRequest } from '../connection.type.js';
import type { RequestContext } from '../context.js';
import { Order, OrderConnection } from './order.entity.js';
import type { OrderFilter } from './order.input.js';
import { OrderLineItem } from './order-line-item.entity.js';
import { OrderPayment } from './order-payment.entity.js';

/** @throws DomainError NOT_FOUND */
export function getOrder(context: RequestContext, id: number): Promise<Row<Order>> {
  return getRow(context.db, Order, id);
}

/** Lists orders by id. Without a page, returns all of them. */
export function listOrders(
  context: RequestContext,
  { state, personId }: OrderFilter,
  page: PageRequest | undefined,
): OrderConnection {
  const where: FilterQuery<Order> = { ...(state && { state }), ...(typeof personId === 'number' && { personId }) };
  return new OrderConnection(
    page,
    (slice) => context.db.rows(Order, where, { orderBy: { id: 'asc' }, ...slice }),
    () => context.db.count(Order, where),
  );
}

type ReadByOrder<OrderPart> = (db: AccountDatabase, orderIds: number[]) => Promise<OrderPart[]>;

/** Creates a loader of the parts of an order, which reads those of all orders of the same tick with one query. */
function loadByOrder<OrderPart extends { orderId: number }>(read: ReadByOrder<OrderPart>) {
  const loaders = new WeakMap<RequestContext, DataLoader<number, OrderPart[]>>();
  return (context: RequestContext, orderId: number): Promise<OrderPart[]> => {
    let loader = loaders.get(context);
    if (!loader) {
      const readAll = async (orderIds: readonly number[]): Promise<OrderPart[][]> => {
        const parts = Map.groupBy(await read(context.db, [...new Set(orderIds)]), (part) => part.orderId);
        return orderIds.map((id) => parts.get(id) ?? []);
      };
      // Not cached: a later operation of the same context may follow a payment.
      loader = new DataLoader(readAll, { cache: false });
      loaders.set(context, loader);
    }
    return loader.load(orderId);
  };
}

const byId = { orderBy: { id: 'asc' } } as const;

export const loadLineItems = loadByOrder((db, orderIds) =>
  db.rows(OrderLineItem, { orderId: { $in: orderIds } }, byId),
);
export const loadPayments = loadByOrder((db, orderIds) => db.rows(OrderPayment, { orderId: { $in: orderIds } }, byId));
