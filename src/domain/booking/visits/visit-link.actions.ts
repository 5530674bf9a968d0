import type { AccountQueries } from '../../../platform/database/account-database.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Join } from '../../../platform/database/related-rows.js';
import { invalid, notFound, outcomeOf } from '../../../platform/errors.js';
import type { VisitSlotConnection } from '../../availability/visit-slot.type.js';
import { listVisitMoves } from '../../availability/visit-slots.queries.js';
import { refreshCalendars } from '../../calendar-source/refresh-calendars.actions.js';
import type { RequestContext } from '../../context.js';
import { isActing } from '../../person/guardian.queries.js';
import { Booking, BookingState } from '../booking.entity.js';
import { noteLateCancellation } from '../fees/agreed-fees.rules.js';
import { byLink, getBookingByLink, requireChangeable, requireOpened } from '../link/booking-link.actions.js';
import { canMoveByLink, claimsOf, isLinkAlive } from '../link/booking-link.rules.js';
import { readPlaces } from '../placing/booking-places.queries.js';
import { decideUpdates, saveUpdates } from '../placing/update-bookings.actions.js';
import { isRetryableConflict } from '../states/booking-revision.actions.js';
import { decideCancellations, saveCancellations } from '../states/booking-state.actions.js';
import { isActive } from '../states/booking-state.rules.js';
import { shiftTo } from './change-visit.actions.js';
import type { LinkedVisitMoveInput } from './visit.input.js';
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
    const active = await lockActiveByLink(canceller, tx, token);
    for (const booking of active) requireChangeable(canceller, booking, 'state', 'cancelled');
    const ids = active.map((booking) => booking.id);
    const decided = requireItems(await decideCancellations(canceller, tx, ids));
    for (const booking of decided) noteLateCancellation(canceller, booking);
    await saveCancellations(canceller, tx, decided, {});
  });
}

/**
 * Reads the calendars that are due of the places to which a link is to move its visit. Reads none for a link that does not work.
 *
 * @param token not checked yet
 */
export async function refreshForVisitMove(context: RequestContext, token: unknown): Promise<void> {
  if (typeof token !== 'string' || !context.account.readsCalendars || context.db.isInTransaction) return;
  const found = await outcomeOf(() => getVisitByLink(context, token));
  if ('error' in found) return;
  const now = context.clock.now();
  for (const booking of found.result.bookings) if (isActive(booking, now)) await refreshCalendars(context, booking);
}

/**
 * Lists the times to which `moveVisitByLink` can move all bookings. Empty if they cannot move any more, or not by a new start.
 *
 * @throws DomainError like `getVisitByLink`; INVALID on `from` and `to`
 */
export async function listMovesByLink(
  context: RequestContext,
  token: string,
  range: { from?: string | null; to?: string | null },
): Promise<VisitSlotConnection> {
  const { account, zone, clock, db } = context;
  const now = clock.now();
  const { bookings } = await getVisitByLink(context, token);
  const active = bookings.filter((booking) => isActive(booking, now));
  const places = await readPlaces(db, active);
  const leavingIds = active.map(({ id }) => id);
  const moved = active.flatMap((booking) => {
    const { id, serviceId, resourceId, eventId, count, personId, bookedFrom, bookedTo } = booking;
    if (serviceId === null || eventId !== null || !canMoveByLink(account, booking, zone, now)) return [];
    const time = { from: bookedFrom.getTime(), to: bookedTo.getTime() };
    const resourceIds = (places.get(id) ?? [booking]).map((place) => place.resourceId);
    return [{ serviceId, resourceId, moving: { leavingIds, count, personId, resourceIds, ...time } }];
  });
  return listVisitMoves(context, moved.length === active.length ? moved : [], range);
}

/**
 * Moves the active bookings that `getVisitByLink` returns by the same time, all or none, by the rules for the public: each keeps
 * its length and its resources, and may take the place that another leaves.
 *
 * @throws DomainError like it; NOT_FOUND for a booking that was made alone; INVALID on `state` if none is active, on `bookedFrom`
 *   if the account does not allow it or no longer, and with the errors of the bookings that cannot move
 */
export function moveVisitByLink(
  context: RequestContext,
  token: string,
  { bookedFrom }: LinkedVisitMoveInput,
): Promise<void> {
  const mover = byLink(context);
  const move = async (tx: AccountTransaction): Promise<void> => {
    const active = await lockActiveByLink(mover, tx, token);
    if (bookedFrom === null) throw invalid({ bookedFrom: ["can't be blank"] });
    if (bookedFrom === undefined) return;
    for (const booking of active) {
      requireChangeable(mover, booking, 'bookedFrom', 'moved');
      if (booking.serviceId === null) throw invalid({ bookedFrom: ["can't be moved by link"] });
    }
    const updates = shiftTo(mover, active[0]?.visitId ?? 0, active, bookedFrom).map(({ id, input }) => ({
      ...{ id, input: { ...input, publicBooking: true } },
    }));
    const options = { ignoreCapacity: false, messages: {}, startsAtSlot: true, isByPerson: true };
    const together = { ...options, movesTogether: true, leavesRoom: true };
    await saveUpdates(mover, tx, requireItems(await decideUpdates(mover, tx, updates, together)));
  };
  return context.db.transaction(move, { isRetryable: isRetryableConflict });
}

/**
 * Locks the visit of a link.
 *
 * @returns its active bookings that the holder of the link may change, by time
 * @throws DomainError NOT_FOUND, also for a booking that was made alone; INVALID on `state` if none is active
 */
async function lockActiveByLink(context: RequestContext, tx: AccountTransaction, token: string): Promise<Booking[]> {
  const id = claimsOf(token)?.id ?? 0;
  // Compared before the lock, too, so that nobody can make others wait for a visit without its link.
  const { visitId } = await requireOpened(context, tx, token, await tx.load(Booking, id));
  if (visitId === null) throw notFound();
  const bookings = await lockVisit(tx, visitId);
  const opened = await requireOpened(
    context,
    tx,
    token,
    bookings.find((booking) => booking.id === id),
  );
  const now = context.clock.now();
  const active = (await seenBy(tx, opened, bookings, now)).filter((booking) => isActive(booking, now));
  if (active.length === 0) throw invalid({ state: ['needs an active booking'] });
  return active;
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
