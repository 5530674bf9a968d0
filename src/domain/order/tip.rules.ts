import { type Amount, spreadAmount, toAmount } from '../money.rules.js';
import type { OrderLineItem } from './order.entity.js';

/** The highest tip. It only catches mistakes of typing, in any currency. */
export const maxTip: Amount = toAmount('1000000000');

/** A part of an order by the member of the staff who does it; null for a booking without one. */
export interface WorkOfStaff {
  resourceId: number | null;
  /** The price of the booking with its options, before a discount. */
  amount: Amount;
}

type PricedLine = Pick<OrderLineItem, 'bookingId' | 'optionId' | 'soldWithId' | 'quantity' | 'amount'>;

/** Returns the parts of an order that its bookings are. An option of the order of one booking is sold with that. */
export function workOfStaff(
  bookings: readonly { id: number; resourceId: number | null }[],
  lines: readonly PricedLine[],
): WorkOfStaff[] {
  return bookings.map(({ id, resourceId }) => {
    const own = lines.filter(
      ({ bookingId, optionId, soldWithId }) => bookingId === id || (optionId !== null && (soldWithId ?? id) === id),
    );
    return {
      resourceId,
      amount: own.reduce((sum, { amount, quantity }) => sum + toAmount(amount) * BigInt(quantity), 0n),
    };
  });
}

/** The share of a tip that is for one member of the staff; null if the order has none. */
export interface ShareOfTip {
  resourceId: number | null;
  amount: Amount;
}

/**
 * Splits a tip over the staff of an order in proportion to the prices of what they do, by largest remainder. If all of that is
 * free, each gets the same. Bookings without a member of the staff count only if there is no other.
 */
export function splitTip(amount: Amount, work: readonly WorkOfStaff[], currency: string | null): ShareOfTip[] {
  const amounts = new Map<number, Amount>();
  for (const { resourceId, amount: price } of work) {
    if (resourceId !== null) amounts.set(resourceId, (amounts.get(resourceId) ?? 0n) + price);
  }
  const staff = [...amounts];
  if (staff.length === 0) return [{ resourceId: null, amount }];
  const isFree = staff.every(([, price]) => price === 0n);
  const weights = staff.map(([, price]) => (isFree ? 1n : price));
  return sharesOf(
    staff.map(([resourceId]) => resourceId),
    spreadAmount(amount, weights, currency),
  );
}

/** Takes a part of what each got of the tips of an order, in proportion to it. */
export function splitTipBack(
  amount: Amount,
  given: readonly { resourceId: number | null; amount: string }[],
  currency: string | null,
): ShareOfTip[] {
  const amounts = new Map<number | null, Amount>();
  for (const { resourceId, amount: share } of given) {
    amounts.set(resourceId, (amounts.get(resourceId) ?? 0n) + toAmount(share));
  }
  const taken = spreadAmount(amount, [...amounts.values()], currency);
  return sharesOf(
    [...amounts.keys()],
    taken.map((share) => -share),
  );
}

function sharesOf(resourceIds: readonly (number | null)[], amounts: readonly Amount[]): ShareOfTip[] {
  return resourceIds.flatMap((resourceId, index) => {
    const amount = amounts[index] ?? 0n;
    return amount === 0n ? [] : [{ resourceId, amount }];
  });
}
