import type { AccountTransaction, Lock } from '../../../platform/database/account-transaction.js';
import type { RequestContext } from '../../context.js';
import { Event } from '../../event/event.entity.js';
import { requireRevision } from '../../records/record.rules.js';
import { Resource } from '../../resource/resource.entity.js';
import { Booking } from '../booking.entity.js';
import { readPlaces } from '../placing/booking-places.queries.js';
import { isHold } from './booking-state.rules.js';

/** A locked booking and the time at which its transition is decided. */
export interface LockedBooking {
  booking: Booking;
  /** Read after all locks were acquired. */
  now: Date;
}

/**
 * Locks a booking and reads it. If it is a hold, also locks its place before it reads the clock. Otherwise a concurrent
 * request could find the hold expired and book its place between the decision of this transaction and its commit.
 *
 * @param others further locks, acquired together with that of the place
 * @throws DomainError NOT_FOUND
 */
export async function lockBooking(
  { clock }: RequestContext,
  tx: AccountTransaction,
  id: number,
  others: readonly Lock[] = [],
): Promise<LockedBooking> {
  const booking = await tx.getLocked(Booking, id);
  await tx.lock(...others, ...(await placeLocks(tx, [booking])));
  return { booking, now: clock.now() };
}

/**
 * Returns the locks of the places of holds: an event, a resource, or the resources of all places for needs. A hold loses its
 * place when it expires. Bookings in other active states keep theirs, so their transitions need no such lock. The places do
 * not change while the booking is locked. Sends a statement only if a hold has places for needs.
 */
export async function placeLocks(
  tx: Pick<AccountTransaction, 'query'>,
  bookings: readonly Pick<Booking, 'id' | 'state' | 'eventId' | 'resourceId' | 'hasPlaces'>[],
): Promise<Lock[]> {
  const holds = bookings.filter(({ state }) => isHold(state));
  const places = await readPlaces(tx, holds);
  return holds.flatMap(({ id, eventId, resourceId }): Lock[] => {
    if (eventId !== null) return [[Event, eventId]];
    return (places.get(id) ?? [{ resourceId }]).map((place): Lock => [Resource, place.resourceId]);
  });
}

/**
 * Changes a booking unless it was revised since the client read it, so that two people never overwrite each other. The
 * check takes the lock of the booking, and is one transaction with the change.
 *
 * @param ifRevision the `revisionCount` that the client read; without one there is no check
 * @throws DomainError PRECONDITION_FAILED, NOT_FOUND, and what `change` throws
 */
export async function changeAtRevision(
  context: RequestContext,
  id: number,
  ifRevision: number | null | undefined,
  change: (context: RequestContext) => Promise<Booking>,
): Promise<Booking> {
  if (ifRevision === null || ifRevision === undefined) return change(context);
  return context.db.atomically(async (db, tx) => {
    requireRevision(await tx.getLocked(Booking, id), ifRevision, 'booking');
    return change({ ...context, db });
  });
}
