import { Field, InputType, Int } from 'type-graphql';
import { isObject } from '../../../platform/accepted.js';
import type { AccountQueries } from '../../../platform/database/account-database.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Join } from '../../../platform/database/related-rows.js';
import { invalid, notFound, rejectIfAny, requireResult } from '../../../platform/errors.js';
import { Instant } from '../../../platform/scalars.js';
import type { Zone } from '../../../platform/time/zone.js';
import { dayBookingOf } from '../../availability/open-times.rules.js';
import { endAtSameLength } from '../../availability/slot-intervals.rules.js';
import { wantedPlace } from '../../calendar-source/calendar-source.rules.js';
import { refreshCalendars } from '../../calendar-source/refresh-calendars.actions.js';
import type { RequestContext } from '../../context.js';
import { Event } from '../../event/event.entity.js';
import { requireActing } from '../../person/guardian.queries.js';
import { validateVisitorChoice } from '../../provider/visitor-choice.actions.js';
import { Service } from '../../service/service.entity.js';
import { Booking, BookingState } from '../booking.entity.js';
import { noteLateCancellation } from '../fees/agreed-fees.rules.js';
import { decideUpdates, saveUpdates } from '../placing/update-bookings.actions.js';
import { isRetryableConflict, recordRevision } from '../states/booking-revision.actions.js';
import { cancelBooking } from '../states/booking-state.actions.js';
import { isActive } from '../states/booking-state.rules.js';
import { lockBookingsOfVisit } from '../visits/visit.queries.js';
import { canMoveByLink, changeDeadline, claimsOf, opensBooking } from './booking-link.rules.js';

/** The new place of a booking that a person moves by its link. An absent attribute stays unchanged. */
@InputType({ description: 'The new place of a booking that a person moves. An absent attribute stays unchanged.' })
export class BookingMoveInput {
  @Field(() => Instant, { nullable: true, description: 'When it is to begin. Not for a booking of an event.' })
  bookedFrom?: Date | null;
  @Field(() => Instant, { nullable: true, description: 'When it is to end. By default it keeps its duration.' })
  bookedTo?: Date | null;
  @Field(() => Int, { nullable: true, description: 'The id of the resource.' }) resourceId?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'The id of another event of its service. Only for a booking of an event.',
  })
  eventId?: number | null;
}

/** Returns the booking of a link. @throws DomainError NOT_FOUND if the token is unknown, revoked or has expired */
export async function getBookingByLink(
  context: RequestContext,
  token: string,
  joins: readonly Join[] = [],
): Promise<Booking> {
  const id = claimsOf(token)?.id;
  const booking = id === undefined ? undefined : await context.db.loadWith(Booking, id, joins);
  return requireOpened(context, context.db, token, booking);
}

/**
 * Returns the booking if the token opens it now. A guardian must still be one, which is read each time.
 *
 * @throws DomainError NOT_FOUND
 */
export async function requireOpened(
  { account, clock }: RequestContext,
  db: AccountQueries,
  token: string,
  booking: Booking | null | undefined,
): Promise<Booking> {
  if (!booking || !opensBooking(token, account, booking, clock.now())) throw notFound();
  const guardianId = claimsOf(token)?.guardianId;
  if (guardianId !== undefined) await requireActing(db, guardianId, booking);
  booking.linkGuardianId = guardianId;
  return booking;
}

/**
 * Cancels a booking by its link.
 *
 * @throws DomainError NOT_FOUND; INVALID on `state` if it is not active, or if the account does not allow it or no longer
 */
export function cancelBookingByLink(context: RequestContext, token: string): Promise<Booking> {
  return context.db.atomically(async (db, tx) => {
    const within = { ...byLink(context), db };
    const booking = await lockByLink(within, tx, token);
    requireChangeable(within, booking, 'state', 'cancelled');
    noteLateCancellation(within, booking);
    return cancelBooking(within, booking.id);
  });
}

/**
 * Reads the calendars that are due of the place to which a link is to move its booking. Reads none for a link that does
 * not work, and for an event, whose place they do not occupy.
 *
 * @param token not checked yet, as `input`
 */
export async function refreshForMove(context: RequestContext, token: unknown, input: unknown): Promise<void> {
  const { account, clock, db, zone } = context;
  const id = typeof token === 'string' ? claimsOf(token)?.id : undefined;
  if (typeof token !== 'string' || id === undefined || !account.readsCalendars || db.isInTransaction) return;
  const booking = await db.load(Booking, id);
  const now = clock.now();
  if (!booking || !opensBooking(token, account, booking, now) || !canMoveByLink(account, booking, zone, now)) return;
  const { eventId, serviceId } = booking;
  if (eventId !== null) return;
  const isSameResource = !isObject(input) || input['resourceId'] === undefined;
  const { resourceId } = isSameResource ? booking : wantedPlace(input);
  await refreshCalendars(context, { resourceId, serviceId });
}

/**
 * Moves a booking by its link to another time, resource or event of its service, by the rules for the public. Its own
 * place counts as free. Without `bookedTo`, it keeps its length.
 *
 * @throws DomainError NOT_FOUND; INVALID by attribute, on `bookedFrom` if the account does not allow it or no longer
 */
export async function moveBookingByLink(
  context: RequestContext,
  token: string,
  input: BookingMoveInput,
): Promise<Booking> {
  await refreshForMove(context, token, input);
  const mover = byLink(context);
  const move = async (tx: AccountTransaction): Promise<Booking> => {
    const booking = await lockByLink(mover, tx, token);
    requireChangeable(mover, booking, 'bookedFrom', 'moved');
    await requireSameService(tx, booking, input.eventId);
    if (input.resourceId !== booking.resourceId) {
      rejectIfAny(await validateVisitorChoice(mover, { ...input, serviceId: booking.serviceId }));
    }
    const place = { ...(await keepLength(tx, booking, input, mover.zone)), publicBooking: true };
    const options = { ignoreCapacity: false, messages: {}, startsAtSlot: true, isByPerson: true };
    const decided = requireResult(await decideUpdates(mover, tx, [{ id: booking.id, input: place }], options));
    await saveUpdates(mover, tx, [decided]);
    return decided.booking;
  };
  return context.db.transaction(move, { isRetryable: isRetryableConflict });
}

/**
 * Revokes the links of a booking that were sent, and of the others of its visit, which these open, too. Later messages contain
 * a new one.
 *
 * @throws DomainError NOT_FOUND, INVALID
 */
export function revokeBookingLink(context: RequestContext, id: number): Promise<Booking> {
  return context.db.transaction(async (tx) => {
    const booking = await tx.getLocked(Booking, id);
    if (booking.state === BookingState.DELETED) throw invalid({ state: ['is deleted'] });
    const { visitId } = booking;
    // Two transactions that begin with different bookings of a visit may deadlock; one of them is retried.
    const bookings = visitId === null ? [booking] : await lockBookingsOfVisit(tx, visitId);
    for (const one of bookings) one.linkVersion += 1;
    await recordRevision(context, tx, 'booking.modified', ...bookings);
    return booking;
  });
}

/** Creates the context of changes by a link. They are recorded as such, even if the request has an API key. */
export function byLink(context: RequestContext): RequestContext {
  return { ...context, actor: { kind: 'booking_link' } };
}

async function lockByLink(context: RequestContext, tx: AccountTransaction, token: string): Promise<Booking> {
  const id = claimsOf(token)?.id;
  // Compared before the lock, too, so that nobody can make others wait for a booking without its link.
  const row = id === undefined ? undefined : await tx.load(Booking, id);
  await requireOpened(context, tx, token, row);
  return requireOpened(context, tx, token, await tx.getLocked(Booking, id ?? 0));
}

/** @throws DomainError INVALID on `state` if the booking is not active, else on `attribute` */
export function requireChangeable(
  { account, zone, clock }: RequestContext,
  booking: Booking,
  attribute: 'state' | 'bookedFrom',
  participle: 'cancelled' | 'moved',
): void {
  const now = clock.now();
  if (!isActive(booking, now)) throw invalid({ state: ['needs an active booking'] });
  const deadline = changeDeadline(account, booking, zone);
  if (deadline === null) throw invalid({ [attribute]: [`can't be ${participle} by link`] });
  if (now > deadline) throw invalid({ [attribute]: [`can no longer be ${participle}`] });
}

/** A booking of an event may move to another event of its service only, because another service has another price. */
async function requireSameService(
  tx: AccountTransaction,
  booking: Booking,
  eventId: number | null | undefined,
): Promise<void> {
  if (booking.serviceId === null) throw invalid({ bookedFrom: ["can't be moved by link"] });
  if ((eventId ?? null) === null || eventId === booking.eventId) return;
  const event = await tx.load(Event, eventId ?? 0);
  const isOfService = booking.eventId !== null && event?.serviceId === booking.serviceId;
  if (!isOfService) throw invalid({ eventId: ['does not exist'] });
}

/** Adds the end if only the start is given. */
async function keepLength(
  tx: AccountTransaction,
  { bookedFrom, bookedTo, eventId, serviceId }: Booking,
  input: BookingMoveInput,
  zone: Zone,
): Promise<BookingMoveInput> {
  if (!input.bookedFrom || input.bookedTo || eventId !== null || serviceId === null) return input;
  const service = await tx.load(Service, serviceId);
  if (!service) return input;
  const time = { from: bookedFrom.getTime(), to: bookedTo.getTime() };
  return {
    ...input,
    bookedTo: new Date(endAtSameLength(dayBookingOf(service), time, input.bookedFrom.getTime(), zone)),
  };
}
