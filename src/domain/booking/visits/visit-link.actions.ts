import type { AccountQueries } from '../../../platform/database/account-database.js';
import type { Join } from '../../../platform/database/related-rows.js';
import { invalid, notFound } from '../../../platform/errors.js';
import type { RequestContext } from '../../context.js';
import { isActing } from '../../person/guardian.queries.js';
import { Booking, BookingState } from '../booking.entity.js';
import { noteLateCancellation } from '../fees/agreed-fees.rules.js';
import { byLink, getBookingByLink, requireChangeable, requireOpened } from '../link/booking-link.actions.js';
import { claimsOf, isLinkAlive } from '../link/booking-link.rules.js';
import { decideCancellations, saveCancellations } from '../states/booking-state.actions.js';
import { isActive } from '../states/booking-state.rules.js';
import { lockVisit, toVisit } from './visit.queries.js';
import type { Visit } from './visit.type.js';
import { requireItems } from './visit-errors.rules.js';

/**
 * Returns the visit of the booking of a link, with the bookings that the holder of the link may change: those of the same
 * person, and those of people for whom that one may act now. A booking that was made alone is a visit of one.
 *
 * @throws DomainError NOT_FOUND if the token is unknown, revoked or has expired
 */
export async function getVisitByLink(
  context: RequestContext,
  token: string,
  joins: readonly Join[] = [],
): Promise<Visit> {
  const opened = await getBookingByLink(context, token, joins);
  const { visitId } = opened;
  if (visitId === null) return toVisit(context, opened.id, [opened]);
  const rows = await context.db.rows(Booking, { visitId }, { joins });
  return toVisit(context, visitId, await seenBy(context.db, opened, rows, context.clock.now()));
}

/**
 * Cancels the active bookings that `getVisitByLink` returns, all or none.
 *
 * @throws DomainError like it; NOT_FOUND for a booking that was made alone; INVALID on `state` if none is active, or if the account does not allow it or no longer
 */
export function cancelVisitByLink(context: RequestContext, token: string): Promise<void> {
  const canceller = byLink(context);
  return context.db.transaction(async (tx) => {
    const id = claimsOf(token)?.id ?? 0;
    // Compared before the lock, too, so that nobody can make others wait for a visit without its link.
    const { visitId } = await requireOpened(canceller, tx, token, await tx.load(Booking, id));
    if (visitId === null) throw notFound();
    const bookings = await lockVisit(tx, visitId);
    const opened = await requireOpened(
      canceller,
      tx,
      token,
      bookings.find((booking) => booking.id === id),
    );
    const now = context.clock.now();
    const active = (await seenBy(tx, opened, bookings, now)).filter((booking) => isActive(booking, now));
    if (active.length === 0) throw invalid({ state: ['needs an active booking'] });
    for (const booking of active) requireChangeable(canceller, booking, 'state', 'cancelled');
    const ids = active.map((booking) => booking.id);
    const decided = requireItems(await decideCancellations(canceller, tx, ids));
    for (const booking of decided) noteLateCancellation(canceller, booking);
    await saveCancellations(canceller, tx, decided, {});
  });
}

/**
 * Returns the bookings that the holder of an opened link may change, with the guardian of their links. One whose links were
 * revoked is not shown by that of another.
 */
async function seenBy(
  db: AccountQueries,
  { id, personId, linkGuardianId, linkVersion }: Booking,
  bookings: readonly Booking[],
  now: Date,
): Promise<Booking[]> {
  const holderId = linkGuardianId ?? personId;
  const seen: Booking[] = [];
  for (const booking of bookings) {
    if (booking.state === BookingState.DELETED) continue;
    if (booking.id !== id && (!isLinkAlive(booking, now) || booking.linkVersion !== linkVersion)) continue;
    const isOfSame = booking.id === id || (personId !== null && booking.personId === personId);
    if (isOfSame) booking.linkGuardianId = linkGuardianId;
    else if (holderId === null) continue;
    else if (booking.personId !== holderId) {
      if (!(await isActing(db, holderId, booking.personId))) continue;
      booking.linkGuardianId = holderId;
    }
    seen.push(booking);
  }
  return seen;
}
