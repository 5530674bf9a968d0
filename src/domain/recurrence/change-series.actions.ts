import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors, invalid, rejectIfAny, resultsOf } from '../../platform/errors.js';
import type { Interval } from '../../platform/time/interval.js';
import { mapSequentially } from '../../platform/yielding.js';
import { Booking } from '../booking/booking.entity.js';
import type { BookingInput, WriteOptions } from '../booking/booking.input.js';
import {
  changesPlace,
  deleteEvents,
  lockEvents,
  lockEventsWithBookings,
  requireAttendances,
  saveEvents,
} from '../booking/events/event-writes.actions.js';
import { validateTimes } from '../booking/placing/place.rules.js';
import { type DecidedUpdate, decideUpdates, saveUpdates } from '../booking/placing/update-bookings.actions.js';
import { isRetryableConflict } from '../booking/states/booking-revision.actions.js';
import { isActive } from '../booking/states/booking-state.rules.js';
import { ongoingStates } from '../booking-states.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignEvent, validateEventReferences } from '../event/event.actions.js';
import { Event, type EventInput } from '../event/event.entity.js';
import { isWorkOpen } from '../work.rules.js';
import { type SeriesArguments, SeriesScope } from './recurrence.input.js';
import { getRecurrence, listEvents } from './recurrence.queries.js';
import {
  announceSeries,
  changePending,
  type Occurrence,
  rejectLateOccurrences,
  rejectOccurrences,
  requireRevisions,
  type SeriesSelection,
  selectOccurrences,
} from './series.actions.js';
import {
  bookingChangeAt,
  bookingTemplateAfter,
  eventChangeAt,
  eventTemplateAfter,
  type SeriesChange,
  seriesChange,
  splitPending,
} from './series-change.rules.js';
import { withAgreedOptions } from './template.rules.js';

/**
 * Updates bookings of a series in one transaction. If one is refused, none changes, and `occurrences` of the error has
 * the errors of each booking by its id. Bookings that are not created yet change with the series, and those that do not
 * fit are left out when they are created. An attribute that the input does not have stays as it is on each booking.
 *
 * @returns the id of the collection of the changed bookings
 * @throws DomainError INVALID on `occurrences`, `from`, `collectionId` or by attribute; NOT_FOUND
 */
export async function updateRecurringBookings(
  context: RequestContext,
  { collectionId, ...series }: SeriesArguments,
  input: BookingInput,
  options: WriteOptions,
): Promise<string> {
  const { id: recurrenceId } = await getRecurrence(context, 'booking', collectionId);
  rejectNullTimes({ bookedFrom: input.bookedFrom, bookedTo: input.bookedTo });
  const update = async (tx: AccountTransaction): Promise<string> => {
    const listExisting = () => listBookings(context, tx, collectionId);
    const selection = await selectOccurrences(tx, recurrenceId, series, listExisting);
    const { recurrence, reference, existing, pending } = selection;
    await requireRevisions(tx, Booking, selection, series);
    const { booking: template } = recurrence;
    if (!template) throw new Error(`the recurrence ${recurrenceId} has no template of bookings`);
    const { change, after: times } = changeOf(context, reference ?? pending[0], input.bookedFrom, input.bookedTo);
    rejectIfAny(validateTimes({ bookedFrom: new Date(times.from), bookedTo: new Date(times.to) }));
    rejectLateOccurrences([...existing, ...pending], change, 'bookedTo');
    const decided = await decideAll(context, tx, selection, input, options, change);
    if (series.scope === SeriesScope.ONE) {
      await saveUpdates(context, tx, decided);
      return collectionId;
    }
    const { personAttributes, ...shared } = input;
    rejectIfAny(personAttributes && decided.length === 0 ? { personAttributes: ['need an existing booking'] } : {});
    const moved = decided.find(({ isForAnother }) => isForAnother);
    const person = moved?.found?.person && {
      personId: moved.found.person.id,
      bookedForName: moved.booking.bookedForName,
    };
    const [first] = decided;
    const followed = first
      ? changeOf(context, existing[0], first.booking.bookedFrom, first.booking.bookedTo).change
      : change;
    const changedTemplate = bookingTemplateAfter(template, { ...shared, ...person }, followed);
    const after = first ? withAgreedOptions(changedTemplate, first.booking) : changedTemplate;
    const wasOpen = isWorkOpen('recurrence', recurrence, context.clock.now());
    const changed = await changePending(context, tx, selection, followed, { booking: after });
    for (const { booking } of decided) booking.collectionId = changed.collectionId;
    await saveUpdates(context, tx, decided);
    // One part may have no bookings left, whose job would announce it, if the series is split before all of it was created.
    for (const part of wasOpen ? new Set([recurrence, changed]) : []) {
      if (!isWorkOpen('recurrence', part, context.clock.now())) await announceSeries(context, tx, part);
    }
    return changed.collectionId;
  };
  return context.db.transaction(update, { isRetryable: isRetryableConflict });
}

/** Locks and lists the active bookings of a collection that are not over, by time. */
async function listBookings(
  { clock }: RequestContext,
  tx: AccountTransaction,
  collectionId: string,
): Promise<Occurrence[]> {
  const list = async () => {
    const now = clock.now();
    const where = { collectionId, state: { $in: ongoingStates }, bookedTo: { $gt: now } };
    const rows = await tx.rows(Booking, where, { orderBy: [{ bookedFrom: 'asc' }, { id: 'asc' }] });
    return rows.filter((row) => isActive(row, now));
  };
  await tx.lockListed(async () => (await list()).map(({ id }): Lock => [Booking, id]));
  return (await list()).map(({ id, bookedFrom, bookedTo }) => ({
    id,
    from: bookedFrom.getTime(),
    to: bookedTo.getTime(),
  }));
}

async function decideAll(
  context: RequestContext,
  tx: AccountTransaction,
  { existing }: SeriesSelection<Occurrence>,
  input: BookingInput,
  options: WriteOptions,
  change: SeriesChange,
): Promise<DecidedUpdate[]> {
  const updates = existing.map((one) => ({ id: one.id, input: bookingChangeAt(input, change, one) }));
  const outcomes = await decideUpdates(context, tx, updates, { ...options, movesTogether: true });
  const errors = new Map<number, FieldErrors>();
  for (const [index, outcome] of outcomes.entries()) {
    if (!('error' in outcome)) continue;
    if (outcome.error.code !== 'INVALID') throw outcome.error;
    errors.set(updates[index]?.id ?? 0, outcome.error.fields);
  }
  rejectOccurrences(errors);
  return resultsOf(outcomes);
}

/**
 * Updates events of a series, with their bookings, in one transaction. If one is refused, none changes.
 *
 * @returns the id of the collection of the changed events
 * @throws DomainError like `updateRecurringBookings`
 */
export async function updateRecurringEvents(
  context: RequestContext,
  { collectionId, ...series }: SeriesArguments,
  input: EventInput,
): Promise<string> {
  const { id: recurrenceId } = await getRecurrence(context, 'event', collectionId);
  rejectNullTimes({ startsAt: input.startsAt, endsAt: input.endsAt });
  return context.db.transaction(async (tx) => {
    const selection = await selectOccurrences(tx, recurrenceId, series, () => listEvents(context, tx, collectionId));
    const { recurrence, reference, existing, pending } = selection;
    const ids = existing.map(({ id }) => id);
    const locked = (await lockEvents(context, tx, ids, input)).filter(({ active }) => active);
    await requireRevisions(tx, Event, selection, series);
    const { event: template } = recurrence;
    if (!template) throw new Error(`the recurrence ${recurrenceId} has no template of events`);
    const { change, after: times } = changeOf(context, reference ?? pending[0], input.startsAt, input.endsAt);
    if (times.to <= times.from) throw invalid({ endsAt: ['must be after starts_at'] });
    rejectLateOccurrences([...existing, ...pending], change, 'endsAt');
    await changeAll(tx, locked, input, change);
    if (series.scope === SeriesScope.ONE) {
      await saveEvents(context, tx, locked, changesPlace(input));
      return collectionId;
    }
    const after = eventTemplateAfter(template, input, change);
    const changed = await changePending(context, tx, selection, change, { event: after });
    for (const event of locked) event.collectionId = changed.collectionId;
    await saveEvents(context, tx, locked, changesPlace(input));
    return changed.collectionId;
  });
}

async function changeAll(
  tx: AccountTransaction,
  events: readonly Event[],
  input: EventInput,
  change: SeriesChange,
): Promise<void> {
  const errors = new Map<number, FieldErrors>();
  // Most events of a series have the same resource and service, which are then read once.
  const references = new Map<string, FieldErrors>();
  await mapSequentially(events, async (event) => {
    const key = `${event.resourceId}:${event.serviceId}`;
    const referenceErrors = references.get(key) ?? (await validateEventReferences(tx, event, input));
    references.set(key, referenceErrors);
    const occurrence = { from: event.startsAt.getTime(), to: event.endsAt.getTime() };
    const changeErrors = await assignEvent(tx, event, eventChangeAt(input, change, occurrence));
    const found = { ...changeErrors, ...referenceErrors };
    if (hasErrors(found)) errors.set(event.id, found);
  });
  rejectOccurrences(errors);
}

/** Returns the change of the series whose occurrence `before` gets these times, and its interval after that. */
function changeOf(
  { zone }: RequestContext,
  before: Interval | undefined,
  from: Date | null | undefined,
  to: Date | null | undefined,
): { change: SeriesChange; after: Interval } {
  if (!before) throw invalid({ collectionId: ['has ended'] });
  const after = { from: from?.getTime() ?? before.from, to: to?.getTime() ?? before.to };
  return { change: seriesChange(before, after, zone), after };
}

function rejectNullTimes(times: Readonly<Record<string, Date | null | undefined>>): void {
  const blank = Object.keys(times).filter((attribute) => times[attribute] === null);
  rejectIfAny(Object.fromEntries(blank.map((attribute) => [attribute, ["can't be blank"]])));
}

/**
 * Deletes events of a series that are not over, and cancels their active bookings, in one transaction. Events that are not
 * created yet are not created any more. People with upcoming bookings get messages by the account's defaults, as after
 * `deleteEvent`. Has no effect if the series has no such events.
 *
 * @param ifAttendances see `requireAttendances`
 * @returns the id of the collection
 * @throws DomainError INVALID on `from`, NOT_FOUND, PRECONDITION_FAILED
 */
export async function deleteRecurringEvents(
  context: RequestContext,
  { collectionId, ...series }: SeriesArguments,
  ifAttendances?: number | null,
): Promise<string> {
  const { id: recurrenceId } = await getRecurrence(context, 'event', collectionId);
  return context.db.transaction(async (tx) => {
    const selection = await selectOccurrences(tx, recurrenceId, series, () => listEvents(context, tx, collectionId));
    const { existing } = selection;
    const ids = existing.map(({ id }) => id);
    const events = await lockEventsWithBookings(tx, ids);
    await requireRevisions(tx, Event, selection, series);
    await requireAttendances(context, tx, events, ifAttendances);
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
