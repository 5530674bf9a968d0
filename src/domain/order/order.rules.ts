import { formatDecimal } from '../../platform/scalars.js';
import type { Coupon } from '../coupon/coupon.entity.js';
import { discountOn } from '../coupon/coupon.rules.js';
import { type Cents, cents, toDecimal } from '../money.rules.js';
import { type Order, OrderState } from './order.entity.js';

/** The amounts of an order. */
export type Amounts = Pick<Order, 'total' | 'discountAmount' | 'paidAmount'>;

/** The price of `count` units before the discount. */
export function priceBeforeDiscount(price: string | null | undefined, count: number): Cents {
  return cents(price ?? '0') * BigInt(count);
}

/** The price of `count` units and the coupon's discount. */
export function quote(
  price: string | null,
  count: number,
  coupon: Pick<Coupon, 'valueType' | 'value'> | null,
): Pick<Order, 'total' | 'discountAmount'> {
  const total = priceBeforeDiscount(price, count);
  return { total: toDecimal(total), discountAmount: toDecimal(discountOn(total, coupon)) };
}

/** The total without the discount. */
export function priceAfterDiscount({ total, discountAmount }: Omit<Amounts, 'paidAmount'>): Cents {
  return cents(total) - cents(discountAmount);
}

/** The amount left to pay; negative if more was paid than the price. */
export function balanceDue(order: Amounts): Cents {
  return priceAfterDiscount(order) - cents(order.paidAmount);
}

/** An order is settled when its balance is zero or less, a free one at once. */
export function toSettlement(amounts: Amounts, at: Date): Pick<Order, 'state' | 'settledAt'> {
  return balanceDue(amounts) > 0n
    ? { state: OrderState.PENDING, settledAt: null }
    : { state: OrderState.CONFIRMED, settledAt: at };
}

/** Returns why the amount is not allowed, or undefined if it is. */
export function amountError(amount: Cents, most: Cents): string | undefined {
  if (amount <= 0n) return 'must be greater than 0';
  return amount > most ? `must be less than or equal to ${formatDecimal(toDecimal(most))}` : undefined;
}
