import type { AccountQueries } from '../../../platform/database/account-database.js';
import { isActing } from '../../person/guardian.queries.js';
import type { Booking } from '../booking.entity.js';
import { visitingGuardian } from './booking-link.rules.js';

/**
 * Whether the guardian who made a booking on the public site may act for its person still, so that its code, its hold and its
 * verification link work. True for a booking that no guardian made.
 */
export async function isOfPresentGuardian(
  db: AccountQueries,
  booking: Pick<Booking, 'createdBy' | 'bookedByPersonId' | 'personId'>,
): Promise<boolean> {
  const guardianId = visitingGuardian(booking);
  return guardianId === undefined || isActing(db, guardianId, booking.personId);
}
