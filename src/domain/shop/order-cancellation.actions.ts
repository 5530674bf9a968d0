import { type ChangeToRecord, recordAll } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { invalid } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { Coupon } from '../coupon/coupon.entity.js';
import { applyCouponChanges } from '../coupon/coupon-use.actions.js';
import { GiftCard } from '../gift-card/gift-card.entity.js';
import { toAmount, toDecimal, unit } from '../money.rules.js';
import { Order, OrderLineItem, OrderState } from '../order/order.entity.js';
import { toCancelled } from '../order/order.rules.js';
import { lockCardShares, returnToCards, sumEntries, writeEntries } from '../order/order-ledger.actions.js';
import { archiveSoldPackages } from '../package/sold-packages.actions.js';
import { archive } from '../records/record.rules.js';

/**
 * Cancels an order without a booking. The use of its coupon and payments of gift cards are returned, other payments
 * stay as an amount to refund. Gift cards that it sold are archived, unless they were used. So are its packages, unless they pay
 * for bookings to come.
 *
 * @throws DomainError INVALID on `state`, on `orderId` if the order sells a booking, which is cancelled instead;
 * NOT_FOUND
 */
export function cancelOrder(context: RequestContext, id: number): Promise<Order> {
  return context.db.transaction(async (tx) => {
    const order = await tx.getLocked(Order, id);
    const lines = await tx.rows(OrderLineItem, { orderId: id });
    const isOfBooking = lines.some(({ bookingId, feeBookingId }) => (bookingId ?? feeBookingId) !== null);
    if (isOfBooking) throw invalid({ orderId: ['is of a booking'] });
    if (order.state === OrderState.CANCELLED) throw invalid({ state: ["can't be cancelled when cancelled"] });
    const coupon = order.couponId === null ? null : await tx.findLocked(Coupon, order.couponId);
    const lineIds = lines.map((line) => line.id);
    const packages = await archiveSoldPackages(context, tx, lineIds);
    const shares = (await lockCardShares(tx, [order])).get(id) ?? [];
    const archived = [...packages, ...(await archiveSoldCards(context, tx, lineIds))];

    const { entries, changes: returned } = returnToCards(shares, toAmount(order.paidAmount));
    const paidAmount = toDecimal(toAmount(order.paidAmount) + sumEntries(entries));
    Object.assign(order, { ...toCancelled(order), paidAmount });
    const changes: ChangeToRecord[] = [
      { name: 'order.cancelled', record: order },
      ...archived,
      ...returned,
      ...applyCouponChanges(coupon ? [{ name: 'coupon.returned', coupon }] : []),
    ];
    await recordAll(tx, changes, changedBy(context));
    await writeEntries(context, tx, [{ order, entries }]);
    return order;
  });
}

async function archiveSoldCards(
  { clock }: RequestContext,
  tx: AccountTransaction,
  lineItemIds: readonly number[],
): Promise<ChangeToRecord[]> {
  const rows = await tx.rows(GiftCard, { orderLineItemId: { $in: [...lineItemIds] } });
  const cards = await tx.listLocked(
    GiftCard,
    rows.map(({ id }) => id),
  );
  const isUsed = cards.some(({ remaining, initialValue }) => toAmount(remaining) < BigInt(initialValue) * unit);
  if (isUsed) throw invalid({ state: ["can't be cancelled when its gift cards are used"] });
  return cards.flatMap((card) => (archive(card, clock.now()) ? [{ name: 'gift_card.deleted', record: card }] : []));
}
