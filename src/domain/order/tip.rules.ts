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
  const staff = work.filter(({ resourceId }) => resourceId !== null);
  if (staff.length === 0) return [{ resourceId: null, amount }];
  const isFree = staff.every(({ amount: price }) => price === 0n);
  const ids = new Set(staff.map(({ resourceId }) => resourceId));
  const same = [...ids].map((resourceId) => ({ resourceId, amount: 1n }));
  return spreadOver(isFree ? same : staff, amount, currency);
}

/** Takes a part of what each got of the tips of an order, in proportion to it. */
export function splitTipBack(
  amount: Amount,
  given: readonly { resourceId: number | null; amount: string }[],
  currency: string | null,
): ShareOfTip[] {
  const got = given.map(({ resourceId, amount: share }) => ({ resourceId, amount: toAmount(share) }));
  return spreadOver(got, amount, currency).map(({ resourceId, amount: taken }) => ({ resourceId, amount: -taken }));
}

/** Spreads an amount over the staff of parts in proportion to what they have together. Leaves out who gets nothing. */
function spreadOver(parts: readonly ShareOfTip[], amount: Amount, currency: string | null): ShareOfTip[] {
  const sums = new Map<number | null, Amount>();
  for (const { resourceId, amount: part } of parts) sums.set(resourceId, (sums.get(resourceId) ?? 0n) + part);
  const shares = spreadAmount(amount, [...sums.values()], currency);
  return [...sums.keys()].flatMap((resourceId, index) => {
    const share = shares[index] ?? 0n;
    return share === 0n ? [] : [{ resourceId, amount: share }];
  });
}

/**
 * Returns the part of a payment at a provider that is a tip: what is above the price that the page asked for, at most the tip
 * that it asked for.
 */
export function tipIn(received: Amount, asked: { amount: Amount; tip: Amount }): Amount {
  const above = received - (asked.amount - asked.tip);
  if (above <= 0n) return 0n;
  return above < asked.tip ? above : asked.tip;
}
