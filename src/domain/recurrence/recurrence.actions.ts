import { randomUUID } from 'node:crypto';
import { recordChange, recordChanges } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { invalid, notFound } from '../../platform/errors.js';
import type { Interval } from '../../platform/time/interval.js';
import { mapSequentially } from '../../platform/yielding.js';
import { placeNewBookings, saveNewBookings } from '../booking/placing/create-bookings.actions.js';
import { outcomeOf, resultsOf } from '../bulk/outcome.js';
import { changedBy, type RequestContext } from '../context.js';
import { prepareNewEvent } from '../event/event.actions.js';
import { isWorkDue, isWorkOpen } from '../work.rules.js';
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
    if (!recurrence || !isWorkDue('recurrence', recurrence, context.clock.now())) return false;
    const { occurrences, position, booking, event } = recurrence;
    const batch = occurrences.slice(position, position + batchSize);
    if (booking) await createBookings(context, tx, recurrence, booking, batch);
    if (event) await createEvents(context, tx, recurrence, event, batch);
    recurrence.position += batch.length;
    await tx.save(recurrence, context.clock.now());
    return recurrence.position < occurrences.length;
  });
}

/** Places the bookings together and writes those that fit. */
async function createBookings(
  context: RequestContext,
  tx: AccountTransaction,
  { collectionId }: Recurrence,
  template: BookingTemplate,
  occurrences: readonly Interval[],
): Promise<void> {
  const inputs = occurrences.map((occurrence) => bookingAt(template, occurrence, context.zone));
  const placed = resultsOf(await placeNewBookings(context, tx, inputs, template.options));
  for (const { booking } of placed) booking.collectionId = collectionId;
  await saveNewBookings(context, tx, placed);
}

async function createEvents(
  context: RequestContext,
  tx: AccountTransaction,
  { collectionId }: Recurrence,
  template: EventTemplate,
  occurrences: readonly Interval[],
): Promise<void> {
  const outcomes = await mapSequentially(occurrences, (occurrence) =>
    outcomeOf(() => prepareNewEvent(context, tx, eventAt(template, occurrence, context.zone))),
  );
  const events = resultsOf(outcomes);
  for (const event of events) event.collectionId = collectionId;
  await recordChanges(tx, 'event.created', events, changedBy(context));
}

/** Stops creating occurrences and keeps the existing ones. @throws DomainError NOT_FOUND */
export function stopRecurrence(context: RequestContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const recurrence = await tx.findLocked(Recurrence, id);
    if (!recurrence) throw notFound();
    if (!isWorkOpen('recurrence', recurrence, context.clock.now())) return;
    recurrence.stopped = true;
    await recordChange(tx, 'recurrence.stopped', recurrence, changedBy(context));
  });
}
