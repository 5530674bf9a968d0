import { formatDecimal } from '../../platform/scalars.js';
import type { Coupon } from '../coupon/coupon.entity.js';
import { discountOn } from '../coupon/coupon.rules.js';
import { type Cents, cents, decimalOf } from '../money.rules.js';
import { type Order, OrderState } from './order.entity.js';

/** The amounts of an order. */
export type Amounts = Pick<Order, 'total' | 'discountAmount' | 'paidAmount'>;

/** What so many at that price come to, without a discount. */
export function totalOf(price: string | null | undefined, count: number): Cents {
  return cents(price ?? '0') * BigInt(count);
}

/** What so many at that price come to, and what a coupon takes off. */
export function quote(
  price: string | null,
  count: number,
  coupon: Pick<Coupon, 'valueType' | 'value'> | null,
): Pick<Order, 'total' | 'discountAmount'> {
  const total = totalOf(price, count);
  return { total: decimalOf(total), discountAmount: decimalOf(discountOn(total, coupon)) };
}

/** The total without the discount. */
export function payableOf({ total, discountAmount }: Omit<Amounts, 'paidAmount'>): Cents {
  return cents(total) - cents(discountAmount);
}

/** What is left to pay; below zero when less is asked for than was paid already. */
export function balanceOf(order: Amounts): Cents {
  return payableOf(order) - cents(order.paidAmount);
}

/** An order with nothing left to pay is settled, one with a total of nothing at once. */
export function settlementOf(amounts: Amounts, at: Date): Pick<Order, 'state' | 'settledAt'> {
  return balanceOf(amounts) > 0n
    ? { state: OrderState.PENDING, settledAt: null }
    : { state: OrderState.CONFIRMED, settledAt: at };
}

/** Why so much can't be paid from what there is, if so. */
export function amountProblem(amount: Cents, most: Cents): string | undefined {
  if (amount <= 0n) return 'must be greater than 0';
  return amount > most ? `must be less than or equal to ${formatDecimal(decimalOf(most))}` : undefined;
}
