import { randomUUID } from 'node:crypto';
import { recordChange, recordChanges } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { DomainError, invalid, notFound } from '../../platform/errors.js';
import { createScheduleBatch } from '../availability/schedule-batch.queries.js';
import { type NewBooking, placeNewBooking, saveNewBookings } from '../booking/booking.actions.js';
import { changedBy, type RequestContext } from '../context.js';
import { prepareNewEvent } from '../event/event.actions.js';
import type { Interval } from '../interval.rules.js';
import { type BookingTemplate, type EventTemplate, Recurrence } from './recurrence.entity.js';
import { expandPattern, type Pattern, toFieldErrors } from './recurrence.rules.js';
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
  const options = { ...template.options, readResources: createScheduleBatch(tx) };
  const place = (occurrence: Interval): Promise<NewBooking | undefined> =>
    undefinedIfInvalid(placeNewBooking(context, tx, bookingAt(template, occurrence, context.zone), options));
  const takesCoupon = (template.input.couponId ?? null) !== null;
  for (const group of takesCoupon ? occurrences.map((one) => [one]) : groupsWithoutOverlap(occurrences)) {
    const placed = await placeAll(group, place);
    for (const { booking } of placed) booking.collectionId = collectionId;
    await saveNewBookings(context, tx, placed);
  }
}

/** Places the first occurrence, which takes the locks that all of them need, and then the others with the same reads. */
async function placeAll<Placed>(
  [first, ...others]: readonly Interval[],
  place: (occurrence: Interval) => Promise<Placed | undefined>,
): Promise<Placed[]> {
  if (!first) return [];
  const placed = [await place(first), ...(await Promise.all(others.map(place)))];
  return placed.filter((one) => one !== undefined);
}

/** Splits ascending occurrences wherever one begins before an earlier one has ended. */
function groupsWithoutOverlap(occurrences: readonly Interval[]): Interval[][] {
  const groups: Interval[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const occurrence of occurrences) {
    const group = groups.at(-1);
    if (group && occurrence.from >= end) group.push(occurrence);
    else groups.push([occurrence]);
    end = Math.max(end, occurrence.to);
  }
  return groups;
}

async function createEvents(
  context: RequestContext,
  tx: AccountTransaction,
  { collectionId }: Recurrence,
  template: EventTemplate,
  occurrences: readonly Interval[],
): Promise<void> {
  const events = await placeAll(occurrences, (occurrence) =>
    undefinedIfInvalid(prepareNewEvent(context, tx, eventAt(template, occurrence, context.zone))),
  );
  for (const event of events) event.collectionId = collectionId;
  await recordChanges(tx, 'event.created', events, changedBy(context));
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
    await recordChange(tx, 'recurrence.stopped', recurrence, changedBy(context));
  });
}
