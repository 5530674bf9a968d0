import type { FieldErrors } from '../../platform/errors.js';
import { validateRanges } from '../../platform/range.js';
import { formatDecimal } from '../../platform/scalars.js';
import type { Permission } from '../account/permissions.rules.js';
import { type Amount, toAmount, toDecimal, validateDecimals } from '../money.rules.js';
import { equalsAsFormatted } from '../records/attributes.js';
import { type Order, OrderState } from './order.entity.js';
import { type Amounts, balanceDue, priceAfterDiscount, toSettlement } from './order.rules.js';

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

/** The amount that can be refunded: all that was paid for a cancelled order, otherwise the amount above the price. */
export function refundableAmount(order: Amounts & Pick<Order, 'state'>): Amount {
  if (order.state === OrderState.CANCELLED) return toAmount(order.paidAmount);
  const balance = balanceDue(order);
  return balance < 0n ? -balance : 0n;
}
