import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import type { RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { Resource } from '../resource/resource.entity.js';
import { Booking } from './booking.entity.js';
import { isHold } from './booking-state.rules.js';

/** A booking that nobody else can change, and the time at which a step of it is decided. */
export interface LockedBooking {
  booking: Booking;
  /** Read after all locks. */
  now: Date;
}

/**
 * Locks a booking and reads it. If it is a hold, also locks its place before it reads the clock: otherwise a rival could
 * find the hold expired and book its place between the decision of this transaction and its commit.
 *
 * @param others what else the step needs, locked together with the place
 * @throws DomainError NOT_FOUND
 */
export async function lockBooking(
  { clock }: RequestContext,
  tx: AccountTransaction,
  id: number,
  others: readonly Lock[] = [],
): Promise<LockedBooking> {
  const booking = await tx.getLocked(Booking, id);
  await tx.lock(...others, ...placeLocks(booking));
  return { booking, now: clock.now() };
}

/**
 * Returns the lock of a hold's place: its event or its resource. A hold can lose its place as time passes. Nobody can
 * take the place of a booking in another active state, so its steps need no such lock. The place does not change while
 * the booking is locked.
 */
export function placeLocks({ state, eventId, resourceId }: Pick<Booking, 'state' | 'eventId' | 'resourceId'>): Lock[] {
  if (!isHold(state)) return [];
  return [eventId === null ? [Resource, resourceId] : [Event, eventId]];
}
