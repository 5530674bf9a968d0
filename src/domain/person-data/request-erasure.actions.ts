import { recordChange, recordChanges } from '../../outbox/change-log.js';
import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import { invalid, notFound } from '../../platform/errors.js';
import { Booking, BookingState } from '../booking/booking.entity.js';
import { placeLocks } from '../booking/states/booking-lock.actions.js';
import { enterStates } from '../booking/states/booking-state.actions.js';
import { isActive } from '../booking/states/booking-state.rules.js';
import { ongoingStates } from '../booking-states.js';
import { changedBy, type RequestContext } from '../context.js';
import { couponLocks } from '../coupon/coupon-use.actions.js';
import { Person } from '../person/person.entity.js';
import { requireRevision } from '../records/record.rules.js';
import { Recurrence } from '../recurrence/recurrence.entity.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import { removeWaitlistEntry } from '../waitlist/waitlist-entry.actions.js';
import { WaitlistEntry, WaitlistState } from '../waitlist/waitlist-entry.entity.js';
import { isWorkOpen } from '../work.rules.js';
import { dueDeliveries } from './catalogue.js';
import { PersonErasure } from './person-erasure.entity.js';
import { erasePersonRows } from './person-rows.queries.js';
import { findIdentifiers, listMergedIds } from './person-subject.queries.js';
import { erasedAttributes } from './person-table.js';
import { personTable } from './person-tables.js';

export interface ErasureOptions {
  /** Whether bookings that are not over are cancelled. Without it they prevent the erasure. */
  cancelBookings?: boolean | null;
  /** The `revisionCount` that the client read; without one there is no check. */
  ifRevision?: number | null | undefined;
}

/**
 * Erases the attributes of a person, and of the people who were merged into the person, and records the work of erasing what
 * other rows have of them: see `continueErasure`. Nobody gets a message. Idempotent: returns an erased person unchanged.
 *
 * From its commit on, nothing leaves the server with what is erased, although the job has not begun: changes are shown
 * without it (`withoutErased`), deliveries lose their payloads, messages are not sent (`sendMessage`), and entries of
 * calendars have none of it. Erasing all rows here was rejected: a person may have thousands, and each is locked.
 *
 * @throws DomainError INVALID on `bookings` if bookings are not over and are not to be cancelled, and on `base` if the person
 *   was merged into another; NOT_FOUND, PRECONDITION_FAILED
 */
export function requestErasure(context: RequestContext, id: number, options: ErasureOptions = {}): Promise<Person> {
  return context.db.atomically(async (db, tx) => {
    const ids = await lockPeople(tx, id);
    const people = await tx.listByIds(Person, ids);
    const person = people.find((each) => each.id === id);
    if (!person) throw notFound();
    if (person.erasedAt) return person;
    requireRevision(person, options.ifRevision, 'person');
    if (person.mergedIntoId !== null) {
      throw invalid({ base: [`was merged into person ${person.mergedIntoId}, whose erasure includes it`] });
    }
    await leaveWaitlist({ ...context, db }, tx, ids);
    await endBookings(context, tx, ids, options.cancelBookings ?? false);
    const erasure = tx.create(PersonErasure, context.clock.now());
    const identifiers = await findIdentifiers(context, tx, ids);
    Object.assign(erasure, { personId: id, identifiers });
    const attributes = { ...erasedAttributes(personTable), active: false, erasedAt: context.clock.now() };
    for (const each of people) Object.assign(each, attributes);
    await recordChanges(tx, 'person.erased', people, changedBy(context));
    await recordChange(tx, 'person_erasure.created', erasure, changedBy(context));
    await recordSecurityEvent(tx, context, { kind: 'person.erased', details: { personId: id } });
    for (const deliveries of dueDeliveries) {
      await erasePersonRows(tx, deliveries, { ...identifiers, ids }, null, { limit: null, now: context.clock.now() });
    }
    return person;
  });
}

/**
 * Locks a person, those who were merged into the person, and their bookings, series and entries of the waitlist: see
 * `lockListed`. The lock of the person prevents that more are added.
 *
 * @returns the ids of the people
 */
async function lockPeople(tx: AccountTransaction, id: number): Promise<number[]> {
  let ids: number[] = [];
  await tx.lockListed(async () => {
    ids = await listMergedIds(tx, id);
    const bookings = await tx.rows(Booking, { personId: { $in: ids }, state: { $in: [...ongoingStates] } });
    const entries = await tx.rows(WaitlistEntry, openEntries(ids));
    return [
      ...(await listOpenSeries(tx, ids)).map((seriesId): Lock => [Recurrence, seriesId]),
      ...entries.map((entry): Lock => [WaitlistEntry, entry.id]),
      ...bookings.map((booking): Lock => [Booking, booking.id]),
      ...(await placeLocks(tx, bookings)),
      ...couponLocks(...bookings.map(({ couponId }) => couponId)),
      ...ids.map((personId): Lock => [Person, personId]),
    ];
  }, [Person, id]);
  return ids;
}

/** Returns the ids of the series of which bookings of the people are still to be created. */
async function listOpenSeries(tx: AccountTransaction, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id from recurrence
     where account_id = $1 and not stopped and position < jsonb_array_length(occurrences)
       and booking -> 'input' ->> 'personId' = any ($2::integer[]::text[])
     order by id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

function openEntries(ids: readonly number[]) {
  return { personId: { $in: [...ids] }, state: { $in: [WaitlistState.WAITING, WaitlistState.OFFERED] } };
}

/** Takes the people off the waitlist and withdraws the times that are held for them. */
async function leaveWaitlist(context: RequestContext, tx: AccountTransaction, ids: readonly number[]): Promise<void> {
  for (const entry of await tx.rows(WaitlistEntry, openEntries(ids))) await removeWaitlistEntry(context, entry.id);
}

/**
 * Cancels the bookings that are not over and stops the series that would create more.
 *
 * @throws DomainError INVALID on `bookings` if there are any and they are not to be cancelled
 */
async function endBookings(
  context: RequestContext,
  tx: AccountTransaction,
  ids: readonly number[],
  isConfirmed: boolean,
): Promise<void> {
  const now = context.clock.now();
  const ongoing = { personId: { $in: [...ids] }, bookedTo: { $gt: now }, state: { $in: [...ongoingStates] } };
  const bookings = (await tx.list(Booking, ongoing)).filter((booking) => isActive(booking, now));
  const series = await tx.listByIds(Recurrence, await listOpenSeries(tx, ids));
  const open = series.filter((each) => isWorkOpen('recurrence', each, now));
  if (!isConfirmed && bookings.length + open.length > 0) {
    const firstIds = bookings.slice(0, 5).map(({ id }) => id);
    const named = bookings.length > 5 ? `${firstIds.join(', ')}, …` : firstIds.join(', ');
    const which = bookings.length > 0 ? `${bookings.length} not over (${named})` : 'some still to be created';
    throw invalid({ bookings: [`must be cancelled before, or by this request: ${which}`] });
  }
  const cancelled = { state: BookingState.CANCELLED, change: 'booking.cancelled' } as const;
  const transitions = bookings.map((booking) => ({ booking, ...cancelled }));
  if (transitions.length > 0) await enterStates(context, tx, transitions);
  for (const each of open) each.stopped = true;
  await recordChanges(tx, 'recurrence.stopped', open, changedBy(context));
}
