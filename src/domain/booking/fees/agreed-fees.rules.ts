import {
  type AgreedFees,
  agreeFees,
  type BookingFee,
  cancellationFee,
  chargeableUntil,
  feeDue,
  feesAfterMove,
  feesAtMost,
  feesAtPrice,
  type feeTermsOf,
  isChargeable,
} from '../../cancellation-fee.rules.js';
import type { RequestContext } from '../../context.js';
import { type Amount, toDecimal } from '../../money.rules.js';
import type { Order } from '../../order/order.entity.js';
import { type DepositOrder, isPaidEnough, priceAfterDiscount } from '../../order/order.rules.js';
import { type Booking, BookingState, BookingStatus } from '../booking.entity.js';
import { isActive } from '../states/booking-state.rules.js';

/** Freezes the fees of a booking that its person makes. @param order its own, or its part of that of its visit */
export function agreedFees(
  { account, clock, clientAddress }: RequestContext,
  terms: NonNullable<ReturnType<typeof feeTermsOf>>,
  order: Pick<Order, 'total' | 'discountAmount'> | null,
): AgreedFees | null {
  const price = order ? priceAfterDiscount(order) : 0n;
  return agreeFees(terms, price, account.currency, clock.now(), clientAddress);
}

type FeeBooking = Pick<Booking, 'agreedFees' | 'fee' | 'state' | 'status' | 'bookedFrom'>;

/** Returns what cancelling costs the person now. Nothing before the booking is confirmed. */
export function feeIfCancelled({ agreedFees: agreed, state, bookedFrom }: FeeBooking, now: Date): string {
  const isAgreed = agreed !== null && state === BookingState.CONFIRMED;
  return toDecimal(isAgreed ? cancellationFee(agreed, bookedFrom, now) : 0n);
}

/** Notes the fee of a booking that its person is about to cancel. It is owed only once staff charge it. */
export function noteLateCancellation({ clock }: Pick<RequestContext, 'clock'>, booking: Booking): void {
  const now = clock.now();
  const amount = feeIfCancelled(booking, now);
  if (Number(amount) > 0) booking.fee = feeDue('cancellation', amount, now);
}

/** Returns the fee of a booking: that of a late cancellation, or of a no-show. Null for none. */
export function feeOf({ agreedFees: agreed, fee, state, status, bookedFrom }: FeeBooking): BookingFee | null {
  if (fee) return fee;
  const isMissed = state === BookingState.CONFIRMED && status === BookingStatus.NO_SHOW;
  return isMissed && agreed?.noShow ? feeDue('no_show', agreed.noShow, bookedFrom) : null;
}

/** Counts the hours of the fees of a booking that moves. */
export function moveFees(before: Pick<Booking, 'bookedFrom'>, booking: Booking, now: Date): void {
  const isMoved = before.bookedFrom.getTime() !== booking.bookedFrom.getTime();
  if (isMoved && booking.agreedFees) booking.agreedFees = feesAfterMove(booking.agreedFees, before.bookedFrom, now);
}

type CardBooking = Pick<Booking, 'agreedFees'>;

/** Whether the payment of its order lets a held booking go on. One that needs a card does so only by a price that is paid. */
export function isPaidFor({ agreedFees: agreed }: CardBooking, order: DepositOrder): boolean {
  return isPaidEnough(order) && (agreed?.needsCard !== true || priceAfterDiscount(order) > 0n);
}

/** Whether a booking needs a card before it goes on. Its hold ends when the card is stored. @param order null without one */
export function needsCard(booking: CardBooking, order: DepositOrder | null): boolean {
  return booking.agreedFees?.needsCard === true && !(order && isPaidFor(booking, order));
}

/** Whether a fee of a booking may still be charged to the card of its order. @param owed what is left to pay of the order */
export function reliesOnCard(booking: FeeBooking & Pick<Booking, 'expiresAt'>, owed: Amount, now: Date): boolean {
  const fee = feeOf(booking);
  if (fee) return fee.state === 'charged' ? owed > 0n : isChargeable(fee, now);
  return booking.agreedFees !== null && isActive(booking, now) && now <= chargeableUntil(booking.bookedFrom);
}

type RepricedBooking = Pick<Booking, 'agreedFees' | 'packageId'>;

/**
 * Lets the agreed fees of a booking follow its price: both ways if a package pays for it from now on, or no longer; otherwise
 * only down, such as for fewer people, because nobody has agreed to more.
 *
 * @param order as the change leaves it
 */
export function repriceFees(
  { account }: Pick<RequestContext, 'account'>,
  before: RepricedBooking,
  booking: RepricedBooking,
  order: Pick<Order, 'total' | 'discountAmount'> | null,
): void {
  const { agreedFees: agreed } = booking;
  if (!agreed) return;
  const price = order ? priceAfterDiscount(order) : 0n;
  if (booking.packageId !== before.packageId) booking.agreedFees = feesAtPrice(agreed, price, account.currency);
  else if (order && price > 0n) booking.agreedFees = feesAtMost(agreed, price, account.currency);
}
