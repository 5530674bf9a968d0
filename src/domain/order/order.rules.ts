import { validateRanges } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { formatDecimal } from '../../platform/scalars.js';
import type { Permission } from '../account/permissions.rules.js';
import type { Coupon } from '../coupon/coupon.entity.js';
import { discountOn } from '../coupon/coupon.rules.js';
import { type DueAmounts, splitDue } from '../deposit.rules.js';
import { type Amount, decimalsError, roundAmount, toAmount, toDecimal, validateDecimals } from '../money.rules.js';
import { equalsAsFormatted } from '../records/attributes.js';
import { stateAfter, type Transitions } from '../records/transitions.rules.js';
import { type Rate, salesPriceOf } from '../tax-rate/tax.rules.js';
import { type Order, OrderState, type Quote } from './order.entity.js';

/** The amounts of an order. */
export type Amounts = Pick<Order, 'total' | 'discountAmount' | 'paidAmount'>;

/**
 * The price of a unit as an order has it: with the tax, in whole minor units. A price that was stored in another currency may have more
 * decimals.
 */
export function unitPriceOf<Price extends string | null>(
  price: Price,
  currency: string | null,
  rate: Rate | null = null,
): Price | string {
  if (price === null) return price;
  const rounded = toDecimal(roundAmount(toAmount(price), currency));
  return rate ? salesPriceOf(rounded, rate, currency) : rounded;
}

/** Units that are sold at a price of their own. */
interface PricedUnits {
  price: string;
  quantity: number;
}

/** The price of `count` units, and of the options beside them, before the discount. */
export function priceBeforeDiscount(
  price: string | null | undefined,
  count: number,
  options: readonly PricedUnits[] | null = null,
): Amount {
  const units = toAmount(price ?? '0') * BigInt(count);
  return (options ?? []).reduce((sum, option) => sum + toAmount(option.price) * BigInt(option.quantity), units);
}

/** The discount of a coupon. */
export type Discount = Pick<Coupon, 'valueType' | 'value'>;

/** The price of `count` units with options, and the coupon's discount. */
export function quote(
  price: string | null,
  count: number,
  coupon: Discount | null,
  currency: string | null,
  options: readonly PricedUnits[] | null = null,
): Quote {
  const total = priceBeforeDiscount(price, count, options);
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

/** Whether an order costs nothing, so that only its tip has a receipt. */
export function isFreeOrder(order: Amounts & Pick<Order, 'state'>): boolean {
  return order.state === OrderState.CONFIRMED && priceAfterDiscount(order) === 0n;
}

/** The amount left to pay; negative if more was paid than the price. */
export function balanceDue(order: Amounts): Amount {
  return priceAfterDiscount(order) - toAmount(order.paidAmount);
}

/** An order with the deposit that was agreed. */
export type DepositOrder = Amounts & Pick<Order, 'state' | 'deposit'>;

/** Returns the amounts that are left to pay of an order with a deposit, now and later. Nothing of one that is paid or cancelled. */
export function dueAmounts(order: DepositOrder): DueAmounts {
  if (order.state !== OrderState.PENDING) return { now: 0n, later: 0n };
  return splitDue(priceAfterDiscount(order), toAmount(order.deposit ?? '0'), toAmount(order.paidAmount));
}

/** The amount of the next payment of an order at a payment provider: of its deposit, then of all that is left. */
export function payableNow(order: DepositOrder): Amount {
  return dueAmounts(order).now || balanceDue(order);
}

/** Whether its booking awaits no payment: the deposit is paid, or everything if none was agreed. */
export function isPaidEnough(order: DepositOrder): boolean {
  if (order.state !== OrderState.PENDING) return order.state === OrderState.CONFIRMED;
  return order.deposit !== null && dueAmounts(order).now === 0n;
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

/** The time at which a booking was fully paid, and the amount paid so far. A partial payment may have no time. */
export interface Payment {
  paidAt: Date | null;
  paidAmount: string | null;
}

/** The payment of a request's booking. An absent attribute is undefined. */
export type GivenPayment = { readonly [Attribute in keyof Payment]?: Payment[Attribute] };

/** The payment of an unpaid booking. */
export const unpaid: Payment = { paidAt: null, paidAmount: null };

/** The permission to record a payment, on a booking or on its order. */
export const paymentPermission = 'sales' satisfies Permission;

/** Whether a request changes the time or the amount of the payment. */
export function changesPayment(before: Payment, given: GivenPayment): boolean {
  const isOtherTime = given.paidAt !== undefined && !isSameTime(before.paidAt, given.paidAt);
  return isOtherTime || statedSum(before, given) !== 'unchanged';
}

export function validatePayment(
  { paidAmount }: Pick<Payment, 'paidAmount'>,
  before: Pick<Payment, 'paidAmount'>,
  currency: string | null,
): FieldErrors {
  return {
    ...validateDecimals(currency, { paidAmount }, { paidAmount: before.paidAmount }),
    ...validateRanges({ paidAmount }, { paidAmount: { from: 0 } }),
  };
}

/** The paid sum after a request. */
export type PaidSum = Amount | 'everything' | 'unchanged';

/**
 * Returns the sum that a request states as paid. Values equal to the stored ones are ignored, so that a client that
 * sends back the whole booking changes nothing.
 *
 * | `paidAt`               | `paidAmount`              | sum        |
 * |------------------------|---------------------------|------------|
 * | null instead of a time | absent, null or unchanged | 0          |
 * | absent, or null before | null                      | 0          |
 * | another time           | absent or null            | everything |
 * | any                    | another amount            | the amount |
 * | otherwise              |                           | unchanged  |
 */
export function statedSum(before: Payment, { paidAt, paidAmount }: GivenPayment): PaidSum {
  const paidBefore = toAmount(before.paidAmount ?? '0');
  const given = typeof paidAmount === 'string' ? toAmount(paidAmount) : undefined;
  const isCleared = paidAt === null && before.paidAt !== null;
  if (isCleared && (given === undefined || given === paidBefore)) return paidBefore === 0n ? 'unchanged' : 0n;
  if (given !== undefined) return given === paidBefore ? 'unchanged' : given;
  if (paidAt) return isSameTime(before.paidAt, paidAt) ? 'unchanged' : 'everything';
  return paidAmount === null && paidBefore !== 0n ? 0n : 'unchanged';
}

function isSameTime(stored: Date | null, given: Date | null): boolean {
  return stored?.getTime() === given?.getTime() || equalsAsFormatted(stored, given);
}

/** An order can't be paid above its price, because that would require a refund. */
export function validatePaidSum(sum: PaidSum, order: Amounts): FieldErrors {
  const payable = priceAfterDiscount(order);
  if (typeof sum !== 'bigint' || sum <= payable) return {};
  return { paidAmount: [`must be less than or equal to ${formatDecimal(toDecimal(payable))}`] };
}

/** The attributes of an order and of its booking that a payment changes. */
export interface Paid {
  order: Pick<Order, 'paidAmount' | 'state' | 'settledAt'>;
  booking: Payment;
}

/**
 * Returns the attributes of the order and its booking with this sum paid: settled if fully paid, otherwise pending.
 *
 * @param paidAt the booking's time of payment; if null, a settled order is paid `now`
 */
export function paidWith(order: Amounts, sum: PaidSum, paidAt: Date | null, now: Date): Paid {
  const paid = paidSum(order, sum);
  const amounts = { ...order, paidAmount: toDecimal(paid) };
  const settlement = toSettlement(amounts, paidAt ?? now);
  const isUnpaid = paid === 0n && settlement.state === OrderState.PENDING;
  return {
    order: { paidAmount: amounts.paidAmount, ...settlement },
    booking: isUnpaid
      ? { paidAt: null, paidAmount: null }
      : { paidAt: settlement.settledAt ?? paidAt, paidAmount: amounts.paidAmount },
  };
}

function paidSum(order: Amounts, sum: PaidSum): Amount {
  if (typeof sum === 'bigint') return sum;
  const paid = toAmount(order.paidAmount);
  const payable = priceAfterDiscount(order);
  return sum === 'everything' && payable > paid ? payable : paid;
}

/** The price of one of several bookings that share an order, and the amount that was paid for it. */
export interface ShareOfPayment {
  payable: Amount;
  paid: Amount;
}

/**
 * Spreads what was paid for an order over the bookings that share it. Each keeps what was paid for it up to its price, the
 * others fill up from the first. What is left stays where it was paid, else with the last.
 */
export function spreadPayment(paid: Amount, shares: readonly ShareOfPayment[]): Amount[] {
  const parts = shares.map(() => 0n);
  let left = paid;
  const fill = (limitOf: (share: ShareOfPayment) => Amount): void => {
    for (const [index, share] of shares.entries()) {
      const part = parts[index] ?? 0n;
      const wanted = limitOf(share) - part;
      const added = wanted < left ? wanted : left;
      if (added <= 0n) continue;
      parts[index] = part + added;
      left -= added;
    }
  };
  fill(({ payable, paid: before }) => (before < payable ? before : payable));
  fill(({ payable }) => payable);
  fill(({ paid: before }) => before);
  const last = parts.length - 1;
  if (last >= 0) parts[last] = (parts[last] ?? 0n) + left;
  return parts;
}

/** The amount that can be refunded: all that was paid for a cancelled order, otherwise the amount above the price. */
export function refundableAmount(order: Amounts & Pick<Order, 'state'>): Amount {
  if (order.state === OrderState.CANCELLED) return toAmount(order.paidAmount);
  const balance = balanceDue(order);
  return balance < 0n ? -balance : 0n;
}
