import { actorName, recordAll } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { changedBy, type RequestContext } from '../../context.js';
import { type Amount, toAmount, toDecimal } from '../../money.rules.js';
import { type Order, OrderLineItem } from '../../order/order.entity.js';
import type { PaymentMethod } from '../../order/payment-method.js';
import { type ShareOfTip, splitTip, workOfStaff } from '../../order/tip.rules.js';
import type { Booking } from '../booking.entity.js';
import { isOngoing } from '../states/booking-state.rules.js';

/** Writes a tip for the staff of the bookings of an order. Call it under the locks of the order. */
export async function giveTip(
  context: RequestContext,
  tx: AccountTransaction,
  { order, bookings }: { order: Order; bookings: readonly Booking[] },
  amount: Amount,
  method: PaymentMethod | null | undefined,
): Promise<void> {
  const lines = await tx.rows(OrderLineItem, { orderId: order.id });
  const ongoing = bookings.filter(({ state }) => isOngoing(state));
  const shares = splitTip(amount, workOfStaff(ongoing, lines), context.account.currency);
  await writeShares(context, tx, order, shares, method);
}

/** Writes the shares of a tip, negative ones of what is given back. Call it under the locks of the order. */
export async function writeShares(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  shares: readonly ShareOfTip[],
  method: PaymentMethod | null = null,
): Promise<void> {
  const sum = shares.reduce((total, { amount }) => total + amount, toAmount(order.tipAmount ?? '0'));
  order.tipAmount = toDecimal(sum);
  await recordAll(tx, [{ name: 'order.modified', record: order }], changedBy(context));
  const rows = shares.map(({ resourceId, amount }) => ({ resourceId, amount: toDecimal(amount) }));
  tx.send(
    `insert into tip (account_id, created_at, updated_at, order_id, resource_id, amount, method, recorded_by)
     select $1, $2, $2, $3, "resourceId", amount, $4, $5
     from jsonb_to_recordset($6::jsonb) as share ("resourceId" integer, amount numeric)`,
    [order.updatedAt, order.id, method, actorName(context.actor), JSON.stringify(rows)],
  );
}
