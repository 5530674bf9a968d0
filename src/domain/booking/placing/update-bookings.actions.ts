import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import {
  type FieldErrors,
  invalid,
  notFound,
  type Outcome,
  outcomeOf,
  rejectIfAny,
  requireResult,
} from '../../../platform/errors.js';
import { mapSequentially } from '../../../platform/yielding.js';
import { requirePermission } from '../../account/permissions.rules.js';
import { validateCount } from '../../availability/booking-limits.rules.js';
import { buffersWith, noBuffers } from '../../availability/occupancy.rules.js';
import { lengthOf } from '../../availability/slot-intervals.rules.js';
import type { RequestContext } from '../../context.js';
import {
  couponLocks,
  type GivenCodes,
  listGivenCodes,
  reportOnGivenCoupon,
  resolveCouponCode,
} from '../../coupon/coupon-use.actions.js';
import { changesPayment, paymentPermission, validatePayment } from '../../order/order.rules.js';
import { packageLocks } from '../../package/package-use.actions.js';
import {
  type ResolvedPerson,
  resolveBookingPerson,
  saveBookingPeople,
  toPeopleRequest,
} from '../../person/booking-person.actions.js';
import { otherName } from '../../person/person.rules.js';
import { assignAttributes } from '../../records/attributes.js';
import { BookingType } from '../../service/service.entity.js';
import { validateName } from '../../text/contact-details.js';
import { Booking, BookingState } from '../booking.entity.js';
import type { BookingInput, WriteOptions } from '../booking.input.js';
import { isPaidFor, moveFees, repriceFees } from '../fees/agreed-fees.rules.js';
import type { MessageChoice } from '../messages/message-choice.input.js';
import { mergeMessageChoice, requestMessages } from '../messages/request-messages.actions.js';
import { conditionAttributes, reviseSale } from '../sale/booking-sale.actions.js';
import { orderAfter, recordSales, soldTo } from '../sale/sale.actions.js';
import type { Sale } from '../sale/sale.type.js';
import { placeLocks } from '../states/booking-lock.actions.js';
import {
  addReminder,
  confirmationRequirements,
  enterState,
  isRetryableConflict,
  moveReminder,
  serviceOf,
  settleBooking,
} from '../states/booking-revision.actions.js';
import { feeIsCharged, hasExpired, isActive, isHold, stateAfterMove } from '../states/booking-state.rules.js';
import { changesOf, type Needs, needsOf } from './booking-change.rules.js';
import { changeOptions } from './booking-options.actions.js';
import { writePlaces } from './booking-places.queries.js';
import {
  type BookingFacts,
  type Draft,
  decideInTurn,
  type PreparedPlace,
  validateBookedBy,
} from './decide-in-turn.actions.js';
import type { NeedResourcesInput } from './need-resources.input.js';
import { hasResources, type NamedResources, requireNamedResources } from './need-resources.rules.js';
import { overlapLocks } from './overlaps.queries.js';
import { differing, errorsOn, placeAttributes, type TakenPlace, toBookingType, validateTimes } from './place.rules.js';
import { ownPriceOf, placeBooking, termsOf } from './place-booking.actions.js';
import type { Placement } from './placement.rules.js';
import type { PlacementTarget } from './places.queries.js';

/** Options of the update of a booking. */
interface UpdateOptions extends WriteOptions {
  /** Whether a new place must be within the opening hours, as public bookings always must. */
  needsHours?: boolean;
  /** Whether a new time must be the start of a listed slot, as on the public site. */
  startsAtSlot?: boolean;
  /** Whether links to the booking work on although its person changes. */
  keepsLink?: boolean;
  /** Whether the person of the booking moves it, so that staff confirm the new time where they confirm bookings. */
  isByPerson?: boolean;
  /** Checks the locked booking before anything else. Returns the errors that refuse the update. */
  check?: (booking: Booking, now: Date) => FieldErrors;
}

/** Options of a new place, with the resources that are named for needs. */
type PlaceOptions = UpdateOptions & { named?: NamedResources };

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
  { resources, ...options }: UpdateOptions & Pick<UpdateRequest, 'resources'>,
): Promise<Booking> {
  const update = async (tx: AccountTransaction): Promise<Booking> => {
    const decided = requireResult(await decideUpdates(context, tx, [{ id, input, resources }], options));
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
  /** Whether links to the booking work on although its person changes. */
  keepsLink: boolean;
  /** Whether it takes other resources, which may change nothing of its own row. */
  takesOthers: boolean;
  sale: Sale;
  /** The messages to send. */
  messages: MessageChoice;
}

/** The requested change of one of several bookings. */
interface UpdateRequest {
  id: number;
  input: BookingInput;
  /** The resources for needs of the service of the booking. For others, it keeps those that it has, as far as they are free. */
  resources?: readonly NeedResourcesInput[] | null | undefined;
}

/** Options of the update of several bookings. */
interface BatchUpdateOptions extends UpdateOptions {
  /**
   * Whether the bookings leave their places before the first is decided, so that each can take the place of another.
   */
  movesTogether?: boolean;
  /** Whether all are to move or none, so that each leaves room for those after it. */
  leavesRoom?: boolean;
}

/**
 * Decides on updates of different bookings under their locks, one after the other as if each were written before the
 * next, without writing them. A booking whose update is refused is unchanged.
 */
export async function decideUpdates(
  context: RequestContext,
  tx: AccountTransaction,
  updates: readonly UpdateRequest[],
  options: BatchUpdateOptions,
): Promise<Outcome<DecidedUpdate>[]> {
  const locked = await tx.listLocked(
    Booking,
    updates.map(({ id }) => id),
  );
  const bookings = new Map(locked.map((booking) => [booking.id, booking]));
  const codes = await listGivenCodes(
    tx,
    updates.map(({ input }) => input),
  );
  const drafts = await mapSequentially(updates, (update) =>
    outcomeOf(() => draftUpdate(context, tx, bookings.get(update.id), update, options, codes)),
  );
  const decide = (draft: UpdateDraft, facts: BookingFacts) => decideUpdate(context, tx, draft, options, facts);
  const prepare = async (draft: UpdateDraft, facts: BookingFacts) => prepareMove(context, draft, options, facts);
  const { movesTogether, leavesRoom } = options;
  return decideInTurn(context, tx, drafts, decide, { movesTogether, preparePlace: leavesRoom ? prepare : undefined });
}

interface UpdateDraft extends Draft {
  before: Booking;
  input: BookingInput;
  /** The attributes to change, with the id of the coupon. */
  given: Omit<BookingInput, 'couponCode'>;
  attributeErrors: FieldErrors;
  resources: readonly NeedResourcesInput[];
}

/** @throws DomainError like `updateBooking` */
async function draftUpdate(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking | undefined,
  { input, resources: named }: UpdateRequest,
  options: UpdateOptions,
  codes: GivenCodes,
): Promise<UpdateDraft> {
  if (!booking) throw notFound();
  if (changesPayment(booking, input)) requirePermission(context.actor, paymentPermission);
  if (booking.state === BookingState.DELETED) throw invalid({ state: ['is deleted'] });
  const now = context.clock.now();
  rejectIfAny(options.check?.(booking, now) ?? {});
  const before = { ...booking };
  const { personAttributes: attributes, personId, publicBooking, options: chosen, ...attributesAndCode } = input;
  const given = resolveCouponCode(codes, attributesAndCode);
  const attributeErrors = assignAttributes(tx, booking, given);
  await changeOptions(context, tx, before, booking, input);

  const isPublic = publicBooking === true;
  const resources = named ?? [];
  const isMoved =
    resources.length > 0 || differing([...placeAttributes, 'eventId', 'count'], before, booking).length > 0;
  const ignoresLimits = options.ignoreCapacity && !isPublic;
  const needsHours = isPublic || options.needsHours === true;
  const isOtherCoupon = booking.couponId !== before.couponId;
  const isCouponRead = isOtherCoupon || differing(conditionAttributes, before, booking).length > 0;
  const coupons = isOtherCoupon ? couponLocks(before.couponId, booking.couponId) : [];
  const packages = packageLocks(before.packageId, booking.packageId);
  const people = toPeopleRequest(context, { currentId: before.personId, personId, attributes });
  return {
    ...{ booking, before, input, given, attributeErrors, isPublic, resources },
    place: isMoved ? { booking, needsHours, ignoresCapacity: ignoresLimits } : undefined,
    ignoresLimits,
    people: { ...people, readId: booking.bookedByPersonId === before.bookedByPersonId ? null : given.bookedByPersonId },
    couponIds: isCouponRead ? [...new Set([before.couponId, booking.couponId])].flatMap((id) => id ?? []) : [],
    // A hold that does not move locks its place, because it may be extended or paid.
    locks: [...coupons, ...packages, ...(isMoved ? overlapLocks(context, [before]) : await placeLocks(tx, [before]))],
  };
}

/** @throws DomainError like `updateBooking` */
async function decideUpdate(
  context: RequestContext,
  tx: AccountTransaction,
  draft: UpdateDraft,
  options: UpdateOptions,
  facts: BookingFacts,
): Promise<DecidedUpdate> {
  const { booking, before, input, given, attributeErrors, isPublic } = draft;
  const now = context.clock.now();
  const found = await findPerson(context, tx, before, input, facts);
  const resources = namedResourcesOf(draft, facts);
  const takesOthers = !hasResources(facts.places.storedPlacesOf(before), resources);
  rejectIfAny(
    attributeErrors,
    validateName(given.bookedForName, 'bookedForName'),
    await validateBookedBy(facts, before.bookedByPersonId, given),
    found?.errors ?? {},
    fixedByEvent(before, booking),
    validatePayment(booking, before, context.account.currency),
    validateStateChange(before, booking, now, takesOthers),
  );
  const isForAnother = found !== undefined && !isSamePerson(found, before);
  // The first need has the resource of the booking.
  const [first] = resources.get(facts.places.targetOf(booking).needs?.[0]?.id ?? 0) ?? [];
  if (first !== undefined) booking.resourceId = first;
  const { target, needs } = applyBuffers(draft, { isForAnother, takesOthers }, facts);
  if (draft.place) await assignPlace(context, tx, draft, target, needs, { ...options, named: resources }, facts);
  if (booking.serviceId !== before.serviceId) booking.price = ownPriceOf(booking, target);
  if (needs.has('confirmation') && options.isByPerson && !context.account.trustMoves) {
    await requireConfirmation(context, tx, booking);
  }
  if (found) {
    const name = isForAnother ? (given.bookedForName ?? found.bookedForName) : booking.bookedForName;
    booking.bookedForName = otherName(name, found.person?.name);
  }
  if (needs.has('limits') && isActive(booking, now)) {
    const personId = found ? (found.person?.id ?? null) : before.personId;
    if (!draft.ignoresLimits) rejectIfAny(await facts.limits.check(booking, personId));
    rejectIfAny(await facts.overlaps.check(booking, personId, isPublic));
  }
  if (options.addReminderSms) addReminder(context, booking);
  moveReminder(context, before, booking);
  if (booking.agreedFees) moveFees(before, booking, now);
  const sale = await reportOnGivenCoupon(input, () =>
    reviseSale(context, tx, facts.orders, before, booking, {
      ...{ given, isForAnother },
      ...(isForAnother && { personId: found.person?.id ?? null }),
    }),
  );
  if (booking.agreedFees) repriceFees(context, before, booking, orderAfter(sale));
  await settleIfDue(context, tx, booking, sale, now);
  return {
    booking,
    before,
    messages: options.messages,
    found,
    isForAnother,
    keepsLink: options.keepsLink === true,
    takesOthers,
    sale,
  };
}

/**
 * Advances a booking that awaits its payment when its deposit, or all of its price, is paid. One of a visit awaits that of the
 * whole order.
 *
 * @throws DomainError like `settleBooking`
 */
export async function settleIfDue(
  context: RequestContext,
  tx: AccountTransaction,
  booking: Booking,
  sale: Sale,
  now: Date,
): Promise<void> {
  const order = orderAfter(sale);
  if (!order || !isPaidFor(booking, order)) return;
  if (booking.visitId !== null || booking.state !== BookingState.AWAITING_PAYMENT) return;
  await settleBooking(context, tx, booking, now);
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
  for (const { booking, found, isForAnother, keepsLink } of updates) {
    if (isForAnother) assignPerson(booking, found?.person?.id ?? null, keepsLink);
  }
  const sold: DecidedUpdate[] = [];
  for (const update of updates) {
    const { sale, found, isForAnother } = update;
    sold.push(isForAnother ? { ...update, sale: await soldTo(tx, sale, found?.person) } : update);
  }
  const written = await recordUpdates(context, tx, sold);
  const changed = updates.filter(({ booking }) => written.has(booking));
  await countDepartures(tx, changed);
  await announceUpdates(context, tx, changed);
}

/** Writes changed bookings with their sales. @returns the written bookings */
export async function recordUpdates(
  context: RequestContext,
  tx: AccountTransaction,
  updates: readonly (Pick<DecidedUpdate, 'booking' | 'before' | 'sale'> & { takesOthers?: boolean })[],
): Promise<ReadonlySet<object>> {
  const sold = updates.map(({ booking, before, sale, takesOthers = false }) => {
    const isConfirmed = booking.state !== before.state && booking.state === BookingState.CONFIRMED;
    const name = isConfirmed ? ('booking.confirmed' as const) : ('booking.modified' as const);
    return { name, booking, sale, isChangedElsewhere: takesOthers };
  });
  const written = await recordSales(context, tx, sold);
  writePlaces(tx, updates);
  return written;
}

type Announced = Pick<DecidedUpdate, 'booking' | 'before' | 'messages'>;

/** Requests the messages about changed bookings. */
export async function announceUpdates(
  context: RequestContext,
  tx: AccountTransaction,
  updates: readonly Announced[],
): Promise<void> {
  for (const [messages, group] of Map.groupBy(updates, messagesOf)) {
    await requestMessages(context, tx, group, messages);
  }
}

/** Adds the revisions of bookings that moved to another event to the events that they left, by rising id against deadlocks. */
async function countDepartures(tx: AccountTransaction, updates: readonly DecidedUpdate[]): Promise<void> {
  const departed = updates
    .flatMap(({ before: { eventId }, booking }) =>
      eventId === null || eventId === booking.eventId ? [] : { eventId, booking },
    )
    .sort((a, b) => a.eventId - b.eventId);
  for (const { eventId, booking } of departed) {
    await tx.query('update event set departed_revisions = departed_revisions + $3 where account_id = $1 and id = $2', [
      eventId,
      booking.revisionCount + 1,
    ]);
  }
}

/** Links that the previous person got stop working, unless that person also gets the messages of the new one. */
function assignPerson(booking: Booking, personId: number | null, keepsLink: boolean): void {
  booking.personId = personId;
  booking.unverifiedAttributes = null;
  if (!keepsLink) booking.linkVersion += 1;
}

function messagesOf({ booking, before, messages }: Announced): MessageChoice {
  const isOfHold = isHold(before.state) && booking.state !== before.state;
  return isOfHold ? mergeMessageChoice(booking, messages) : messages;
}

function isSamePerson({ person }: ResolvedPerson, { personId }: Booking): boolean {
  return person === undefined ? personId === null : person.id === personId;
}

/** The person of the booking after the request; undefined if the request does not change the person. */
async function findPerson(
  context: RequestContext,
  tx: AccountTransaction,
  { personId: currentId }: Booking,
  { personId, personAttributes: attributes }: BookingInput,
  { people }: BookingFacts,
): Promise<ResolvedPerson | undefined> {
  const isUnchanged = personId === undefined || personId === currentId;
  if (isUnchanged && !attributes) return undefined;
  return resolveBookingPerson(context, tx, { currentId, personId, attributes, verification: undefined, people });
}

/** On a booking of an event, only the event can change these (spec, Event). */
function fixedByEvent(before: TakenPlace, booking: Booking): FieldErrors {
  if (before.eventId === null) return {};
  if (booking.eventId === null) return { eventId: ["can't be blank"] };
  if (booking.eventId !== before.eventId) return {};
  return errorsOn(differing(placeAttributes, before, booking), "can't be changed on a booking of an event");
}

/**
 * An inactive booking stays inactive and where it is: it can have no status, a later expiry would have no effect, and its
 * person, who knows that it has ended, would be told of a new time.
 */
function validateStateChange(before: Booking, booking: Booking, now: Date, takesOthers: boolean): FieldErrors {
  if (isActive(before, now)) return before.fee?.state === 'charged' ? statusErrors(before, booking) : {};
  const isExpired = before.state === BookingState.VERIFICATION_EXPIRED || hasExpired(before, now);
  return {
    ...(booking.status !== before.status && { status: ['needs an active booking'] }),
    ...((takesOthers || differing(['expiresAt', 'eventId', ...placeAttributes], before, booking).length > 0) && {
      state: [isExpired ? 'has expired' : 'needs an active booking'],
    }),
  };
}

/** A charged fee is that of a no-show, and stands in the order in place of the price. */
function statusErrors(before: Booking, booking: Booking): FieldErrors {
  return booking.status === before.status ? {} : { status: [feeIsCharged] };
}

/** Gives a booking the buffers of its new place, if it gets them. @returns the needs of its change */
function applyBuffers(
  { booking, before }: UpdateDraft,
  others: { isForAnother: boolean; takesOthers: boolean },
  { places }: BookingFacts,
): { target: PlacementTarget; needs: Needs } {
  const target = places.targetOf(booking);
  const buffers =
    booking.eventId === null ? buffersWith(target.service, termsOf(target.schedules, booking)) : noBuffers;
  const isAttended = target.service?.bookingType === BookingType.ATTENDANCE;
  const { bufferBefore, bufferAfter } = before;
  const after = { ...booking, bufferBefore, bufferAfter };
  const needs = needsOf(changesOf(before, after, { buffers, isAttended, ...others }));
  if (needs.has('buffers')) Object.assign(booking, buffers);
  return { target, needs };
}

/** @throws DomainError INVALID on `resources` */
function namedResourcesOf({ booking, resources }: UpdateDraft, { places }: BookingFacts): NamedResources {
  return requireNamedResources(resources, places.targetOf(booking).needs, booking.count);
}

/** Returns what the new place of a booking depends on; undefined if it keeps its place. */
function prepareMove(
  context: RequestContext,
  draft: UpdateDraft,
  options: UpdateOptions,
  facts: BookingFacts,
): PreparedPlace | undefined {
  if (!draft.place) return undefined;
  const { target, needs } = applyBuffers(draft, { isForAnother: false, takesOthers: false }, facts);
  const named = namedResourcesOf(draft, facts);
  const placement = placementOf(context, draft, target, needs, { ...options, named }, facts);
  return placement && { target, placement };
}

function placementOf(
  context: RequestContext,
  { before, booking, given, isPublic, ignoresLimits }: UpdateDraft,
  target: PlacementTarget,
  needs: Needs,
  { startsAtSlot = false, needsHours, ignoreExternalBusy, named }: PlaceOptions,
  { places, limits, undecided }: BookingFacts,
): Placement | undefined {
  const isBounded = (needs.has('room') || startsAtSlot) && !ignoresLimits && isActive(booking, context.clock.now());
  // The places of needs follow each change of the time and of the people.
  const isOfNeeds = before.hasPlaces || target.needs !== undefined;
  if (!isBounded && !isPublic && !startsAtSlot && !needs.has('place') && !isOfNeeds) return undefined;
  return {
    ...{ given, named, isPublic, needsHours, startsAtSlot, places, limits, undecided },
    keepsService: !startsAtSlot && !needs.has('offer'),
    keepsLength: startsAtSlot && !needs.has('length') && isSameLength(context, target, before, booking),
    ignoresCapacity: !isBounded,
    // An entry of another calendar that came later does not hinder other changes.
    ignoresExternalBusy: !isBounded || !needs.has('calendars') || (ignoreExternalBusy === true && !isPublic),
  };
}

/** Assigns the new place of a booking. */
async function assignPlace(
  context: RequestContext,
  tx: AccountTransaction,
  draft: UpdateDraft,
  target: PlacementTarget,
  needs: Needs,
  options: PlaceOptions,
  facts: BookingFacts,
): Promise<void> {
  const { before, booking, ignoresLimits } = draft;
  rejectIfAny(validateTimes(booking), needs.has('count') ? validateCount(booking.count, target.service) : {});
  const placement = placementOf(context, draft, target, needs, options, facts);
  if (placement) rejectIfAny(await placeBooking(context, tx, booking, target, placement));
  if (needs.has('room') || ignoresLimits) booking.ignoresCapacity = ignoresLimits;
  booking.bookingType = toBookingType(booking.eventId);
  if (differing(['resourceId', 'serviceId'], before, booking).length > 0) booking.assignment = null;
}

/** Lets a confirmed booking await its confirmation again, which then has a message of its own in a series, too. */
async function requireConfirmation(context: RequestContext, tx: AccountTransaction, booking: Booking): Promise<void> {
  const requirements = confirmationRequirements(context, await serviceOf(tx, booking), null);
  const state = stateAfterMove(booking.state, requirements);
  if (state === booking.state) return;
  enterState(context, booking, state);
  booking.confirmedWithSeries = false;
}

function isSameLength(
  { zone }: RequestContext,
  { service }: PlacementTarget,
  before: TakenPlace,
  { bookedFrom, bookedTo }: TakenPlace,
): boolean {
  if (!service) return false;
  const old = lengthOf(service, { from: before.bookedFrom.getTime(), to: before.bookedTo.getTime() }, zone);
  const now = lengthOf(service, { from: bookedFrom.getTime(), to: bookedTo.getTime() }, zone);
  return old.minutes === now.minutes && old.days === now.days;
}
