import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, invalid } from '../../platform/errors.js';
import { requirePermission } from '../account/permissions.rules.js';
import { assignAttributes, rejectIfAny } from '../attributes.js';
import { lengthOf } from '../availability/slot-intervals.rules.js';
import { buffersOf, noBuffers } from '../buffers.rules.js';
import type { RequestContext } from '../context.js';
import { couponLocks } from '../coupon/coupon-use.actions.js';
import { reportOnGivenCoupon, resolveCouponCode } from '../coupon/given-coupon.actions.js';
import { changesPayment, paymentPermission, validatePayment } from '../order/payment.rules.js';
import { resolveBookingPerson, saveBookingPeople } from '../person/booking-person.actions.js';
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
import { type BookingReads, directBookingReads } from './booking-reads.queries.js';
import { addReminder, isRetryableConflict, moveReminder, settleBooking } from './booking-revision.actions.js';
import { hasExpired, isActive } from './booking-state.rules.js';
import type { MessageChoice } from './messages/message-choice.input.js';
import { mergeMessageChoice, requestMessagesForAll } from './messages/request-messages.actions.js';
import type { PlacementReads } from './placement-reads.queries.js';
import { reviseSale } from './sale/booking-sale.actions.js';
import { isSettled, recordSales, type Sale } from './sale/sale.actions.js';

/** Options of the update of a booking. */
export interface UpdateOptions extends WriteOptions {
  /** Whether a new place must be within the opening hours, as public bookings always must. */
  needsHours?: boolean;
  /** Whether a new time must be the start of a listed slot, as on the public site. */
  startsAtSlot?: boolean;
  /** Checks the locked booking before anything else. Returns the errors that refuse the update. */
  check?: (booking: Booking, now: Date) => FieldErrors;
}

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
  options: UpdateOptions,
): Promise<Booking> {
  const update = async (tx: AccountTransaction): Promise<Booking> => {
    const decided = await decideUpdate(context, tx, id, input, options, directBookingReads(context, tx));
    await saveUpdates(context, tx, [decided]);
    return decided.booking;
  };
  return context.db.transaction(update, { isRetryable: isRetryableConflict });
}

/** A changed booking with its person and sale, ready to be written. */
export interface DecidedUpdate {
  booking: Booking;
  before: Booking;
  /** The person after the update; undefined if the update does not change the person. */
  found: ResolvedPerson | undefined;
  isForAnother: boolean;
  sale: Sale;
  /** The messages to send. */
  messages: MessageChoice;
}

/**
 * Decides on an update under its locks, without writing it. The booking is unchanged if it is refused.
 *
 * @throws DomainError like `updateBooking`
 */
export async function decideUpdate(
  context: RequestContext,
  tx: AccountTransaction,
  id: number,
  input: BookingInput,
  options: UpdateOptions,
  reads: BookingReads,
): Promise<DecidedUpdate> {
  const booking = await tx.getLocked(Booking, id);
  if (booking.state === BookingState.DELETED) throw invalid({ state: ['is deleted'] });
  rejectIfAny(options.check?.(booking, context.clock.now()) ?? {});
  const before = { ...booking };
  try {
    return {
      booking,
      before,
      messages: options.messages,
      ...(await change({ context, tx, reads }, booking, before, input, options)),
    };
  } catch (error) {
    Object.assign(booking, before);
    throw error;
  }
}

interface Scope {
  context: RequestContext;
  tx: AccountTransaction;
  reads: BookingReads;
}

async function change(
  { context, tx, reads }: Scope,
  booking: Booking,
  before: Booking,
  { personAttributes, personId, publicBooking, ...attributesAndCode }: BookingInput,
  options: UpdateOptions,
): Promise<Pick<DecidedUpdate, 'found' | 'isForAnother' | 'sale'>> {
  const input = await resolveCouponCode(reads.couponCodes, attributesAndCode);
  if (changesPayment(before, input)) requirePermission(context.actor, paymentPermission);
  const bookedByErrors = await validateBookedBy(reads.people, booking, input);
  const attributeErrors = assignAttributes(tx, booking, input);
  const target = await lockChange(tx, before, booking, reads.places);
  const now = context.clock.now();
  const found = await findPerson({ context, tx, reads }, booking, personId, personAttributes);
  rejectIfAny(
    attributeErrors,
    bookedByErrors,
    found?.errors ?? {},
    fixedByEvent(before, booking),
    validatePayment(booking, before, context.account.currency),
    validateStateChange(before, booking, now),
  );
  const isPublic = publicBooking === true;
  const places = reads.places;
  if (target) await move(context, tx, { before, booking, target, now, given: input, isPublic, places }, options);
  if (options.addReminderSms) addReminder(context, booking);
  moveReminder(context, before, booking);
  const isForAnother = found !== undefined && !isSamePerson(found, before);
  const sale = await reportOnGivenCoupon(attributesAndCode, () =>
    reviseSale(context, { tx, prices: reads.prices }, before, booking, input, isForAnother),
  );
  if (isSettled(sale) && booking.state === BookingState.AWAITING_PAYMENT) {
    await settleBooking(context, tx, booking, now);
  }
  return { found, isForAnother, sale };
}

/** Writes decided updates by a few statements. */
export async function saveUpdates(
  context: RequestContext,
  tx: AccountTransaction,
  updates: readonly DecidedUpdate[],
): Promise<void> {
  await saveBookingPeople(
    context,
    tx,
    updates.flatMap(({ found }) => found ?? []),
  );
  for (const { booking, found, isForAnother } of updates) {
    if (isForAnother) assignPerson(booking, found?.person?.id ?? null);
  }
  const sold = updates.map(({ booking, before, sale }) => {
    const isConfirmed = booking.state !== before.state && booking.state === BookingState.CONFIRMED;
    return { name: isConfirmed ? ('booking.confirmed' as const) : ('booking.modified' as const), booking, sale };
  });
  const written = await recordSales(context, tx, sold);
  const changed = updates.filter(({ booking }) => written.has(booking));
  for (const [messages, group] of Map.groupBy(changed, messagesOf)) {
    await requestMessagesForAll(context, tx, group, messages);
  }
}

/** Links that the previous person got stop working. */
function assignPerson(booking: Booking, personId: number | null): void {
  booking.personId = personId;
  booking.unverifiedAttributes = null;
  booking.linkVersion += 1;
}

function messagesOf({ booking, before, messages }: DecidedUpdate): MessageChoice {
  return booking.state === before.state ? messages : mergeMessageChoice(booking, messages);
}

function isSamePerson({ person }: ResolvedPerson, { personId }: Booking): boolean {
  return person === undefined ? personId === null : person.id === personId;
}

/** The person of the booking after the request; undefined if the request does not change the person. */
async function findPerson(
  { context, tx, reads: { people } }: Scope,
  { personId: currentId }: Booking,
  personId: number | null | undefined,
  attributes: BookingInput['personAttributes'],
): Promise<ResolvedPerson | undefined> {
  const isUnchanged = personId === undefined || personId === currentId;
  if (isUnchanged && !attributes) return undefined;
  return resolveBookingPerson(context, tx, { currentId, personId, attributes, verification: undefined, people });
}

/** On a booking of an event, only the event can change these (spec, Event). */
function fixedByEvent(before: BookedSpace, booking: Booking): FieldErrors {
  if (before.eventId === null) return {};
  if (booking.eventId === null) return { eventId: ["can't be blank"] };
  if (booking.eventId !== before.eventId) return {};
  return errorsOn(differing(placeAttributes, before, booking), "can't be changed on a booking of an event");
}

/** An inactive booking stays inactive: it can have no status, and a later expiry would have no effect. */
function validateStateChange(before: Booking, booking: Booking, now: Date): FieldErrors {
  if (isActive(before, now)) return {};
  const isExpired = before.state === BookingState.VERIFICATION_EXPIRED || hasExpired(before, now);
  return {
    ...(booking.status !== before.status && { status: ['needs an active booking'] }),
    ...(differing(['expiresAt'], before, booking).length > 0 && {
      state: [isExpired ? 'has expired' : 'needs an active booking'],
    }),
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
  places: PlacementReads;
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
  places: PlacementReads,
): Promise<PlacementTarget | undefined> {
  const coupons = booking.couponId === before.couponId ? [] : couponLocks(before.couponId, booking.couponId);
  const isMoved = differing([...placeAttributes, 'eventId', 'count'], before, booking).length > 0;
  if (isMoved) return lockPlacementTarget(tx, booking, places, coupons);
  await tx.lock(...coupons, ...placeLocks(before));
  return undefined;
}

/** Places a booking whose place or count changes again. A booking that only gets smaller keeps its place. */
async function move(
  context: RequestContext,
  tx: AccountTransaction,
  { before, booking, target, now, given, isPublic, places }: Move,
  options: UpdateOptions,
): Promise<void> {
  const ignoreCapacity = options.ignoreCapacity && !isPublic;
  const { serviceId, count } = before;
  const isMoved = booking.serviceId !== serviceId || takesMore(before, { ...booking, count });
  if (isMoved) Object.assign(booking, booking.eventId === null ? buffersOf(target.service) : noBuffers);
  const isLarger = takesMore(before, booking);
  const { needsHours, startsAtSlot = false } = options;
  const isBounded = (isLarger || startsAtSlot) && !ignoreCapacity && isActive(booking, now);
  const isSameService = booking.serviceId === serviceId;
  const keepsService = !startsAtSlot && isSameService && booking.resourceId === before.resourceId;
  const countErrors = isSameService && booking.count === count ? {} : validateCount(booking.count, target.service);
  rejectIfAny(validateTimes(booking), countErrors);
  if (isBounded || isPublic || !keepsService || booking.eventId !== before.eventId) {
    const keepsLength = startsAtSlot && isSameService && isSameLength(context, target, before, booking);
    const rules = { isPublic, ignoresCapacity: !isBounded, keepsService, needsHours, startsAtSlot, keepsLength };
    const placement = { given, ...rules, reads: places };
    rejectIfAny(await placeBooking(context, tx, booking, target, placement));
  }
  if (isLarger || ignoreCapacity) booking.ignoresCapacity = ignoreCapacity;
  booking.bookingType = toBookingType(booking.eventId);
}

function isSameLength(
  { zone }: RequestContext,
  { service }: PlacementTarget,
  before: BookedSpace,
  { bookedFrom, bookedTo }: BookedSpace,
): boolean {
  if (!service) return false;
  const old = lengthOf(service, { from: before.bookedFrom.getTime(), to: before.bookedTo.getTime() }, zone);
  const now = lengthOf(service, { from: bookedFrom.getTime(), to: bookedTo.getTime() }, zone);
  return old.minutes === now.minutes && old.days === now.days;
}
