import { actorName, recordAll } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid } from '../../../platform/errors.js';
import { changedBy, type RequestContext } from '../../context.js';
import { toAmount, toDecimal } from '../../money.rules.js';
import { Order, OrderLineItem, OrderState } from '../../order/order.entity.js';
import { amountError } from '../../order/order.rules.js';
import { type PaymentMethod, rejectMethodOfServer } from '../../order/payment-method.js';
import { Tip, type TipArguments } from '../../order/tip.entity.js';
import { maxTip, type ShareOfTip, splitTip, splitTipBack, workOfStaff } from '../../order/tip.rules.js';
import { isOngoing } from '../states/booking-state.rules.js';
import { lockOrder } from './payment.actions.js';

/**
 * Records a tip that was given with an order, for the staff of its bookings. It changes neither the price nor what is paid.
 *
 * @throws DomainError INVALID on `amount`, `method`, and on `orderId` if the order is cancelled; NOT_FOUND
 */
export function recordTip(context: RequestContext, { orderId, amount, method }: TipArguments): Promise<Order> {
  return context.db.transaction(async (tx) => {
    rejectMethodOfServer(method);
    const { currency } = context.account;
    const errors = amountError(amount, maxTip, currency);
    if (errors) throw invalid({ amount: errors });
    const { order, bookings } = await lockOrder(context, tx, orderId, [Order, orderId]);
    if (order.state === OrderState.CANCELLED) throw invalid({ orderId: ['is cancelled'] });
    const lines = await tx.rows(OrderLineItem, { orderId });
    const ongoing = bookings.filter(({ state }) => isOngoing(state));
    await writeShares(context, tx, order, splitTip(toAmount(amount), workOfStaff(ongoing, lines), currency), method);
    return order;
  });
}

/**
 * Records that a tip, or a part of it, was given back. Everyone loses in proportion to what they got.
 *
 * @throws DomainError INVALID on `amount`, `method`, and on `orderId` if there is no tip; NOT_FOUND
 */
export function refundTip(context: RequestContext, { orderId, amount, method }: TipArguments): Promise<Order> {
  return context.db.transaction(async (tx) => {
    rejectMethodOfServer(method);
    const { currency } = context.account;
    const { order } = await lockOrder(context, tx, orderId, [Order, orderId]);
    const most = toAmount(order.tipAmount ?? '0');
    if (most === 0n) throw invalid({ orderId: ['has nothing to refund'] });
    const errors = amountError(amount, most, currency);
    if (errors) throw invalid({ amount: errors });
    const given = await tx.rows(Tip, { orderId }, { orderBy: { id: 'asc' } });
    await writeShares(context, tx, order, splitTipBack(toAmount(amount), given, currency), method);
    return order;
  });
}

async function writeShares(
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
