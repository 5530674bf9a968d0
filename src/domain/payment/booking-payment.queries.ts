import type { RequestContext } from '../context.js';
import { toDecimal } from '../money.rules.js';
import { Order, OrderState } from '../order/order.entity.js';
import { balanceDue } from '../order/order.rules.js';
import { createContextLoader } from '../records/computed-field.js';
import { canPayOnline } from './payment-settings.actions.js';

/**
 * Returns what is left of an order, or null if it cannot be paid at the payment provider of the account. One statement
 * reads all orders of the same tick.
 */
export const loadPayableOnline = createContextLoader(readBalances, null);

async function readBalances(context: RequestContext, orderIds: readonly number[]): Promise<Map<number, string>> {
  if (!(await canPayOnline(context))) return new Map();
  const orders = await context.db.rows(Order, { id: { $in: [...orderIds] }, state: OrderState.PENDING });
  return new Map(orders.map((order) => [order.id, toDecimal(balanceDue(order))]));
}
