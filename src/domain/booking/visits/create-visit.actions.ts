import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { hasErrors, invalid, outcomeOf, rejectIfAny } from '../../../platform/errors.js';
import { mapSequentially } from '../../../platform/yielding.js';
import { refreshCalendars } from '../../calendar-source/refresh-calendars.actions.js';
import type { RequestContext } from '../../context.js';
import { limitCouponGuesses } from '../../coupon/coupon-use.actions.js';
import type { ResolvedPerson } from '../../person/booking-person.actions.js';
import { validateVisitorChoice } from '../../provider/visitor-choice.actions.js';
import { type Booking, BookingState } from '../booking.entity.js';
import type { MessageChoice } from '../messages/message-choice.input.js';
import { storeMessageChoice } from '../messages/request-messages.actions.js';
import {
  type CreationOptions,
  countVisitorBookings,
  type NewBooking,
  placeNewBookings,
} from '../placing/create-bookings.actions.js';
import { checkedVisitor, mayNamePeople, optionsOfVisitor, readBooker } from '../public/public-booking.actions.js';
import { isPaidFirst } from '../sale/sale.actions.js';
import { enterState, isRetryableConflict } from '../states/booking-revision.actions.js';
import { isHold } from '../states/booking-state.rules.js';
import type { NewVisitInput, NewVisitItemInput, PublicVisitInput, PublicVisitItemInput } from './visit.input.js';
import { requireItems } from './visit-errors.rules.js';

/**
 * Creates bookings as one visit, in one transaction, by the rules of `createBooking`, each after those before it and with a
 * resource that leaves room for those after it. They have one order, one code, one hold and one message.
 *
 * @returns the id of the visit
 * @throws DomainError INVALID with the errors of the items, such as `items[1].resourceId`, and of their person
 */
export function createVisit(context: RequestContext, visit: NewVisitInput, options: CreationOptions): Promise<number> {
  const inputs = visit.items.map((item) => withPerson(item, visit));
  const people = new Map<object, ResolvedPerson>();
  const book = async (tx: AccountTransaction): Promise<number> => {
    people.clear();
    const outcomes = await placeNewBookings(context, tx, inputs, {
      ...options,
      sharedPeople: people,
      leavesRoom: true,
    });
    const placed = requireItems(outcomes, (index) => !namesPerson(visit.items[index]));
    const id = joinVisit(context, placed, inputs, options);
    await countVisitorBookings(context, tx, visit.personAttributes, options, placed);
    return id;
  };
  return context.db.transaction(book, { isRetryable: isRetryableConflict });
}

function namesPerson(item: NewVisitItemInput | undefined): boolean {
  return (item?.personId ?? item?.personAttributes ?? null) !== null;
}

/** Adds the person of the visit to an item that names none, and the public rules if the visit has them. */
function withPerson(item: NewVisitItemInput, visit: NewVisitInput): NewVisitItemInput {
  const { personId, personAttributes } = namesPerson(item) ? item : visit;
  return {
    ...item,
    ...(personId !== undefined && { personId }),
    ...(personAttributes !== undefined && { personAttributes }),
    ...(visit.publicBooking === true && { publicBooking: true }),
  };
}

/**
 * Gives the bookings of a visit what they have in common: its id, the code, the payment that they await, the end of the hold,
 * and the reminder, which is that of the first booking.
 *
 * @returns the id of the visit
 */
function joinVisit(
  context: RequestContext,
  placed: readonly NewBooking[],
  inputs: readonly NewVisitItemInput[],
  { messages }: CreationOptions,
): number {
  const bookings = placed.map(({ booking }) => booking);
  const id = Math.min(...bookings.map((booking) => booking.id));
  if (placed.some(({ sale }) => isPaidFirst(sale))) needNoCard(bookings);
  if (bookings.some(({ state }) => state === BookingState.AWAITING_PAYMENT)) awaitPayment(context, bookings, messages);
  const codes = bookings.flatMap(({ verificationCode }) => verificationCode ?? []);
  const ends = bookings.filter(({ state }) => isHold(state)).flatMap(({ expiresAt }) => expiresAt ?? []);
  const [firstEnd] = ends.toSorted((a, b) => a.getTime() - b.getTime());
  const reminded = firstOf(bookings);
  for (const [index, booking] of bookings.entries()) {
    booking.visitId = id;
    if (booking.verificationCode !== null) booking.verificationCode = codes[0] ?? null;
    if (isHold(booking.state) && firstEnd) booking.expiresAt = firstEnd;
    const isOwn = (inputs[index]?.reminderAt ?? null) !== null;
    if (booking !== reminded && !isOwn) booking.reminderAt = null;
  }
  return id;
}

/** Holds the bookings that need no payment of their own, too: the payment of the order confirms all. */
function awaitPayment(context: RequestContext, bookings: readonly Booking[], messages: MessageChoice): void {
  for (const booking of bookings) {
    if (isHold(booking.state)) continue;
    enterState(context, booking, BookingState.AWAITING_PAYMENT);
    storeMessageChoice(booking, messages);
  }
}

/** The payment of the order stores the card. */
function needNoCard(bookings: readonly Booking[]): void {
  for (const { agreedFees } of bookings) delete agreedFees?.needsCard;
}

function firstOf(bookings: readonly Booking[]): Booking | undefined {
  return bookings.toSorted((a, b) => a.bookedFrom.getTime() - b.bookedFrom.getTime())[0];
}

/**
 * Creates a visit by the public rules, as `startPublicBooking` creates a booking.
 *
 * @returns the id of the visit
 * @throws DomainError INVALID by attribute; UNAUTHENTICATED if it names a person and the session has ended; RateLimitError
 *   after too many bookings or refused coupon codes
 */
export async function startPublicVisit(context: RequestContext, visitor: PublicVisitInput): Promise<number> {
  const items = await mapSequentially(visitor.items, (item) => withoutChoice(context, item));
  const given = { ...visitor, items };
  const { personId } = visitor;
  const isForPeople = [personId, ...items.map((item) => item.personId)].some((id) => typeof id === 'number');
  const { proved, ...people } =
    isForPeople && mayNamePeople(context) ? await chooseVisitPeople(context, given) : checkVisitPerson(given);
  const visit = { ...people, publicBooking: true };
  const options = optionsOfVisitor(proved);
  const checked = await mapSequentially(items, (item) =>
    outcomeOf(async () => rejectIfAny(await validateVisitorChoice(context, item))),
  );
  requireItems(checked);
  for (const item of items) await refreshCalendars(context, item);
  // Each code is a guess.
  const create = items.reduce(
    (work, item) => () => limitCouponGuesses(context, item, work),
    () => createVisit(context, visit, options),
  );
  return create();
}

/** Ignores an offered resource of a service whose resource visitors may not choose: naming it would choose it. */
async function withoutChoice(context: RequestContext, item: PublicVisitItemInput): Promise<PublicVisitItemInput> {
  const { serviceId = null, offeredResourceId = null } = item;
  const refused = await validateVisitorChoice(context, { serviceId, resourceId: offeredResourceId });
  return hasErrors(refused) ? { ...item, offeredResourceId: null } : item;
}

type VisitPeople = Pick<NewVisitInput, 'items' | 'personAttributes'> & Pick<CreationOptions, 'proved'>;

/** Gives each item its person, and the guardian who books for it. @throws DomainError INVALID on `personId` of items */
async function chooseVisitPeople(
  context: RequestContext,
  { personId: ofVisit, items }: PublicVisitInput,
): Promise<VisitPeople> {
  const { proved, bookerOf } = await readBooker(context);
  const chosen = await mapSequentially(items, (item) =>
    outcomeOf(async () => {
      const personId = item.personId ?? ofVisit ?? null;
      if (personId === null) throw invalid({ personId: ["can't be blank"] });
      return { ...item, personId, bookedByPersonId: bookerOf(personId) ?? null };
    }),
  );
  return { items: requireItems(chosen), personAttributes: null, proved };
}

/** @throws DomainError INVALID on `person` */
function checkVisitPerson(given: PublicVisitInput): VisitPeople {
  const { personAttributes, errors } = checkedVisitor(given.personAttributes);
  if (hasErrors(errors)) throw invalid({ person: ['is invalid'], personAttributes: errors });
  return { items: given.items.map(({ personId: _, ...item }) => item), personAttributes };
}
