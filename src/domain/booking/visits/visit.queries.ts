import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Join } from '../../../platform/database/related-rows.js';
import { notFound } from '../../../platform/errors.js';
import type { Clock } from '../../../platform/time/clock.js';
import type { RequestContext } from '../../context.js';
import { Booking, BookingState } from '../booking.entity.js';
import { isActive } from '../states/booking-state.rules.js';
import type { Visit } from './visit.type.js';

/** Returns a visit with its bookings that are not deleted. @throws DomainError NOT_FOUND if there are none */
export async function getVisit(context: RequestContext, id: number, joins: readonly Join[] = []): Promise<Visit> {
  const rows = await context.db.rows(Booking, { visitId: id }, { joins });
  const bookings = rows.filter(({ state }) => state !== BookingState.DELETED);
  if (bookings.length === 0) throw notFound();
  return toVisit(context, id, bookings);
}

/** @param bookings at least one */
export function toVisit({ clock }: { clock: Clock }, id: number, bookings: readonly Booking[]): Visit {
  const sorted = byTime(bookings);
  const now = clock.now();
  const active = sorted.filter((booking) => isActive(booking, now));
  const timed = active.length > 0 ? active : sorted;
  const times = (of: 'bookedFrom' | 'bookedTo'): number[] => timed.map((booking) => booking[of].getTime());
  return {
    id,
    bookedFrom: new Date(Math.min(...times('bookedFrom'))),
    bookedTo: new Date(Math.max(...times('bookedTo'))),
    bookings: sorted,
  };
}

function byTime(bookings: readonly Booking[]): Booking[] {
  return bookings.toSorted((a, b) => +a.bookedFrom - +b.bookedFrom || a.id - b.id);
}

/**
 * Locks the bookings of the visit of a booking by rising id, and returns them. No transaction adds any to it later.
 *
 * @param bookingId the id of any of them. That of the first is the id of the visit
 */
export async function lockBookingsOfVisit(tx: AccountTransaction, bookingId: number): Promise<Booking[]> {
  const rows = await tx.query<{ id: number }>(
    `select id from booking where account_id = $1
       and visit_id = (select visit_id from booking where account_id = $1 and id = $2)`,
    [bookingId],
  );
  return tx.listLocked(
    Booking,
    rows.map((row) => row.id),
  );
}

/**
 * Locks the bookings of a visit, and returns them by time, without those that are deleted.
 *
 * @param id also that of another booking of the visit
 * @throws DomainError NOT_FOUND if there are none
 */
export async function lockVisit(tx: AccountTransaction, id: number): Promise<Booking[]> {
  const bookings = await lockBookingsOfVisit(tx, id);
  const left = bookings.filter(({ state }) => state !== BookingState.DELETED);
  if (left.length === 0) throw notFound();
  return byTime(left);
}
