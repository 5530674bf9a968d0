import { randomUUID } from 'node:crypto';
import { recordChange, recordChanges } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { DomainError, invalid, notFound } from '../../platform/errors.js';
import { type NewBooking, placeNewBooking, saveNewBookings } from '../booking/booking.actions.js';
import { by, type RequestContext } from '../context.js';
import { prepareNewEvent } from '../event/event.actions.js';
import type { Event } from '../event/event.entity.js';
import type { Interval } from '../interval.rules.js';
import { type BookingTemplate, type EventTemplate, Recurrence } from './recurrence.entity.js';
import { expandPattern, type Pattern, recurrenceProblems } from './recurrence.rules.js';
import { bookingAt, eventAt } from './template.rules.js';

/** Occurrences per transaction, which holds the lock of their resource. */
const batchSize = 50;

/**
 * Builds a recurrence from a pattern. The caller sets its template and writes it.
 *
 * @throws DomainError INVALID on `collectionId` if the pattern is invalid or has too many occurrences
 */
export function buildRecurrence(
  context: RequestContext,
  tx: AccountTransaction,
  pattern: Pattern,
  first: Interval,
): { recurrence: Recurrence; keepsFirst: boolean } {
  const recurring = expandPattern(pattern, first, context.zone);
  if ('problem' in recurring) throw invalid(recurrenceProblems(recurring));
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
    if (!recurrence || recurrence.stopped) return false;
    const { occurrences, position, booking, event } = recurrence;
    const batch = occurrences.slice(position, position + batchSize);
    if (booking) await createBookings(context, tx, recurrence, booking, batch);
    if (event) await createEvents(context, tx, recurrence, event, batch);
    recurrence.position += batch.length;
    await tx.save(recurrence, context.clock.now());
    return recurrence.position < occurrences.length;
  });
}

/**
 * Decides on each booking under its locks, which are the same for all of them, and writes those that are placed together.
 * A booking that overlaps one that is not written yet, or takes a coupon, is decided when the others are written: it must
 * see what they take.
 */
async function createBookings(
  context: RequestContext,
  tx: AccountTransaction,
  { collectionId }: Recurrence,
  template: BookingTemplate,
  occurrences: readonly Interval[],
): Promise<void> {
  const takesCoupon = (template.input.couponId ?? null) !== null;
  let placed: NewBooking[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const occurrence of occurrences) {
    if (takesCoupon || occurrence.from < end) {
      await saveNewBookings(context, tx, placed);
      placed = [];
    }
    const input = bookingAt(template, occurrence, context.zone);
    const next = await undefinedIfInvalid(placeNewBooking(context, tx, input, template.options));
    if (!next) continue;
    next.booking.collectionId = collectionId;
    placed.push(next);
    end = Math.max(end, occurrence.to);
  }
  await saveNewBookings(context, tx, placed);
}

async function createEvents(
  context: RequestContext,
  tx: AccountTransaction,
  { collectionId }: Recurrence,
  template: EventTemplate,
  occurrences: readonly Interval[],
): Promise<void> {
  const events: Event[] = [];
  for (const occurrence of occurrences) {
    const event = await undefinedIfInvalid(prepareNewEvent(context, tx, eventAt(template, occurrence, context.zone)));
    if (event) events.push(Object.assign(event, { collectionId }));
  }
  await recordChanges(tx, 'event.created', events, by(context));
}

/** Returns undefined if the occurrence is invalid. Validation precedes all writes, so the transaction can continue. */
async function undefinedIfInvalid<Placed>(placing: Promise<Placed>): Promise<Placed | undefined> {
  try {
    return await placing;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Stops creating occurrences and keeps the existing ones. @throws DomainError NOT_FOUND */
export function stopRecurrence(context: RequestContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const recurrence = await tx.findLocked(Recurrence, id);
    if (!recurrence) throw notFound();
    if (recurrence.stopped || recurrence.position === recurrence.occurrences.length) return;
    recurrence.stopped = true;
    await recordChange(tx, 'recurrence.stopped', recurrence, by(context));
  });
}
