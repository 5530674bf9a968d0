import { Field, InputType, Int } from 'type-graphql';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { RequestContext } from '../context.js';
import { GiftCard } from '../gift-card/gift-card.entity.js';
import { createContextLoader } from '../records/computed-field.js';
import { byId, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import {
  Order,
  OrderConnection,
  OrderLineItem,
  OrderLineItemConnection,
  OrderPayment,
  OrderPaymentConnection,
  OrderState,
} from './order.entity.js';
import { PaymentRefund } from './payment-refund.entity.js';
import { Tip } from './tip.entity.js';

const orderOrder = createListOrder('OrderOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class OrderFilter extends RecordFilter {
  @Field(() => OrderState, { nullable: true, description: 'Returns the orders in this state.' })
  state?: OrderState | null;
  @Field(() => Int, { nullable: true, description: 'Returns the orders of this person.' }) personId?: number | null;
}

const orderLineItemOrder = createListOrder('OrderLineItemOrder', { ID: byId }, 'ID');

@InputType()
export class OrderLineItemFilter extends RecordFilter {}

const orderPaymentOrder = createListOrder('OrderPaymentOrder', { ID: byId }, 'ID');

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
class OrderPaymentFilter extends RecordFilter {}

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

/** The items of all orders, of those that sell a service, or that a gift card paid for. */
export const orderLineItemList: List<OrderLineItem, OrderLineItemFilter, OrderLineItemConnection> = {
  name: 'orderLineItems',
  entity: OrderLineItem,
  connection: OrderLineItemConnection,
  filter: OrderLineItemFilter,
  order: orderLineItemOrder,
  conditions: () => ({}),
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

type ReadParts<Part> = (db: AccountDatabase, ownerIds: number[]) => Promise<Part[]>;

/** Creates a loader of the parts of orders or line items. One statement reads the parts of all of the same tick. */
function createPartLoader<Part>(readParts: ReadParts<Part>, ownerIdOf: (part: Part) => number | null) {
  const none: Part[] = [];
  return createContextLoader(
    async ({ db }, ownerIds) => Map.groupBy(await readParts(db, [...ownerIds]), (part) => ownerIdOf(part) ?? 0),
    none,
  );
}

const inIdOrder = { orderBy: { id: 'asc' } } as const;

export const loadLineItems = createPartLoader(
  (db, orderIds) => db.rows(OrderLineItem, { orderId: { $in: orderIds } }, inIdOrder),
  ({ orderId }) => orderId,
);
export const loadPayments = createPartLoader(
  (db, orderIds) => db.rows(OrderPayment, { orderId: { $in: orderIds } }, inIdOrder),
  ({ orderId }) => orderId,
);
export const loadRefunds = createPartLoader(
  (db, orderIds) => db.rows(PaymentRefund, { orderId: { $in: orderIds } }, inIdOrder),
  ({ orderId }) => orderId,
);
export const loadTips = createPartLoader(
  (db, orderIds) => db.rows(Tip, { orderId: { $in: orderIds } }, inIdOrder),
  ({ orderId }) => orderId,
);
const loadCardsOfLine = createPartLoader(
  (db, lineItemIds) => db.rows(GiftCard, { orderLineItemId: { $in: lineItemIds } }, inIdOrder),
  ({ orderLineItemId }) => orderLineItemId,
);

/** Returns the gift cards that an order issued, in every state, in the order of its line items. */
export async function loadIssuedGiftCards(context: RequestContext, orderId: number): Promise<GiftCard[]> {
  const lineItems = await loadLineItems(context, orderId);
  const sold = lineItems.filter(({ bookingId, optionId }) => bookingId === null && optionId === null);
  return (await Promise.all(sold.map(({ id }) => loadCardsOfLine(context, id)))).flat();
}
