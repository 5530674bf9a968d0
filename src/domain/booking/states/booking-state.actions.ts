import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid, notFound, type Outcome, outcomeOf } from '../../../platform/errors.js';
import { codeKey } from '../../../platform/text.js';
import { mapSequentially } from '../../../platform/yielding.js';
import type { RequestContext } from '../../context.js';
import { couponLocks } from '../../coupon/coupon-use.actions.js';
import { Order } from '../../order/order.entity.js';
import { completePerson } from '../../person/booking-person.actions.js';
import { otherName } from '../../person/person.rules.js';
import { isWorkDue } from '../../work.rules.js';
import { Booking, BookingState, type BookingStatus } from '../booking.entity.js';
import { needsCard } from '../fees/agreed-fees.rules.js';
import { lastChangeAt } from '../link/booking-link.rules.js';
import type { MessageChoice } from '../messages/message-choice.input.js';
import { requestMessages, storeMessageChoice } from '../messages/request-messages.actions.js';
import { endSales } from '../sale/booking-sale.actions.js';
import { noSale, recordSales } from '../sale/sale.actions.js';
import { type LockedBooking, lockBooking, placeLocks } from './booking-lock.actions.js';
import {
  type BookingChangeName,
  confirmationRequirements,
  enterState,
  recordRevision,
  serviceOf,
} from './booking-revision.actions.js';
import {
  canTransition,
  feeIsCharged,
  hasExpired,
  isActive,
  isOngoing,
  isVerified,
  maxWrongCodes,
  stateAfterExpiry,
  stateAfterVerification,
} from './booking-state.rules.js';

/** @throws DomainError INVALID on `state` if the state does not allow the transition, NOT_FOUND */
type StateAction = (context: RequestContext, id: number, messages?: MessageChoice) => Promise<Booking>;

/** Verifies a booking without a code, and with it those of its visit. */
export const verifyBooking: StateAction = (context, id, messages) =>
  changeTogether(context, id, async (tx, locked, visit) => {
    requireTransition('verify', locked);
    await verify(context, tx, toVerify(locked, visit), messages);
  });

export const confirmBooking: StateAction = (context, id, messages) =>
  transitionTo(context, id, 'confirm', 'booking.confirmed', BookingState.CONFIRMED, messages);

export const declineBooking: StateAction = (context, id, messages) =>
  transitionTo(context, id, 'decline', 'booking.declined', BookingState.DECLINED, messages);

export const cancelBooking: StateAction = (context, id, messages) =>
  transitionTo(context, id, 'cancel', 'booking.cancelled', BookingState.CANCELLED, messages);

/** Deletes a booking in any state. Idempotent. */
export const deleteBooking: StateAction = (context, id, messages) =>
  changeState(context, id, async (tx, { booking, now }) => {
    if (!canTransition('delete', booking, now)) return;
    const wasActive = isActive(booking, now);
    await enterStates(context, tx, [{ booking, state: BookingState.DELETED, change: 'booking.deleted' }]);
    if (wasActive) await requestMessages(context, tx, [{ booking }], messages);
  });

/**
 * Expires a hold whose time has passed, and with it those of its visit, so that all their places are free at one instant.
 * Idempotent; has no effect on a booking that was verified meanwhile.
 */
export const expireHold: StateAction = (context, id) =>
  changeTogether(context, id, async (tx, { booking, now }, visit) => {
    const due = [booking, ...visit].filter((one) => isWorkDue('hold', one, now));
    await enterStates(context, tx, due.map(expiryOf));
  });

/**
 * Verifies a booking by its code, on the private API. After five wrong codes, this API rejects every code of the
 * booking. Wrong codes of visitors are counted separately, see `verifyPublicBooking`.
 *
 * @throws DomainError INVALID on `verificationCode` or `state`, NOT_FOUND
 */
export async function verifyBookingByCode(
  context: RequestContext,
  id: number,
  code: string | null | undefined,
  messages?: MessageChoice,
): Promise<Booking> {
  if (!code?.trim()) throw invalid({ verificationCode: ["can't be blank"] });
  const booking = await changeTogether(context, id, async (tx, locked, visit) => {
    requireTransition('verify', locked);
    const found = locked.booking;
    const isRight = found.verificationFailures < maxWrongCodes && found.verificationCode === codeKey(code);
    if (isRight) await verifyRightCode(context, tx, toVerify(locked, visit), messages);
    else {
      found.verificationFailures += 1;
      await tx.save(found, locked.now);
    }
  });
  if (booking.state === BookingState.AWAITING_VERIFICATION) throw invalid({ verificationCode: ['is invalid'] });
  return booking;
}

/** In milliseconds since a booking was made: how long the code of a verified booking is accepted again. */
const codeRepeatableFor = 3_600_000;

/**
 * Verifies a booking by its code without counting wrong codes; the caller must limit the attempts. Returns a booking that
 * was verified lately unchanged: its person may have opened the link of the message before entering the code.
 *
 * @throws DomainError INVALID on `verificationCode` or `state`, NOT_FOUND
 */
export function verifyBookingWithoutLimit(context: RequestContext, id: number, code: string): Promise<Booking> {
  return changeTogether(context, id, async (tx, locked, visit) => {
    const { booking, now } = locked;
    const isRecent = now.getTime() < booking.createdAt.getTime() + codeRepeatableFor;
    if (isRecent && isVerified(booking, now) && booking.verificationCode === code) return;
    requireTransition('verify', locked);
    if (locked.booking.verificationCode !== code) throw invalid({ verificationCode: ['is invalid'] });
    await verifyRightCode(context, tx, toVerify(locked, visit), undefined);
  });
}

/** Sets the status; null clears it. @throws DomainError INVALID on `status` if absent or not active, NOT_FOUND */
export async function setBookingStatus(
  context: RequestContext,
  id: number,
  status: BookingStatus | null | undefined,
): Promise<Booking> {
  if (status === undefined) throw invalid({ status: ["can't be blank"] });
  return changeState(context, id, async (tx, { booking, now }) => {
    if (!isActive(booking, now)) throw invalid({ status: ['needs an active booking'] });
    if (booking.fee?.state === 'charged') throw invalid({ status: [feeIsCharged] });
    booking.status = status;
    await recordRevision(context, tx, 'booking.modified', booking);
  });
}

function transitionTo(
  context: RequestContext,
  id: number,
  transition: keyof typeof participles,
  change: BookingChangeName,
  state: BookingState,
  messages: MessageChoice | undefined,
): Promise<Booking> {
  return changeState(context, id, async (tx, locked) => {
    requireTransition(transition, locked);
    const { booking } = locked;
    await enterStates(context, tx, [{ booking, state, change }]);
    await requestMessages(context, tx, [{ booking }], messages);
  });
}

/** The state that a booking enters, and the name of the change. */
interface StateTransition {
  booking: Booking;
  state: BookingState;
  change: BookingChangeName;
}

/**
 * Sets the states of locked bookings and writes them all at once. Bookings that end release their coupons and, in
 * time, the units of their packages, and payments of gift cards return to the cards.
 */
export async function enterStates(
  context: RequestContext,
  tx: AccountTransaction,
  transitions: readonly StateTransition[],
): Promise<void> {
  const ending = transitions.filter(({ booking, state }) => isOngoing(booking.state) && !isOngoing(state));
  const sales = await endSales(
    tx,
    ending.map(({ booking }) => booking),
    unitKeeper(context, transitions),
  );
  for (const { booking, state } of transitions) enterState(context, booking, state);
  await recordSales(
    context,
    tx,
    transitions.map(({ booking, change }) => ({ name: change, booking, sale: sales.get(booking) ?? noSale })),
  );
}

/**
 * Returns whether a booking keeps the units of its package: it is cancelled or deleted after the time until which its person may
 * cancel it. The units of one that is declined, or was never verified or paid, always return.
 */
function unitKeeper(
  { account, clock, zone }: RequestContext,
  transitions: readonly StateTransition[],
): (booking: Booking) => boolean {
  const now = clock.now();
  const byPeople: readonly BookingState[] = [BookingState.CANCELLED, BookingState.DELETED];
  return (booking) => {
    const state = transitions.find((one) => one.booking === booking)?.state;
    if (state === undefined || !byPeople.includes(state) || hasExpired(booking, now)) return false;
    return now > lastChangeAt(account, booking, zone);
  };
}

/**
 * Cancels locked bookings that are active. Holds whose time has passed expire, as in the background job.
 *
 * @returns the bookings that were active
 */
export async function cancelBookings(
  context: RequestContext,
  tx: AccountTransaction,
  bookings: readonly Booking[],
): Promise<Booking[]> {
  const now = context.clock.now();
  const active = bookings.filter((booking) => isActive(booking, now));
  const expired = bookings.filter((booking) => hasExpired(booking, now));
  await enterStates(context, tx, [
    ...active.map((booking) => ({ booking, state: BookingState.CANCELLED, change: 'booking.cancelled' as const })),
    ...expired.map(expiryOf),
  ]);
  return active;
}

/** Locks bookings and decides which of them can be cancelled. Takes all locks before it reads the clock. */
export async function decideCancellations(
  context: RequestContext,
  tx: AccountTransaction,
  ids: readonly number[],
): Promise<Outcome<Booking>[]> {
  const found = await tx.listLocked(Booking, ids);
  const coupons = couponLocks(...new Set(found.map(({ couponId }) => couponId)));
  await tx.lock(...coupons, ...(await placeLocks(tx, found)));
  const now = context.clock.now();
  const bookings = new Map(found.map((booking) => [booking.id, booking]));
  return Promise.all(
    ids.map((id) =>
      outcomeOf(async () => {
        const booking = bookings.get(id);
        if (!booking) throw notFound();
        requireTransition('cancel', { booking, now });
        return booking;
      }),
    ),
  );
}

/** Cancels locked bookings that can be cancelled, by a few statements. */
export async function saveCancellations(
  context: RequestContext,
  tx: AccountTransaction,
  bookings: readonly Booking[],
  messages: MessageChoice | undefined,
): Promise<void> {
  const cancelled = { state: BookingState.CANCELLED, change: 'booking.cancelled' } as const;
  await enterStates(
    context,
    tx,
    bookings.map((booking) => ({ booking, ...cancelled })),
  );
  await requestMessages(
    context,
    tx,
    bookings.map((booking) => ({ booking })),
    messages,
  );
}

function expiryOf(booking: Booking): StateTransition {
  const state = stateAfterExpiry(booking.state);
  return { booking, state, change: state === BookingState.CANCELLED ? 'booking.cancelled' : 'booking.modified' };
}

/** Returns a locked booking with those of its visit that await the same code. */
function toVerify({ booking, now }: LockedBooking, visit: readonly Booking[]): Booking[] {
  return [booking, ...visit.filter((other) => canTransition('verify', other, now))];
}

/** The code proves the visitor's identity, so it also completes the attributes of an existing person. */
async function verifyRightCode(
  context: RequestContext,
  tx: AccountTransaction,
  bookings: readonly Booking[],
  messages: MessageChoice | undefined,
): Promise<void> {
  for (const booking of bookings) {
    const { personId, unverifiedAttributes } = booking;
    if (personId === null || !unverifiedAttributes) continue;
    const name = await completePerson(context, tx, personId, unverifiedAttributes);
    booking.bookedForName = otherName(booking.bookedForName, name);
  }
  await verify(context, tx, bookings, messages);
}

async function verify(
  context: RequestContext,
  tx: AccountTransaction,
  bookings: readonly Booking[],
  messages: MessageChoice | undefined,
): Promise<void> {
  const services = await mapSequentially(bookings, (booking) => serviceOf(tx, booking));
  const [sold] = bookings.filter(({ orderId }) => orderId !== null);
  // A visit awaits its payment as a whole.
  const isDemanded = services.some((service) => service?.paymentRequired === true);
  const order = sold?.orderId ? await tx.find(Order, sold.orderId) : null;
  const isCardNeeded = bookings.some((booking) => needsCard(booking, order));
  for (const [index, booking] of bookings.entries()) {
    const confirmManually = services[index]?.confirmManually ?? false;
    const requirements = confirmationRequirements(context, { confirmManually, paymentRequired: isDemanded }, order);
    const needsPayment = requirements.needsPayment || isCardNeeded;
    enterState(context, booking, stateAfterVerification({ ...requirements, needsPayment }));
    storeMessageChoice(booking, messages);
  }
  await recordRevision(context, tx, 'booking.verified', ...bookings);
  await requestMessages(
    context,
    tx,
    bookings.map((booking) => ({ booking })),
    messages,
  );
}

/**
 * Changes a booking together with the others of its visit.
 *
 * @param change gets the others, which are none for a booking without a visit
 */
function changeTogether(
  context: RequestContext,
  id: number,
  change: (tx: AccountTransaction, locked: LockedBooking, visit: readonly Booking[]) => Promise<void>,
): Promise<Booking> {
  return context.db.transaction(async (tx) => {
    // Bookings are locked by rising id, so those of a visit must be known before the first is.
    const rows = await tx.query<{ id: number }>(
      `select other.id from booking
       join booking other on other.account_id = $1 and other.visit_id = booking.visit_id
       where booking.account_id = $1 and booking.id = $2`,
      [id],
    );
    const ids = rows.map((row) => row.id);
    const visit = (await tx.listLocked(Booking, ids)).filter((other) => other.id !== id);
    const locked = await lockBooking(context, tx, id, await placeLocks(tx, visit));
    await change(tx, locked, visit);
    return locked.booking;
  });
}

function changeState(
  context: RequestContext,
  id: number,
  change: (tx: AccountTransaction, locked: LockedBooking) => Promise<void>,
): Promise<Booking> {
  return context.db.transaction(async (tx) => {
    const locked = await lockBooking(context, tx, id);
    await change(tx, locked);
    return locked.booking;
  });
}

const participles = { verify: 'verified', confirm: 'confirmed', decline: 'declined', cancel: 'cancelled' } as const;

/** @throws DomainError INVALID on `state` */
export function requireTransition(transition: keyof typeof participles, { booking, now }: LockedBooking): void {
  if (canTransition(transition, booking, now)) return;
  const state = hasExpired(booking, now) ? 'expired' : booking.state;
  throw invalid({ state: [`can't be ${participles[transition]} when ${state}`] });
}
