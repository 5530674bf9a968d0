import { recordAll } from '../../changes/change-log.js';
import { invalid } from '../../errors.js';
import type { AccountTransaction } from '../../platform/database/account-database.js';
import type { Booking } from '../booking/booking.entity.js';
import { differing } from '../booking/booking.rules.js';
import { type BookingChange, serviceOf } from '../booking/booking-revision.js';
import { isActive, isOngoing } from '../booking/booking-state.rules.js';
import { by, type RequestContext } from '../context.js';
import { Coupon } from '../coupon/coupon.entity.js';
import {
  type CouponMove,
  couponLocks,
  findCouponToKeep,
  findCouponToTake,
  moveCoupons,
} from '../coupon/coupon-of-booking.js';
import { decimalOf } from '../money.rules.js';
import type { Service } from '../service/service.entity.js';
import { Order, OrderState } from './order.entity.js';
import { balanceOf, payableOf, quote, settlementOf, totalOf } from './order.rules.js';
import { OrderLineItem } from './order-line-item.entity.js';

/** What becomes of a booking's coupons and order, decided but not yet written. */
export interface Sale {
  coupons: CouponMove[];
  order?: OrderMove;
}

interface OrderMove {
  order: Order;
  attributes: Partial<Order>;
  /** Of the line, when that changes. */
  unitPrice?: string;
}

/** Neither coupons nor an order are concerned. */
export const noSale: Sale = { coupons: [] };

/**
 * What a new booking, placed and under the lock of its coupon, costs: one of a service with a price makes an order.
 * Nothing to pay, or a booking that says it is paid, settles it at once.
 *
 * @throws DomainError INVALID on `couponId`
 */
export async function sellBooking(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  service: Service | null,
): Promise<Sale> {
  const price = service?.price ?? null;
  const use = { ...booking, amount: totalOf(price, booking.count) };
  const coupon = booking.couponId === null ? null : await findCouponToTake(context, tx, booking.couponId, use);
  const sale: Sale = { coupons: coupon ? [{ name: 'coupon.used', coupon }] : [] };
  if (price === null) return sale;
  const order = tx.create(Order, context.clock.now());
  return { ...sale, order: priced(context, booking, order, quote(price, booking.count, coupon), price) };
}

const conditioned = ['serviceId', 'count', 'resourceId', 'bookedFrom'] as const;
const priceable = ['serviceId', 'count', 'couponId'] as const;

/**
 * What a change of a booking, under the locks of the coupons before and after it, does to its sale. A price that was
 * agreed on stays until the service changes; an order that is settled stays as it is, and so does its coupon.
 *
 * @param isForAnother whether the booking's person changes, too
 * @throws DomainError INVALID on `couponId`
 */
export async function reviseSale(
  context: RequestContext,
  tx: AccountTransaction,
  before: Booking,
  booking: Booking,
  isForAnother: boolean,
): Promise<Sale> {
  const isRepriced = differing(priceable, before, booking).length > 0;
  const isRechecked = booking.couponId !== null && differing(conditioned, before, booking).length > 0;
  const isPaid = before.paidAt === null && booking.paidAt !== null;
  if (!isRepriced && !isRechecked && !isPaid && !isForAnother) return noSale;

  const order = booking.orderId === null ? null : await tx.find(Order, booking.orderId);
  if (booking.couponId !== before.couponId) refuseLateCoupon(context, before, booking, order);
  const price = isRepriced || isRechecked ? await priceOf(tx, before, booking) : null;
  const { coupon, moves } = await reviseCoupon(context, tx, before, booking, price, isRechecked || isRepriced);
  const isNew = order === null && price !== null && isOngoing(before.state);
  if (!isNew && order?.state !== OrderState.PENDING) return { coupons: moves };
  const revised = order ?? tx.create(Order, context.clock.now());
  const amounts = isRepriced ? quote(price, booking.count, coupon) : revised;
  return { coupons: moves, order: priced(context, booking, revised, amounts, isRepriced ? (price ?? '0') : undefined) };
}

function refuseLateCoupon({ clock }: RequestContext, before: Booking, booking: Booking, order: Order | null): void {
  if (order?.state === OrderState.CONFIRMED) {
    throw invalid({ couponId: ["can't be changed when the order is settled"] });
  }
  if (booking.couponId !== null && !isActive(before, clock.now())) {
    throw invalid({ couponId: ['needs an active booking'] });
  }
}

/** Of one person: that of the service when it is new to the booking, else what the order has; null when there is none. */
async function priceOf(tx: AccountTransaction, before: Booking, booking: Booking): Promise<string | null> {
  if (booking.serviceId !== before.serviceId) return (await serviceOf(tx, booking))?.price ?? null;
  if (booking.orderId === null) return null;
  const [line] = await tx.rows(OrderLineItem, { orderId: booking.orderId });
  return line?.amount ?? null;
}

async function reviseCoupon(
  context: RequestContext,
  tx: AccountTransaction,
  before: Booking,
  booking: Booking,
  price: string | null,
  isConcerned: boolean,
): Promise<{ coupon: Coupon | null; moves: CouponMove[] }> {
  const { couponId } = booking;
  const use = { ...booking, amount: totalOf(price, booking.count) };
  if (couponId === before.couponId) {
    const kept = couponId !== null && isConcerned ? await findCouponToKeep(tx, couponId, use) : null;
    return { coupon: kept, moves: [] };
  }
  const coupon = couponId === null ? null : await findCouponToTake(context, tx, couponId, use);
  const dropped = isOngoing(before.state) && before.couponId !== null ? await tx.find(Coupon, before.couponId) : null;
  const moves: CouponMove[] = [];
  if (dropped) moves.push({ name: 'coupon.returned', coupon: dropped });
  if (coupon) moves.push({ name: 'coupon.used', coupon });
  return { coupon, moves };
}

/** An order with these amounts; when that settles it, the booking is paid. */
function priced(
  { clock }: RequestContext,
  booking: Booking,
  order: Order,
  { total, discountAmount }: Pick<Order, 'total' | 'discountAmount'>,
  unitPrice?: string,
): OrderMove {
  const amounts = { total, discountAmount, paidAmount: order.paidAmount };
  if (booking.paidAt !== null && balanceOf(amounts) > 0n) amounts.paidAmount = decimalOf(payableOf(amounts));
  const settlement = settlementOf(amounts, booking.paidAt ?? clock.now());
  if (settlement.settledAt) {
    booking.paidAt = settlement.settledAt;
    booking.paidAmount ??= amounts.paidAmount;
  }
  return {
    order,
    attributes: { ...amounts, ...settlement, couponId: booking.couponId },
    ...(unitPrice !== undefined && { unitPrice }),
  };
}

/** What a booking that ends gives up: its coupon, and an order that is not settled. */
export async function endSale(tx: AccountTransaction, booking: Booking): Promise<Sale> {
  await tx.lock(...couponLocks(booking.couponId));
  const coupon = booking.couponId === null ? null : await tx.find(Coupon, booking.couponId);
  const order = booking.orderId === null ? null : await tx.find(Order, booking.orderId);
  return {
    coupons: coupon ? [{ name: 'coupon.returned', coupon }] : [],
    ...(order?.state === OrderState.PENDING && { order: { order, attributes: { state: OrderState.CANCELLED } } }),
  };
}

/** Writes a booking, new or changed, and its sale, each with a line of the log. @returns what has changed */
export async function recordSale(
  context: RequestContext,
  tx: AccountTransaction,
  name: BookingChange | 'booking.created',
  booking: Booking,
  { coupons, order: move }: Sale,
): Promise<ReadonlySet<object>> {
  const changes = moveCoupons(coupons);
  if (move) changes.push(await moveOrder(tx, booking, move));
  const changed = await recordAll(tx, [{ name, record: booking }, ...changes], by(context));
  if (move?.unitPrice !== undefined) await writeLine(tx, booking, move.order, move.unitPrice);
  return changed;
}

async function moveOrder(
  tx: AccountTransaction,
  booking: Booking,
  { order, attributes }: OrderMove,
): Promise<{ name: string; record: Order }> {
  Object.assign(order, attributes, { personId: booking.personId });
  if (order.id !== undefined) return { name: orderChange[order.state], record: order };
  order.id = await tx.nextId(Order);
  tx.em.persist(order);
  booking.orderId = order.id;
  return { name: 'order.created', record: order };
}

const orderChange = {
  [OrderState.PENDING]: 'order.modified',
  [OrderState.CONFIRMED]: 'order.settled',
  [OrderState.CANCELLED]: 'order.cancelled',
};

/** An order has one line for its booking. */
async function writeLine(tx: AccountTransaction, booking: Booking, order: Order, unitPrice: string): Promise<void> {
  await tx.query(
    `insert into order_line_item
       (account_id, created_at, updated_at, order_id, booking_id, service_id, quantity, amount)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, booking_id) do update
       set updated_at = excluded.updated_at, service_id = excluded.service_id, quantity = excluded.quantity,
         amount = excluded.amount`,
    [tx.accountId, order.updatedAt, order.updatedAt, order.id, booking.id, booking.serviceId, booking.count, unitPrice],
  );
}
