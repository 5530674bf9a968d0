import { randomUUID } from 'node:crypto';
import { recordChange, recordChanges } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { invalid, type Outcome, outcomeOf, requireResult, resultsOf } from '../../platform/errors.js';
import type { Interval } from '../../platform/time/interval.js';
import { mapSequentially } from '../../platform/yielding.js';
import { Booking, BookingState } from '../booking/booking.entity.js';
import type { CreateOptions, NewBookingInput } from '../booking/booking.input.js';
import type { MessageChoice } from '../booking/messages/message-choice.input.js';
import { requestMessages } from '../booking/messages/request-messages.actions.js';
import { type NewBooking, placeNewBookings, saveNewBookings } from '../booking/placing/create-bookings.actions.js';
import { dropSale } from '../booking/sale/sale.actions.js';
import { isRetryableConflict } from '../booking/states/booking-revision.actions.js';
import { enterStates } from '../booking/states/booking-state.actions.js';
import { canTransition, isActive, isHold } from '../booking/states/booking-state.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { couponLocks } from '../coupon/coupon-use.actions.js';
import { prepareNewEvent } from '../event/event.actions.js';
import type { EventInput } from '../event/event.entity.js';
import { saveBookingPeople } from '../person/booking-person.actions.js';
import { refusalOf, rulesOf } from '../refusal/refusal.rules.js';
import { isWorkDue, isWorkOpen } from '../work.rules.js';
import { type BookingTemplate, type EventTemplate, type LeftOutInterval, Recurrence } from './recurrence.entity.js';
import { getRecurrence } from './recurrence.queries.js';
import { expandPattern, type Pattern, toFieldErrors } from './recurrence.rules.js';
import { announceSeries } from './series.actions.js';
import { bookingAt, eventAt, optionsOf, toStoredInput, withAgreedOptions } from './template.rules.js';

/** The number of occurrences per transaction, which holds the lock of their resource. */
const batchSize = 50;

/**
 * Builds a recurrence from a pattern. The caller sets its template and writes it.
 *
 * @throws DomainError INVALID on `collectionId` if the pattern is invalid or has too many occurrences
 */
async function buildRecurrence(
  context: RequestContext,
  tx: AccountTransaction,
  pattern: Pattern,
  first: Interval,
): Promise<{ recurrence: Recurrence; keepsFirst: boolean }> {
  const recurring = await expandPattern(pattern, first, context.zone);
  if ('problem' in recurring) throw invalid(toFieldErrors(recurring));
  const recurrence = tx.create(Recurrence, context.clock.now());
  recurrence.collectionId = randomUUID();
  recurrence.occurrences = recurring.others;
  return { recurrence, keepsFirst: recurring.keepsFirst };
}

/**
 * Creates the next occurrences and skips invalid ones. The progress is written in the same transaction, so repeated,
 * concurrent and interrupted calls are safe.
 *
 * @returns whether occurrences are left
 */
export function createOccurrences(context: RequestContext, id: number): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const recurrence = await tx.findLocked(Recurrence, id);
    if (!recurrence || !isWorkDue('recurrence', recurrence, context.clock.now())) return false;
    const { occurrences, position, booking, event } = recurrence;
    const batch = occurrences.slice(position, position + batchSize);
    if (booking) await createBookings(context, tx, recurrence, booking, batch);
    if (event) await createEvents(context, tx, recurrence, event, batch);
    recurrence.position += batch.length;
    await tx.save(recurrence, context.clock.now());
    const isFinished = recurrence.position >= occurrences.length;
    if (isFinished) await announceSeries(context, tx, recurrence);
    return !isFinished;
  });
}

/** Decides on the bookings together and writes those that fit. */
async function createBookings(
  context: RequestContext,
  tx: AccountTransaction,
  recurrence: Recurrence,
  template: BookingTemplate,
  occurrences: readonly Interval[],
): Promise<void> {
  const inputs = occurrences.map((occurrence) => bookingAt(template, occurrence, context.zone));
  const outcomes = await placeNewBookings(context, tx, inputs, optionsOf(template));
  recordLeftOut(recurrence, occurrences, outcomes);
  const placed = resultsOf(outcomes);
  for (const { booking } of placed) booking.collectionId = recurrence.collectionId;
  await saveNewBookings(context, tx, placed.map(announcedWithSeries));
}

/**
 * Returns a booking that sends no message of its own, because one message announces the whole series when it is created
 * (`announceSeries`). A hold still sends its code.
 */
function announcedWithSeries(placed: NewBooking): NewBooking {
  const { booking } = placed;
  if (isHold(booking.state)) return placed;
  booking.confirmedWithSeries = booking.state === BookingState.CONFIRMED;
  return { ...placed, messages: null };
}

async function createEvents(
  context: RequestContext,
  tx: AccountTransaction,
  recurrence: Recurrence,
  template: EventTemplate,
  occurrences: readonly Interval[],
): Promise<void> {
  const outcomes = await mapSequentially(occurrences, (occurrence) =>
    outcomeOf(() => prepareNewEvent(context, tx, eventAt(template, occurrence, context.zone))),
  );
  recordLeftOut(recurrence, occurrences, outcomes);
  const events = resultsOf(outcomes);
  for (const event of events) event.collectionId = recurrence.collectionId;
  await recordChanges(tx, 'event.created', events, changedBy(context));
}

/** Adds the occurrences that were refused to those that the series has left out. The caller writes it. */
function recordLeftOut(
  recurrence: Recurrence,
  occurrences: readonly Interval[],
  outcomes: readonly Outcome<unknown>[],
): void {
  const leftOut = outcomes.flatMap((outcome, index): LeftOutInterval[] => {
    const occurrence = occurrences[index];
    if ('result' in outcome || !occurrence) return [];
    const { attribute, rule } = rulesOf(refusalOf(outcome.error));
    return [{ ...occurrence, attribute, reason: rule }];
  });
  recurrence.leftOut = [...recurrence.leftOut, ...leftOut];
}

/**
 * Creates the first event of a pattern; a job creates the others (spec, Events).
 *
 * @returns the id of their collection
 * @throws DomainError INVALID as `createEvent`, and on `collectionId` for the pattern
 */
export function createRecurringEvents(context: RequestContext, input: EventInput, pattern: Pattern): Promise<string> {
  return context.db.transaction(async (tx) => {
    const event = await prepareNewEvent(context, tx, input);
    const first = { from: event.startsAt.getTime(), to: event.endsAt.getTime() };
    const { recurrence, keepsFirst } = await buildRecurrence(context, tx, pattern, first);
    event.collectionId = recurrence.collectionId;
    if (keepsFirst) await recordChange(tx, 'event.created', event, changedBy(context));
    recurrence.event = { input: toStoredInput(input) };
    await recordChange(tx, 'recurrence.created', recurrence, changedBy(context));
    return recurrence.collectionId;
  });
}

/**
 * Creates the first booking of a pattern; a job creates the others (spec, Recurring bookings). All of them get the resource
 * and person of the first.
 *
 * @returns the id of their collection
 * @throws DomainError INVALID as `createBooking`, and on `collectionId` for the pattern
 */
export function createRecurringBookings(
  context: RequestContext,
  input: NewBookingInput,
  options: CreateOptions,
  pattern: Pattern,
): Promise<string> {
  return context.db.transaction(
    async (tx) => {
      const placed = requireResult(await placeNewBookings(context, tx, [input], options));
      const { booking, found } = placed;
      const { bookedFrom, bookedTo, resourceId } = booking;
      const first = { from: bookedFrom.getTime(), to: bookedTo.getTime() };
      const { recurrence, keepsFirst } = await buildRecurrence(context, tx, pattern, first);
      booking.collectionId = recurrence.collectionId;
      const isAlone = recurrence.occurrences.length === 0;
      if (keepsFirst) await saveNewBookings(context, tx, [isAlone ? placed : announcedWithSeries(placed)]);
      else {
        dropSale(placed.sale);
        await saveBookingPeople(context, tx, [found]);
      }
      const { personAttributes, couponCode, ...attributes } = input;
      const { couponId, bookedForName } = booking;
      const personId = found.person?.id ?? null;
      const shared = { ...attributes, bookedFrom, bookedTo, resourceId, couponId, personId, bookedForName };
      recurrence.booking = withAgreedOptions({ input: toStoredInput(shared), options }, booking);
      await recordChange(tx, 'recurrence.created', recurrence, changedBy(context));
      return recurrence.collectionId;
    },
    { isRetryable: isRetryableConflict },
  );
}

/** Cancels the active bookings of a collection and stops its recurrence. @throws DomainError NOT_FOUND */
export function cancelRecurringBookings(
  context: RequestContext,
  collectionId: string,
  messages: MessageChoice,
): Promise<string> {
  return endBookings(context, collectionId, 'cancel', messages);
}

/** Deletes all bookings of a collection and stops its recurrence. @throws DomainError NOT_FOUND */
export function deleteRecurringBookings(
  context: RequestContext,
  collectionId: string,
  messages: MessageChoice,
): Promise<string> {
  return endBookings(context, collectionId, 'delete', messages);
}

const endings = {
  cancel: { state: BookingState.CANCELLED, change: 'booking.cancelled' },
  delete: { state: BookingState.DELETED, change: 'booking.deleted' },
} as const;

/**
 * Ends the bookings of a collection in one transaction, which takes about as long as their creation, so that one message
 * lists all dates.
 */
function endBookings(
  context: RequestContext,
  collectionId: string,
  ending: keyof typeof endings,
  messages: MessageChoice,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const { id } = await getRecurrence(context, 'booking', collectionId);
    const recurrence = await tx.getLocked(Recurrence, id);
    const rows = await tx.rows(Booking, { collectionId, state: { $ne: BookingState.DELETED } });
    const ids = rows.map((row) => row.id);
    const coupons = couponLocks(...new Set(rows.map(({ couponId }) => couponId)));
    const found = await tx.listLocked(Booking, ids, ...coupons);
    const now = context.clock.now();
    const bookings = found.filter((booking) => canTransition(ending, booking, now));
    const active = bookings.filter((booking) => isActive(booking, now));
    if (isWorkOpen('recurrence', recurrence, now)) {
      recurrence.stopped = true;
      await recordChange(tx, 'recurrence.stopped', recurrence, changedBy(context));
    }
    await enterStates(
      context,
      tx,
      bookings.map((booking) => ({ booking, ...endings[ending] })),
    );
    await requestMessages(
      context,
      tx,
      active.map((booking) => ({ booking })),
      messages,
    );
    return collectionId;
  });
}
