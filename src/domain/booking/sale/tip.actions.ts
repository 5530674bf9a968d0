import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid } from '../../../platform/errors.js';
import type { RequestContext } from '../../context.js';
import { toAmount } from '../../money.rules.js';
import { Order, OrderState } from '../../order/order.entity.js';
import { amountError } from '../../order/order.rules.js';
import { rejectMethodOfServer } from '../../order/payment-method.js';
import { type BookingTipArguments, type OrderTipArguments, Tip, type TipArguments } from '../../order/tip.entity.js';
import { maxTip, splitTipBack } from '../../order/tip.rules.js';
import { Person } from '../../person/person.entity.js';
import { lockBooking } from '../states/booking-lock.actions.js';
import { isVerified } from '../states/booking-state.rules.js';
import { sellNothing } from './booking-sale.actions.js';
import { giveTip, writeShares } from './give-tip.actions.js';
import { lockOrder } from './payment.actions.js';
import { recordSales, soldTo } from './sale.actions.js';
import { lockVisitsOf } from './visit-sale.actions.js';

/**
 * Records a tip that was given with an order, for the staff of its bookings. It changes neither the price nor what is paid.
 *
 * @throws DomainError INVALID on `amount`, `method`, and on `orderId` if the order is cancelled; NOT_FOUND
 */
export function recordTip(context: RequestContext, { orderId, ...tip }: OrderTipArguments): Promise<Order> {
  return context.db.transaction(async (tx) => {
    rejectTip(context, tip);
    return tipOrder(context, tx, orderId, tip);
  });
}

/**
 * Records a tip that was given with a booking. One that is free, or paid elsewhere, gets an order for it.
 *
 * @throws DomainError INVALID on `amount`, `method`, and on `bookingId` if the booking or its order has ended; NOT_FOUND
 */
export function recordTipOfBooking(
  context: RequestContext,
  { bookingId, ...tip }: BookingTipArguments,
): Promise<Order> {
  return context.db.transaction(async (tx) => {
    rejectTip(context, tip);
    return tipOrder(context, tx, await orderForTip(context, tx, bookingId), tip);
  });
}

function rejectTip({ account }: RequestContext, { amount, method }: TipArguments): void {
  rejectMethodOfServer(method);
  const errors = amountError(amount, maxTip, account.currency);
  if (errors) throw invalid({ amount: errors });
}

async function tipOrder(
  context: RequestContext,
  tx: AccountTransaction,
  orderId: number,
  { amount, method }: TipArguments,
): Promise<Order> {
  const locked = await lockOrder(context, tx, orderId, [Order, orderId]);
  if (locked.order.state === OrderState.CANCELLED) throw invalid({ orderId: ['is cancelled'] });
  await giveTip(context, tx, locked, toAmount(amount), method);
  return locked.order;
}

/**
 * Returns the id of the order of a booking. One without a price gets an order that sells nothing, so that it can have a tip.
 *
 * @throws DomainError INVALID on `bookingId` if the booking is not active or not verified; NOT_FOUND
 */
export async function orderForTip(context: RequestContext, tx: AccountTransaction, bookingId: number): Promise<number> {
  const { booking, now } = await lockBooking(context, tx, bookingId);
  if (booking.orderId !== null) return booking.orderId;
  if (!isVerified(booking, now)) throw invalid({ bookingId: ['is not active'] });
  await lockVisitsOf(tx, [booking]);
  const { personId } = booking;
  const person = personId === null ? null : await tx.find(Person, personId);
  const order = sellNothing(context, tx);
  const sale = await soldTo(tx, { coupons: [], order }, person ?? undefined);
  await recordSales(context, tx, [{ name: 'booking.modified', booking, sale }]);
  return order.order.id;
}

/**
 * Records that a tip, or a part of it, was given back. Everyone loses in proportion to what they got.
 *
 * @throws DomainError INVALID on `amount`, `method`, and on `orderId` if there is no tip; NOT_FOUND
 */
export function refundTip(context: RequestContext, { orderId, amount, method }: OrderTipArguments): Promise<Order> {
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
