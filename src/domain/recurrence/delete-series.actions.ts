import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { deleteEvents, lockEventsWithBookings } from '../booking/events/event-writes.actions.js';
import { changedBy, type RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { getRecurrence, listEvents } from './recurrence.queries.js';
import { type Occurrence, requireRevisions, type SeriesSelection, selectOccurrences } from './series.actions.js';
import { splitPending } from './series-change.rules.js';
import { type SeriesArguments, SeriesScope } from './series-update.input.js';

/**
 * Deletes events of a series that are not over, and cancels their active bookings, in one transaction. Events that are not
 * created yet are not created any more. People with upcoming bookings get messages by the account's defaults, as after
 * `deleteEvent`. Has no effect if the series has no such events.
 *
 * @returns the id of the collection
 * @throws DomainError INVALID on `from`, NOT_FOUND, PRECONDITION_FAILED
 */
export async function deleteRecurringEvents(
  context: RequestContext,
  { collectionId, ...series }: SeriesArguments,
): Promise<string> {
  const { id: recurrenceId } = await getRecurrence(context, 'event', collectionId);
  return context.db.transaction(async (tx) => {
    const selection = await selectOccurrences(tx, recurrenceId, series, () => listEvents(context, tx, collectionId));
    const { existing } = selection;
    const ids = existing.map(({ id }) => id);
    const events = await lockEventsWithBookings(tx, ids);
    await requireRevisions(tx, Event, selection, series);
    await deleteEvents(context, tx, events);
    if (series.scope !== SeriesScope.ONE) await dropPending(context, tx, selection);
    return collectionId;
  });
}

/** Drops the occurrences that are not created yet and are deleted. If none is left to create, the series is stopped. */
async function dropPending(
  context: RequestContext,
  tx: AccountTransaction,
  { recurrence, pending, splitAt }: SeriesSelection<Occurrence>,
): Promise<void> {
  if (pending.length === 0) return;
  const { occurrences, position } = recurrence;
  const { unchanged } = splitPending(occurrences.slice(position), splitAt);
  if (unchanged.length === 0) {
    recurrence.stopped = true;
    await recordChange(tx, 'recurrence.stopped', recurrence, changedBy(context));
    return;
  }
  recurrence.occurrences = [...occurrences.slice(0, position), ...unchanged];
  await tx.save(recurrence, context.clock.now());
}
