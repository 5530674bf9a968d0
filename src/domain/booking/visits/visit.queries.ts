import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Join } from '../../../platform/database/related-rows.js';
import { notFound } from '../../../platform/errors.js';
import type { Clock } from '../../../platform/time/clock.js';
import type { RequestContext } from '../../context.js';
import { isActing } from '../../person/guardian.queries.js';
import { Booking, BookingState } from '../booking.entity.js';
import { getBookingByLink } from '../link/booking-link.actions.js';
import { isLinkAlive } from '../link/booking-link.rules.js';
import { isActive } from '../states/booking-state.rules.js';
import type { Visit } from './visit.type.js';

/** Returns a visit with its bookings that are not deleted. @throws DomainError NOT_FOUND if there are none */
export async function getVisit(context: RequestContext, id: number, joins: readonly Join[] = []): Promise<Visit> {
  const rows = await context.db.rows(Booking, { visitId: id }, { joins });
  const bookings = rows.filter(({ state }) => state !== BookingState.DELETED);
  if (bookings.length === 0) throw notFound();
  return toVisit(context, id, bookings);
}

/**
 * Returns the visit of the booking of a link, with those of its bookings that the holder of the link may see: of the same
 * person, and of people for whom this one acts now. A booking that was made alone is a visit of one.
 *
 * @throws DomainError NOT_FOUND if the token is unknown, revoked or has expired
 */
export async function getVisitByLink(
  context: RequestContext,
  token: string,
  joins: readonly Join[] = [],
): Promise<Visit> {
  const opened = await getBookingByLink(context, token, joins);
  if (opened.visitId === null) return toVisit(context, opened.id, [opened]);
  const { bookings } = await getVisit(context, opened.visitId, joins);
  const seen: Booking[] = [];
  for (const booking of bookings) {
    if (booking.id === opened.id) seen.push(opened);
    else if (await isOfHolder(context, opened, booking)) seen.push(booking);
  }
  return toVisit(context, opened.visitId, seen);
}

/** Also notes the guardian of the link. One whose links were revoked is not shown by an older link of another. */
async function isOfHolder({ clock, db }: RequestContext, opened: Booking, other: Booking): Promise<boolean> {
  if (!isLinkAlive(other, clock.now()) || other.linkVersion !== opened.linkVersion) return false;
  const holder = opened.linkGuardianId ?? opened.personId;
  if (other.personId === holder) return true;
  if (holder === null || !(await isActing(db, holder, other.personId))) return false;
  other.linkGuardianId = holder;
  return true;
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
 * Locks the bookings of a visit by rising id, and returns them by time, without those that are deleted. No transaction adds
 * any to it later.
 *
 * @throws DomainError NOT_FOUND if there are none
 */
export async function lockVisit(tx: AccountTransaction, id: number): Promise<Booking[]> {
  const rows = await tx.query<{ id: number }>('select id from booking where account_id = $1 and visit_id = $2', [id]);
  const bookings = await tx.listLocked(
    Booking,
    rows.map((row) => row.id),
  );
  const left = bookings.filter(({ state }) => state !== BookingState.DELETED);
  if (left.length === 0) throw notFound();
  return byTime(left);
}
