import { formatDecimal } from '../../platform/scalars.js';
import type { Coupon } from '../coupon/coupon.entity.js';
import { discountOn } from '../coupon/coupon.rules.js';
import { type Amount, decimalsError, roundAmount, toAmount, toDecimal } from '../money.rules.js';
import { stateAfter, type Transitions } from '../records/transitions.rules.js';
import { type Order, OrderState } from './order.entity.js';

/** The amounts of an order. */
export type Amounts = Pick<Order, 'total' | 'discountAmount' | 'paidAmount'>;

/**
 * The price of a unit as an order has it: in whole minor units. A price that was stored in another currency may have more
 * decimals.
 */
export function unitPriceOf<Price extends string | null>(price: Price, currency: string | null): Price | string {
  return price === null ? price : toDecimal(roundAmount(toAmount(price), currency));
}

/** The price of `count` units before the discount. */
export function priceBeforeDiscount(price: string | null | undefined, count: number): Amount {
  return toAmount(price ?? '0') * BigInt(count);
}

/** The discount of a coupon. */
export type Discount = Pick<Coupon, 'valueType' | 'value'>;

/** The price of an order, with the discount that was agreed. */
export type Quote = Pick<Order, 'total' | 'discountAmount' | 'couponValueType' | 'couponValue'>;

/** The price of `count` units and the coupon's discount. */
export function quote(price: string | null, count: number, coupon: Discount | null, currency: string | null): Quote {
  const total = priceBeforeDiscount(price, count);
  return {
    total: toDecimal(total),
    discountAmount: toDecimal(discountOn(total, coupon, currency)),
    couponValueType: coupon?.valueType ?? null,
    couponValue: coupon?.value ?? null,
  };
}

/** The discount that an order has agreed; null without one, and for an order from before it was stored. */
export function agreedDiscount({ couponValueType, couponValue }: Quote): Discount | null {
  return couponValueType === null || couponValue === null ? null : { valueType: couponValueType, value: couponValue };
}

/** The total without the discount. */
export function priceAfterDiscount({ total, discountAmount }: Omit<Amounts, 'paidAmount'>): Amount {
  return toAmount(total) - toAmount(discountAmount);
}

/** The amount left to pay; negative if more was paid than the price. */
export function balanceDue(order: Amounts): Amount {
  return priceAfterDiscount(order) - toAmount(order.paidAmount);
}

/** `reprice`: its price follows its booking, by which it may be settled or not any more. `takeBack`: less is stated as paid. */
export type OrderEvent = 'pay' | 'reprice' | 'takeBack' | 'refund' | 'cancel';

const { PENDING, CONFIRMED, CANCELLED } = OrderState;

export const orderTransitions: Transitions<OrderState, OrderEvent> = {
  pay: { [PENDING]: CONFIRMED },
  reprice: { [PENDING]: CONFIRMED, [CONFIRMED]: PENDING },
  takeBack: { [CONFIRMED]: PENDING },
  refund: { [CONFIRMED]: PENDING },
  cancel: { [PENDING]: CANCELLED, [CONFIRMED]: CANCELLED },
};

/** An order is settled when its balance is zero or less, a free one at once. */
export function toSettlement(amounts: Amounts, at: Date): Pick<Order, 'state' | 'settledAt'> {
  return balanceDue(amounts) > 0n ? { state: PENDING, settledAt: null } : { state: CONFIRMED, settledAt: at };
}

/** Returns the settlement of an order that exists. The state may stay, such as after a payment of a part. */
export function settledBy<Settlement extends Pick<Order, 'state'>>(
  event: OrderEvent,
  { state }: Pick<Order, 'state'>,
  settlement: Settlement,
): Settlement {
  return settlement.state === state ? settlement : { ...settlement, state: stateAfter(orderTransitions, event, state) };
}

/** The attributes of a cancelled order. */
export function toCancelled({ state }: Pick<Order, 'state'>): Pick<Order, 'state' | 'settledAt'> {
  return { state: stateAfter(orderTransitions, 'cancel', state), settledAt: null };
}

/**
 * Returns why an amount is not allowed, or undefined if it is. The whole of what is left always is: an order of another time
 * may leave a fraction of a minor unit.
 */
export function amountError(decimal: string, most: Amount, currency: string | null): string[] | undefined {
  const amount = toAmount(decimal);
  if (amount <= 0n) return ['must be greater than 0'];
  if (amount > most) return [`must be less than or equal to ${formatDecimal(toDecimal(most))}`];
  return amount === most ? undefined : decimalsError(decimal, currency);
}
