import type { RequestContext } from '../../context.js';
import { requireRevision } from '../../revision.rules.js';
import { Booking } from '../booking.entity.js';

/**
 * Changes a booking unless it was revised since the client read it, so that two people never overwrite each other. The
 * check takes the lock of the booking, and is one transaction with the change.
 *
 * @param ifRevision the `revisionCount` that the client read; without one there is no check
 * @throws DomainError PRECONDITION_FAILED, NOT_FOUND, and what `change` throws
 */
export async function changeUnrevised(
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
