import { randomUUID } from 'node:crypto';
import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { DomainError, invalid, notFound } from '../../platform/errors.js';
import { placeNewBooking, saveNewBooking } from '../booking/booking.actions.js';
import { by, type RequestContext } from '../context.js';
import { prepareNewEvent } from '../event/event.actions.js';
import type { Interval } from '../interval.rules.js';
import { Recurrence } from './recurrence.entity.js';
import { occurrencesOf, type Pattern, recurrenceProblems } from './recurrence.rules.js';
import { bookingAt, eventAt } from './template.rules.js';

/** Occurrences of one transaction, during which nobody else can book their resource. */
const batchSize = 50;

/**
 * A recurrence that can be written once it has what its occurrences are made of.
 *
 * @throws DomainError INVALID on `collectionId` for a pattern that is none, or has too many occurrences
 */
export function newRecurrence(
  context: RequestContext,
  tx: AccountTransaction,
  pattern: Pattern,
  first: Interval,
): { recurrence: Recurrence; keepsFirst: boolean } {
  const recurring = occurrencesOf(pattern, first, context.zone);
  if ('problem' in recurring) throw invalid(recurrenceProblems(recurring));
  const recurrence = tx.create(Recurrence, context.clock.now());
  recurrence.collectionId = randomUUID();
  recurrence.occurrences = recurring.others;
  return { recurrence, keepsFirst: recurring.keepsFirst };
}

/**
 * Makes the next of the occurrences that are still to be made; those that are refused are left out. How far it is, is
 * written together with them, so that it may run twice, at the same time too, or be killed.
 *
 * @returns whether there are more
 */
export function createOccurrences(context: RequestContext, id: number): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const recurrence = await tx.findLocked(Recurrence, id);
    if (!recurrence || recurrence.stopped) return false;
    const { occurrences, position } = recurrence;
    const batch = occurrences.slice(position, position + batchSize);
    for (const occurrence of batch) await unlessRefused(createOccurrence(context, tx, recurrence, occurrence));
    recurrence.position += batch.length;
    await tx.save(recurrence, context.clock.now());
    return recurrence.position < occurrences.length;
  });
}

/** What it locks is the same for all of them, so that all is locked before the first is written. */
async function createOccurrence(
  context: RequestContext,
  tx: AccountTransaction,
  { collectionId, booking, event }: Recurrence,
  occurrence: Interval,
): Promise<void> {
  if (booking) {
    const placed = await placeNewBooking(context, tx, bookingAt(booking, occurrence, context.zone), booking.options);
    placed.booking.collectionId = collectionId;
    await saveNewBooking(context, tx, placed);
  }
  if (event) {
    const prepared = await prepareNewEvent(context, tx, eventAt(event, occurrence, context.zone));
    prepared.collectionId = collectionId;
    await recordChange(tx, 'event.created', prepared, by(context));
  }
}

/** A rule refuses before anything is written. */
async function unlessRefused(creation: Promise<void>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

/** Makes no more occurrences; those that there are stay. @throws DomainError NOT_FOUND */
export function stopRecurrence(context: RequestContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const recurrence = await tx.findLocked(Recurrence, id);
    if (!recurrence) throw notFound();
    if (recurrence.stopped || recurrence.position === recurrence.occurrences.length) return;
    recurrence.stopped = true;
    await recordChange(tx, 'recurrence.stopped', recurrence, by(context));
  });
}
