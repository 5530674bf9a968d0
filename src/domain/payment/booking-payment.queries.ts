import DataLoader from 'dataloader';
import type { RequestContext } from '../context.js';
import { toDecimal } from '../money.rules.js';
import { Order, OrderState } from '../order/order.entity.js';
import { balanceDue } from '../order/order.rules.js';
import { canPayOnline } from './payment-settings.actions.js';

type AmountLoader = DataLoader<number, string | null>;

const loaders = new WeakMap<RequestContext, AmountLoader>();

/**
 * Returns what is left of an order, or null if it cannot be paid at the payment provider of the account. One statement
 * reads all orders of the same tick.
 */
export function loadPayableOnline(context: RequestContext, orderId: number): Promise<string | null> {
  const loader = loaders.get(context) ?? createLoader(context);
  loaders.set(context, loader);
  return loader.load(orderId);
}

/** Nothing is cached: a later operation of the same context may follow a payment. */
function createLoader(context: RequestContext): AmountLoader {
  return new DataLoader<number, string | null>(
    async (ids) => {
      if (!(await canPayOnline(context))) return ids.map(() => null);
      const rows = await context.db.rows(Order, { id: { $in: [...new Set(ids)] }, state: OrderState.PENDING });
      const balances = new Map(rows.map((order) => [order.id, toDecimal(balanceDue(order))]));
      return ids.map((id) => balances.get(id) ?? null);
    },
    { cache: false },
  );
}
