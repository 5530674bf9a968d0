import { actorName } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { countAttempt } from '../../../platform/database/attempt-limiter.js';
import { type FieldErrors, type Outcome, outcomeOf, rejectIfAny, requireResult } from '../../../platform/errors.js';
import { mapSequentially } from '../../../platform/yielding.js';
import type { VerificationMethod } from '../../account/account.entity.js';
import { requirePermission } from '../../account/permissions.rules.js';
import { buffersWith } from '../../availability/occupancy.rules.js';
import { isVisitor, type RequestContext } from '../../context.js';
import {
  couponLocks,
  type GivenCodes,
  listGivenCodes,
  reportOnGivenCoupon,
  resolveCouponCode,
} from '../../coupon/coupon-use.actions.js';
import { changesPayment, paymentPermission, unpaid, validatePayment } from '../../order/order.rules.js';
import {
  type ResolvedPerson,
  resolveBookingPerson,
  saveBookingPeople,
  toPeopleRequest,
} from '../../person/booking-person.actions.js';
import { otherName } from '../../person/person.rules.js';
import { assignAttributes } from '../../records/attributes.js';
import { validateName } from '../../text/contact-details.js';
import { Booking, BookingState } from '../booking.entity.js';
import type { BookingInput, CreateOptions, NewBookingInput } from '../booking.input.js';
import type { MessageChoice } from '../messages/message-choice.input.js';
import { requestMessages, storeMessageChoice } from '../messages/request-messages.actions.js';
import { noteAhead, requireFewAhead } from '../public/bookings-ahead.actions.js';
import { publicBookingLimits } from '../public/public-booking.rules.js';
import { sellBooking } from '../sale/booking-sale.actions.js';
import { isDue, recordSales, type Sale } from '../sale/sale.actions.js';
import {
  addReminder,
  confirmationRequirements,
  enterState,
  isRetryableConflict,
} from '../states/booking-revision.actions.js';
import { createVerificationCode, initialState, toVerificationMethod } from '../states/booking-state.rules.js';
import { chooseOptions } from './booking-options.actions.js';
import { type BookingFacts, type Draft, decideInTurn, validateBookedBy } from './decide-in-turn.actions.js';
import { toBookingType, validateCount } from './place.rules.js';
import { ownPriceOf, placeBooking, termsOf } from './place-booking.actions.js';

/** Makes a booking a hold that its person must accept. Nothing is sent about it. */
interface OfferedHold {
  expiresAt: Date;
  /** The address to which the caller sends the offer: an email address, or a phone number in E.164. */
  method: VerificationMethod;
  recipient: string;
}

/** Options of the creation of a booking. */
interface CreationOptions extends CreateOptions {
  /** Whether the booking must start where a slot is listed, as on the public site. */
  startsAtSlot?: boolean;
  /** Replaces `confirm` and `messages`. The hold has no code: the caller verifies the booking. */
  offer?: OfferedHold;
}

/**
 * Creates a booking (spec, Create booking parameters). It is confirmed at once, unless `confirm` is false.
 *
 * @throws DomainError INVALID by attribute; a new person's errors are on `person` and `personAttributes`.
 *   PriceConflictError if the price is not the expected one
 */
export function createBooking(
  context: RequestContext,
  input: NewBookingInput,
  options: CreationOptions,
): Promise<Booking> {
  const book = async (tx: AccountTransaction): Promise<Booking> => {
    const placed = requireResult(await placeNewBookings(context, tx, [input], options));
    // The transaction counts the booking, so that a rejected one, for which nothing is sent, does not count.
    if (isVisitor(context)) await countPublicBooking(context, tx, input.personAttributes);
    await saveNewBookings(context, tx, [placed]);
    if (isVisitor(context)) await noteAhead(context, tx, placed.booking);
    return placed.booking;
  };
  return context.db.transaction(book, { isRetryable: isRetryableConflict });
}

async function countPublicBooking(
  context: RequestContext,
  tx: AccountTransaction,
  person: NewBookingInput['personAttributes'],
): Promise<void> {
  await countAttempt({ ...context, db: tx }, publicBookingLimits(context, person ?? {}));
  await requireFewAhead(context, tx);
}

/** A new booking with its place, person and sale, ready to be written. */
export interface NewBooking {
  booking: Booking;
  found: ResolvedPerson;
  sale: Sale;
  /** The messages to send; null for none. */
  messages: MessageChoice | null;
}

/**
 * Decides on new bookings under their locks, one after the other as if each were written before the next, without
 * writing them.
 */
export async function placeNewBookings(
  context: RequestContext,
  tx: AccountTransaction,
  inputs: readonly NewBookingInput[],
  options: CreationOptions,
): Promise<Outcome<NewBooking>[]> {
  const codes = await listGivenCodes(tx, inputs);
  const drafts = await mapSequentially(inputs, (input) =>
    outcomeOf(async () => draftNewBooking(context, tx, input, options, codes)),
  );
  return decideInTurn(context, tx, drafts, (draft, facts) => placeNewBooking(context, tx, draft, options, facts));
}

interface NewDraft extends Draft {
  input: NewBookingInput;
  /** The attributes of the booking, with the id of its coupon. */
  given: Omit<BookingInput, 'couponCode'>;
  attributeErrors: FieldErrors;
}

function draftNewBooking(
  context: RequestContext,
  tx: AccountTransaction,
  input: NewBookingInput,
  options: CreationOptions,
  codes: GivenCodes,
): NewDraft {
  const { personAttributes, personId, publicBooking, expectedPrice, options: chosen, ...attributesAndCode } = input;
  if (changesPayment(unpaid, input)) requirePermission(context.actor, paymentPermission);
  const attributes = resolveCouponCode(codes, attributesAndCode);
  const booking = tx.create(Booking, context.clock.now());
  const given = withoutNulls(attributes);
  const attributeErrors = assignAttributes(tx, booking, given);
  const isPublic = publicBooking === true;
  const ignoresCapacity = options.ignoreCapacity && !isPublic;
  const people = toPeopleRequest(context, { currentId: null, personId, attributes: personAttributes });
  return {
    ...{ booking, input, given, attributeErrors, isPublic },
    place: { booking, needsHours: isPublic, ignoresCapacity },
    ignoresLimits: ignoresCapacity,
    people: { ...people, readId: given.bookedByPersonId },
    couponIds: booking.couponId === null ? [] : [booking.couponId],
    locks: couponLocks(booking.couponId),
  };
}

/** @throws DomainError like `createBooking` */
async function placeNewBooking(
  context: RequestContext,
  tx: AccountTransaction,
  { booking, input, given, attributeErrors, isPublic }: NewDraft,
  options: CreationOptions,
  facts: BookingFacts,
): Promise<NewBooking> {
  const { personAttributes, personId } = input;
  const { places, limits, overlaps, people } = facts;
  const target = places.targetOf(booking);
  Object.assign(booking, buffersWith(target.service, termsOf(target.schedules, booking)));
  // The page of an offer asks for no options.
  if (input.options?.length || (target.service?.hasOptions && !options.offer)) {
    booking.options = await chooseOptions(context, tx, target.service, input.options ?? []);
  }
  // The clock is read after the lock, because the capacity constraint checks which holds have expired at this time.
  booking.createdAt = context.clock.now();

  const ignoresCapacity = options.ignoreCapacity && !isPublic;
  const ignoresExternalBusy = ignoresCapacity || (options.ignoreExternalBusy === true && !isPublic);
  const { startsAtSlot } = options;
  const ignored = { ignoresCapacity, ignoresExternalBusy };
  const placement = { given, isPublic, ...ignored, keepsService: false, startsAtSlot, places, limits };
  const verification = options.confirm ? undefined : toVerificationMethod(context.account);
  const found = await resolveBookingPerson(context, tx, {
    currentId: null,
    personId,
    attributes: personAttributes,
    verification,
    people,
  });
  rejectIfAny(
    attributeErrors,
    validateName(given.bookedForName, 'bookedForName'),
    await validateBookedBy(facts, null, given),
    found.errors,
    validateCount(booking.count, target.service),
    validatePayment(booking, unpaid, context.account.currency),
    await placeBooking(context, tx, booking, target, placement),
  );
  if (!ignoresCapacity) rejectIfAny(await limits.check(booking, found.person?.id ?? null));

  booking.bookedForName = otherName(given.bookedForName ?? found.bookedForName, found.person?.name);
  rejectIfAny(await overlaps.check(booking, found.person?.id ?? null, isPublic));
  booking.ignoresCapacity = ignoresCapacity;
  booking.addsMessages = options.addMessages;
  booking.bookingType = toBookingType(booking.eventId);
  booking.price = ownPriceOf(booking, target);
  const sale = await reportOnGivenCoupon(input, () =>
    sellBooking(context, tx, booking, target.service, input.expectedPrice ?? undefined),
  );
  // An offered hold sends no message, because only the caller can create the link in it.
  const messages = options.offer ? null : options.messages;
  if (options.offer) offerHold(context, booking, options.offer);
  else {
    initializeState(context, booking, target.service, { confirm: options.confirm, isDue: isDue(sale), found });
    storeMessageChoice(booking, options.messages);
  }
  if (options.addReminderSms ?? (context.account.reminderSms && booking.reminderAt === null)) {
    addReminder(context, booking);
  }
  booking.createdBy = actorName(context.actor);
  booking.updatedBy = booking.createdBy;
  return { booking, found, sale, messages };
}

/**
 * Writes placed bookings by a few statements. They must be decided one after the other, so that no two take the same
 * thing, such as the last use of a coupon.
 */
export async function saveNewBookings(
  context: RequestContext,
  tx: AccountTransaction,
  placed: readonly NewBooking[],
): Promise<void> {
  await saveBookingPeople(
    context,
    tx,
    placed.map(({ found }) => found),
  );
  for (const { booking, found } of placed) booking.personId = found.person?.id ?? null;
  const sold = placed.map(({ booking, sale }) => ({ name: 'booking.created' as const, booking, sale }));
  await recordSales(context, tx, sold);
  for (const [messages, group] of Map.groupBy(placed, (one) => one.messages)) {
    if (messages === null) continue;
    const steps = group.map(({ booking }) => ({ booking }));
    await requestMessages(context, tx, steps, messages);
  }
}

/** Removes nulls, because a new booking has no values to clear. */
function withoutNulls<Input extends object>(input: Input): Input {
  const given = { ...input };
  for (const attribute in given) if (given[attribute] === null) delete given[attribute];
  return given;
}

function offerHold(context: RequestContext, booking: Booking, { expiresAt, method, recipient }: OfferedHold): void {
  enterState(context, booking, BookingState.AWAITING_VERIFICATION, expiresAt);
  booking.verificationMethod = method;
  booking.verificationRecipient = recipient;
}

interface InitialStateOptions {
  confirm: boolean;
  /** Whether the booking's order has a balance left to pay. */
  isDue: boolean;
  found: ResolvedPerson;
}

function initializeState(
  context: RequestContext,
  booking: Booking,
  service: Parameters<typeof confirmationRequirements>[1],
  { confirm, isDue, found: { recipient, unverified } }: InitialStateOptions,
): void {
  const method = toVerificationMethod(context.account);
  const requirements = {
    ...confirmationRequirements(context, service, isDue),
    needsVerification: method !== undefined,
  };
  const state = confirm ? BookingState.CONFIRMED : initialState(requirements);
  enterState(context, booking, state, booking.expiresAt);
  if (state !== BookingState.AWAITING_VERIFICATION) return;
  booking.verificationMethod = method ?? null;
  booking.verificationCode = createVerificationCode();
  booking.verificationRecipient = recipient ?? null;
  booking.unverifiedAttributes = unverified ?? null;
}
