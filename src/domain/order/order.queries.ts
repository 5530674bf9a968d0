import DataLoader from 'dataloader';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { RequestContext } from '../context.js';
import type { List } from '../list.js';
import { Order, OrderConnection } from './order.entity.js';
import { OrderFilter, OrderPaymentFilter, orderOrder, orderPaymentOrder } from './order.input.js';
import { OrderLineItem } from './order-line-item.entity.js';
import { OrderPayment, OrderPaymentConnection } from './order-payment.entity.js';

/** @throws DomainError NOT_FOUND */
export function getOrder(context: RequestContext, id: number): Promise<Row<Order>> {
  return getRow(context.db, Order, id);
}

export const orderList: List<Order, OrderFilter, OrderConnection> = {
  name: 'orders',
  entity: Order,
  connection: OrderConnection,
  filter: OrderFilter,
  order: orderOrder,
  conditions: (_context, { state, personId }) => ({
    ...(state && { state }),
    ...(typeof personId === 'number' && { personId }),
  }),
};

/** The payments of a gift card. */
export const orderPaymentList: List<OrderPayment, OrderPaymentFilter, OrderPaymentConnection> = {
  name: 'orderPayments',
  entity: OrderPayment,
  connection: OrderPaymentConnection,
  filter: OrderPaymentFilter,
  order: orderPaymentOrder,
  conditions: () => ({}),
};

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
