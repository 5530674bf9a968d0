import { actorName } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { countAttempt } from '../../../platform/database/attempt-limiter.js';
import {
  type FieldErrors,
  invalid,
  type Outcome,
  outcomeOf,
  rejectIfAny,
  requireResult,
  resultsOf,
} from '../../../platform/errors.js';
import { mapSequentially } from '../../../platform/yielding.js';
import type { VerificationMethod } from '../../account/account.entity.js';
import { requirePermission } from '../../account/permissions.rules.js';
import { validateCount } from '../../availability/booking-limits.rules.js';
import { buffersWith } from '../../availability/occupancy.rules.js';
import { requireOtherResources } from '../../availability/other-resources.rules.js';
import { feeTermsOf, hasFee } from '../../cancellation-fee.rules.js';
import { isVisitor, type RequestContext } from '../../context.js';
import {
  couponLocks,
  type GivenCodes,
  listGivenCodes,
  reportOnGivenCoupon,
  resolveCouponCode,
} from '../../coupon/coupon-use.actions.js';
import {
  changesPayment,
  type DepositOrder,
  paymentPermission,
  unpaid,
  validatePayment,
} from '../../order/order.rules.js';
import { packageLocks, takeUnits } from '../../package/package-use.actions.js';
import {
  type ResolvedPerson,
  resolveBookingPerson,
  saveBookingPeople,
  toPeopleRequest,
} from '../../person/booking-person.actions.js';
import { otherName } from '../../person/person.rules.js';
import { assignAttributes } from '../../records/attributes.js';
import { validateName } from '../../text/contact-details.js';
import { type BookedOption, Booking, BookingState } from '../booking.entity.js';
import type { BookingInput, CreateOptions, NewBookingInput } from '../booking.input.js';
import { agreedFees, needsCard } from '../fees/agreed-fees.rules.js';
import type { MessageChoice } from '../messages/message-choice.input.js';
import { requestMessages, storeMessageChoice } from '../messages/request-messages.actions.js';
import { noteAhead, requireFewAhead } from '../public/bookings-ahead.actions.js';
import { provedVisitorLimits, publicBookingLimits } from '../public/public-booking.rules.js';
import { sellBooking, sellNothing } from '../sale/booking-sale.actions.js';
import { FirstPayments } from '../sale/deposit.queries.js';
import { isPaidFirst, orderAfter, recordSales, soldTo } from '../sale/sale.actions.js';
import type { Sale, SoldBooking } from '../sale/sale.type.js';
import {
  addReminder,
  confirmationRequirements,
  enterState,
  isRetryableConflict,
} from '../states/booking-revision.actions.js';
import { createVerificationCode, initialState, toVerificationMethod } from '../states/booking-state.rules.js';
import { chooseOptions } from './booking-options.actions.js';
import { writePlaces } from './booking-places.queries.js';
import {
  type BookingFacts,
  type Draft,
  decideInTurn,
  type PreparedPlace,
  validateBookedBy,
} from './decide-in-turn.actions.js';
import { toBookingType } from './place.rules.js';
import { ownPriceOf, placeBooking, termsOf } from './place-booking.actions.js';

/** Makes a booking a hold that its person must accept. Nothing is sent about it. */
interface OfferedHold {
  expiresAt: Date;
  /** The address to which the caller sends the offer: an email address, or a phone number in E.164. */
  method: VerificationMethod;
  recipient: string;
}

/** The address of a visitor who has a session. */
export interface ProvedAddress {
  /** The key of an email, or a phone number in E.164. */
  address: string;
  method: VerificationMethod;
}

/** Options of the creation of a booking. */
export interface CreationOptions extends CreateOptions {
  /** The people of bookings that are made together, by the attributes that they share: each is found or created once. */
  sharedPeople?: Map<object, ResolvedPerson>;
  /** Whether all bookings are to be made or none, so that each leaves room for those after it. */
  leavesRoom?: boolean;
  /** Whether the booking must start where a slot is listed, as on the public site. */
  startsAtSlot?: boolean;
  /** The address that its visitor has proved, which is not verified again. */
  proved?: ProvedAddress | undefined;
  /** The options of a series as they were agreed with its first booking: they hold for all, also if they are no longer offered. */
  agreedOptions?: readonly BookedOption[];
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
    await countVisitorBookings(context, tx, input.personAttributes, options, [placed]);
    return placed.booking;
  };
  return context.db.transaction(book, { isRetryable: isRetryableConflict });
}

/**
 * Writes placed bookings. Those of a visitor are counted against the limits of visitors, as one for all that one message is
 * about. The transaction counts them, so that rejected ones, for which nothing is sent, do not count.
 *
 * @throws DomainError INVALID on `base`; RateLimitError
 */
export async function countVisitorBookings(
  context: RequestContext,
  tx: AccountTransaction,
  person: NewBookingInput['personAttributes'],
  { proved }: CreationOptions,
  placed: readonly NewBooking[],
): Promise<void> {
  if (!isVisitor(context)) {
    await saveNewBookings(context, tx, placed);
    return;
  }
  const limits = proved ? provedVisitorLimits(context, proved.address) : publicBookingLimits(context, person ?? {});
  await countAttempt({ ...context, db: tx }, limits);
  await requireFewAhead(context, tx);
  const bookings = await saveNewBookings(context, tx, placed);
  for (const booking of bookings) await noteAhead(context, tx, booking);
}

/** The input of a new booking, with the resource that the slot offered it, if nobody has chosen one. */
export interface PlacedInput extends NewBookingInput {
  offeredResourceId?: number | null;
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
  inputs: readonly PlacedInput[],
  options: CreationOptions,
): Promise<Outcome<NewBooking>[]> {
  const codes = await listGivenCodes(tx, inputs);
  const drafts = await mapSequentially(inputs, (input) =>
    outcomeOf(async () => draftNewBooking(context, tx, input, options, codes)),
  );
  const prepare = (draft: NewDraft, facts: BookingFacts) => preparePlacement(context, tx, draft, options, facts);
  const requests = resultsOf(drafts).map(({ people }) => people);
  // Staff who confirm a booking at once have asked for nothing.
  const first = options.confirm && !options.offer ? null : new FirstPayments(context, tx, requests);
  return decideInTurn(
    context,
    tx,
    drafts,
    (draft, facts) => placeNewBooking(context, tx, draft, options, facts, first),
    {
      preparePlace: options.leavesRoom ? prepare : undefined,
    },
  );
}

interface NewDraft extends Draft {
  input: PlacedInput;
  /** The attributes of the booking, with the id of its coupon. */
  given: Omit<BookingInput, 'couponCode'>;
  attributeErrors: FieldErrors;
}

function draftNewBooking(
  context: RequestContext,
  tx: AccountTransaction,
  input: PlacedInput,
  options: CreationOptions,
  codes: GivenCodes,
): NewDraft {
  const { personAttributes, personId, publicBooking, expectedPrice, options: chosen, ...others } = input;
  const { offeredResourceId: _, otherResources: __, ...attributesAndCode } = others;
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
    locks: [...couponLocks(booking.couponId), ...(booking.packageId === null ? [] : packageLocks(booking.packageId))],
  };
}

/** Returns the way in which a new booking is verified; undefined if it needs no verification. */
function verificationOf(
  { account }: RequestContext,
  { confirm, proved }: CreationOptions,
): VerificationMethod | undefined {
  const method = confirm ? undefined : toVerificationMethod(account);
  return method === proved?.method ? undefined : method;
}

/** Gives a new booking the buffers and options by which it is placed. @throws DomainError like `createBooking` */
async function preparePlacement(
  context: RequestContext,
  tx: AccountTransaction,
  { booking, input, given, isPublic }: NewDraft,
  options: CreationOptions,
  { places, limits, undecided }: BookingFacts,
): Promise<PreparedPlace> {
  const target = places.targetOf(booking);
  Object.assign(booking, buffersWith(target.service, termsOf(target.schedules, booking)));
  // An unknown event or service is refused with the place. The page of an offer asks for no options.
  const isKnown = booking.eventId === null ? booking.serviceId === null || target.service : target.event;
  if (isKnown && (input.options?.length || (target.service?.hasOptions && !options.offer))) {
    booking.options = await chooseOptions(context, tx, target.service, input.options ?? [], options.agreedOptions);
  }
  const ignoresCapacity = options.ignoreCapacity && !isPublic;
  const ignoresExternalBusy = ignoresCapacity || (options.ignoreExternalBusy === true && !isPublic);
  const { startsAtSlot } = options;
  const named = input.otherResources?.length
    ? requireOtherResources(target.needs, input.otherResources, {
        isVisitor: isVisitor(context),
        people: booking.count,
      })
    : undefined;
  const ignored = { ignoresCapacity, ignoresExternalBusy };
  return {
    target,
    placement: {
      ...{ given, isPublic, ...ignored, keepsService: false, startsAtSlot, places, limits, undecided, named },
      offered: input.offeredResourceId ?? undefined,
    },
  };
}

/** @throws DomainError like `createBooking` */
async function placeNewBooking(
  context: RequestContext,
  tx: AccountTransaction,
  draft: NewDraft,
  options: CreationOptions,
  facts: BookingFacts,
  first: FirstPayments | null,
): Promise<NewBooking> {
  const { booking, input, given, attributeErrors, isPublic } = draft;
  const { personAttributes, personId } = input;
  const { limits, overlaps, people } = facts;
  const { target, placement } = await preparePlacement(context, tx, draft, options, facts);
  const { ignoresCapacity } = placement;
  // The clock is read after the lock, because the capacity constraint checks which holds have expired at this time.
  booking.createdAt = context.clock.now();

  const verification = verificationOf(context, options);
  const found =
    options.sharedPeople?.get(personAttributes ?? {}) ??
    (await resolveBookingPerson(context, tx, {
      currentId: null,
      personId,
      attributes: personAttributes,
      verification,
      guardianId: given.bookedByPersonId,
      people,
    }));
  if (personAttributes) options.sharedPeople?.set(personAttributes, found);
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
  // Its sale is one of a visit. `joinVisit` knows the id.
  if (options.sharedPeople) booking.visitId = booking.id;
  const deposit = first && (await first.depositOf(target.service, found.person, people));
  const sale = await reportOnGivenCoupon(input, () =>
    sellBooking(context, tx, booking, target.service, input.expectedPrice ?? undefined, deposit),
  );
  if (booking.packageId !== null) {
    if (isVisitor(context) && !options.proved) throw invalid({ packageId: ['needs a session of its person'] });
    sale.packages = await takeUnits(context, tx, booking, found.person?.id ?? null);
  }
  const fees = first && feeTermsOf(target.service, context.account);
  if (fees) {
    booking.agreedFees = agreedFees(context, fees, orderAfter(sale));
    await askForCard(context, tx, booking, sale, first);
  }
  // An offered hold sends no message, because only the caller can create the link in it.
  const messages = options.offer ? null : options.messages;
  if (options.offer) offerHold(context, booking, options.offer);
  else {
    initializeState(context, booking, target.service, {
      confirm: options.confirm,
      verification,
      order: orderAfter(sale),
      found,
    });
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
 *
 * @returns the bookings, which the answer need not read again
 */
export async function saveNewBookings(
  context: RequestContext,
  tx: AccountTransaction,
  placed: readonly NewBooking[],
): Promise<Booking[]> {
  await saveBookingPeople(
    context,
    tx,
    placed.map(({ found }) => found),
  );
  for (const { booking, found } of placed) booking.personId = found.person?.id ?? null;
  const sold: SoldBooking[] = [];
  for (const { booking, sale, found } of placed) {
    sold.push({ name: 'booking.created', booking, sale: await soldTo(tx, sale, found.person) });
  }
  await recordSales(context, tx, sold);
  if (placed.some(({ booking }) => booking.hasPlaces)) writePlaces(tx, placed);
  for (const [messages, group] of Map.groupBy(placed, (one) => one.messages)) {
    if (messages === null) continue;
    const steps = group.map(({ booking }) => ({ booking }));
    await requestMessages(context, tx, steps, messages);
  }
  return sold.map(({ booking }) => booking);
}

/** Holds a booking with fees until its person stores a card, if nothing is paid first and the account asks for cards. */
async function askForCard(
  context: RequestContext,
  tx: AccountTransaction,
  { agreedFees: agreed }: Booking,
  sale: Sale,
  first: FirstPayments,
): Promise<void> {
  if (!agreed || !hasFee(agreed) || isPaidFirst(sale) || !(await first.asksForCards())) return;
  sale.order ??= sellNothing(context, tx);
  agreed.needsCard = true;
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
  /** The way in which it is verified; undefined if it needs no verification. */
  verification: VerificationMethod | undefined;
  /** The new order of the booking. */
  order: DepositOrder | null;
  found: ResolvedPerson;
}

function initializeState(
  context: RequestContext,
  booking: Booking,
  service: Parameters<typeof confirmationRequirements>[1],
  { confirm, verification, order, found: { recipient, unverified } }: InitialStateOptions,
): void {
  const { needsPayment, needsConfirmation } = confirmationRequirements(context, service, order);
  const requirements = {
    ...{ needsConfirmation, needsPayment: needsPayment || (booking.agreedFees !== null && needsCard(booking, order)) },
    needsVerification: verification !== undefined,
  };
  const state = confirm ? BookingState.CONFIRMED : initialState(requirements);
  enterState(context, booking, state, booking.expiresAt);
  if (state !== BookingState.AWAITING_VERIFICATION) return;
  booking.verificationMethod = verification ?? null;
  booking.verificationCode = createVerificationCode();
  booking.verificationRecipient = recipient ?? null;
  booking.unverifiedAttributes = unverified ?? null;
}
