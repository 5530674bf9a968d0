import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, invalid } from '../../platform/errors.js';
import { requirePermission } from '../account/permissions.rules.js';
import { assignAttributes, rejectIfAny } from '../attributes.js';
import type { RequestContext } from '../context.js';
import { couponLocks } from '../coupon/coupon-use.actions.js';
import { changesPayment, paymentPermission, validatePayment } from '../order/payment.rules.js';
import { resolveBookingPerson, saveBookingPerson } from '../person/booking-person.actions.js';
import type { ResolvedPerson } from '../person/resolved-person.rules.js';
import { validateBookedBy } from './booked-by.queries.js';
import { Booking, BookingState } from './booking.entity.js';
import type { BookingInput, WriteOptions } from './booking.input.js';
import {
  type BookedSpace,
  differing,
  errorsOn,
  placeAttributes,
  takesMore,
  toBookingType,
  validateCount,
  validateTimes,
} from './booking.rules.js';
import { placeLocks } from './booking-lock.actions.js';
import { lockPlacementTarget, type PlacementTarget, placeBooking } from './booking-placement.actions.js';
import { addReminder, isRetryableConflict, moveReminder, settleBooking } from './booking-revision.actions.js';
import { isActive } from './booking-state.rules.js';
import { mergeMessageChoice, requestMessages } from './messages/request-messages.actions.js';
import { reviseSale } from './sale/booking-sale.actions.js';
import { isSettled, recordSale } from './sale/sale.actions.js';

/**
 * Updates attributes of a booking. A new place must follow the rules of a new booking, and the public rules only if
 * `publicBooking` is true.
 *
 * @throws DomainError INVALID by attribute, NOT_FOUND
 */
export function updateBooking(
  context: RequestContext,
  id: number,
  input: BookingInput,
  options: WriteOptions,
): Promise<Booking> {
  return context.db.transaction((tx) => update(context, tx, id, input, options), { isRetryable: isRetryableConflict });
}

async function update(
  context: RequestContext,
  tx: AccountTransaction,
  id: number,
  { personAttributes, personId, publicBooking, ...input }: BookingInput,
  options: WriteOptions,
): Promise<Booking> {
  const booking = await tx.getLocked(Booking, id);
  if (booking.state === BookingState.DELETED) throw invalid({ state: ['is deleted'] });
  const before = { ...booking };
  if (changesPayment(before, input)) requirePermission(context.actor, paymentPermission);
  const bookedByErrors = await validateBookedBy(tx, booking, input);
  const attributeErrors = assignAttributes(tx, booking, input);
  const target = await lockChange(tx, before, booking);
  const now = context.clock.now();
  const found = await findPerson(context, tx, booking, personId, personAttributes);
  rejectIfAny(
    attributeErrors,
    bookedByErrors,
    found?.errors ?? {},
    fixedByEvent(before, booking),
    validatePayment(booking),
    validateStateChange(before, booking, now),
  );
  const isPublic = publicBooking === true;
  if (target) await move(context, tx, { before, booking, target, now, given: input, isPublic }, options);
  if (options.addReminderSms) addReminder(context, booking);
  moveReminder(context, before, booking);
  const isForAnother = found !== undefined && !isSamePerson(found, before);
  const sale = await reviseSale(context, tx, before, booking, input, isForAnother);
  if (isSettled(sale) && booking.state === BookingState.AWAITING_PAYMENT) {
    await settleBooking(context, tx, booking, now);
  }
  if (found) await saveBookingPerson(context, tx, found);
  if (isForAnother) Object.assign(booking, { personId: found.person?.id ?? null, unverifiedAttributes: null });
  const isConfirmed = booking.state !== before.state && booking.state === BookingState.CONFIRMED;
  const changed = await recordSale(context, tx, isConfirmed ? 'booking.confirmed' : 'booking.modified', booking, sale);
  if (!changed.has(booking)) return booking;
  const hasChangedState = booking.state !== before.state;
  const messages = hasChangedState ? mergeMessageChoice(booking, options.messages) : options.messages;
  await requestMessages(context, tx, booking, messages, before);
  return booking;
}

function isSamePerson({ person }: ResolvedPerson, { personId }: Booking): boolean {
  return person === undefined ? personId === null : person.id === personId;
}

/** The person of the booking after the request; undefined if the request does not change the person. */
async function findPerson(
  context: RequestContext,
  tx: AccountTransaction,
  { personId: currentId }: Booking,
  personId: number | null | undefined,
  attributes: BookingInput['personAttributes'],
): Promise<ResolvedPerson | undefined> {
  const isUnchanged = personId === undefined || personId === currentId;
  if (isUnchanged && !attributes) return undefined;
  return resolveBookingPerson(context, tx, { currentId, personId, attributes, verification: undefined });
}

/** On a booking of an event, only the event can change these (spec, Event). */
function fixedByEvent(before: BookedSpace, booking: Booking): FieldErrors {
  if (before.eventId === null) return {};
  if (booking.eventId === null) return { eventId: ["can't be blank"] };
  if (booking.eventId !== before.eventId) return {};
  return errorsOn(differing(placeAttributes, before, booking), "can't be changed on a booking of an event");
}

/** Only active bookings can have a status, and an expired hold can't be extended. */
function validateStateChange(before: Booking, booking: Booking, now: Date): FieldErrors {
  if (isActive(before, now)) return {};
  return {
    ...(booking.status !== before.status && { status: ['needs an active booking'] }),
    ...(isActive(booking, now) && { expiresAt: ['has passed'] }),
  };
}

/** A change of place or count, under its locks. */
interface Move {
  before: Booking;
  booking: Booking;
  target: PlacementTarget;
  now: Date;
  given: BookingInput;
  /** Whether the rules for the public apply. */
  isPublic: boolean;
}

/**
 * Locks the objects that a change depends on, after the booking itself: its coupons if they change, and its new place
 * if it moves. A hold that does not move locks its place, because it may be extended or paid.
 *
 * @returns the target if the place or the count changes
 */
async function lockChange(
  tx: AccountTransaction,
  before: Booking,
  booking: Booking,
): Promise<PlacementTarget | undefined> {
  const coupons = booking.couponId === before.couponId ? [] : couponLocks(before.couponId, booking.couponId);
  const isMoved = differing([...placeAttributes, 'eventId', 'count'], before, booking).length > 0;
  if (isMoved) return lockPlacementTarget(tx, booking, coupons);
  await tx.lock(...coupons, ...placeLocks(before));
  return undefined;
}

/** Places a booking whose place or count changes again. A booking that only gets smaller keeps its place. */
async function move(
  context: RequestContext,
  tx: AccountTransaction,
  { before, booking, target, now, given, isPublic }: Move,
  options: WriteOptions,
): Promise<void> {
  const ignoreCapacity = options.ignoreCapacity && !isPublic;
  const isLarger = takesMore(before, booking);
  const isBounded = isLarger && !ignoreCapacity && isActive(booking, now);
  const keepsService = booking.serviceId === before.serviceId && booking.resourceId === before.resourceId;
  rejectIfAny(validateTimes(booking), validateCount(booking.count, target.service));
  if (isBounded || isPublic || !keepsService || booking.eventId !== before.eventId) {
    const placement = { given, isPublic, ignoresCapacity: !isBounded, keepsService };
    rejectIfAny(await placeBooking(context, tx, booking, target, placement));
  }
  if (isLarger || ignoreCapacity) booking.ignoresCapacity = ignoreCapacity;
  booking.bookingType = toBookingType(booking.eventId);
}
