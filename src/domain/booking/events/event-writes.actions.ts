import { recordChanges } from '../../../outbox/change-log.js';
import type { AccountTransaction, Lock } from '../../../platform/database/account-transaction.js';
import { DomainError, notFound, rejectIfAny } from '../../../platform/errors.js';
import { mapSequentially } from '../../../platform/yielding.js';
import { ongoingStates } from '../../booking-states.js';
import { changedBy, type RequestContext } from '../../context.js';
import { changeEvent } from '../../event/event.actions.js';
import type { EventInput } from '../../event/event.entity.js';
import { Event } from '../../event/event.entity.js';
import { requireRevision } from '../../records/record.rules.js';
import { Booking, BookingState } from '../booking.entity.js';
import { requestMessages } from '../messages/request-messages.actions.js';
import { overlapLocks } from '../placing/overlaps.queries.js';
import { differing, placeAttributes, toPlace } from '../placing/place.rules.js';
import { announceUpdates, recordUpdates, settleIfDue } from '../placing/update-bookings.actions.js';
import { reviseSale, SoldOrders } from '../sale/booking-sale.actions.js';
import { noSale } from '../sale/sale.actions.js';
import { moveReminder } from '../states/booking-revision.actions.js';
import { cancelBookings } from '../states/booking-state.actions.js';
import { hasExpired } from '../states/booking-state.rules.js';

/**
 * Updates an event, and the time, resource and service of its bookings.
 *
 * @param ifRevision see `requireRevision`
 * @throws DomainError INVALID, NOT_FOUND, PRECONDITION_FAILED
 */
export function updateEvent(
  context: RequestContext,
  id: number,
  input: EventInput,
  ifRevision?: number | null,
): Promise<Event> {
  return context.db.transaction(async (tx) => {
    const [event] = await lockEvents(context, tx, [id], input);
    if (!event) throw notFound();
    requireRevision(event, ifRevision, 'event');
    rejectIfAny(await changeEvent(tx, event, input));
    await saveEvents(context, tx, [event], changesPlace(input));
    return event;
  });
}

/**
 * Locks events, and reads them. If their place changes, also locks all their bookings, and the people of these if another
 * booking of theirs may be refused because of the new time. Returns the events that exist, by rising id.
 */
export function lockEvents(
  context: RequestContext,
  tx: AccountTransaction,
  ids: readonly number[],
  input: EventInput,
): Promise<Event[]> {
  if (!changesPlace(input)) return tx.listLocked(Event, ids);
  return lockEventsWithBookings(tx, ids, (bookings) => overlapLocks(context, bookings));
}

/**
 * Locks events and all their bookings, and reads the events. Returns those that exist, by rising id. While an event is locked,
 * no booking can be added; bookings that were added during the wait for the lock are locked after it.
 */
export async function lockEventsWithBookings(
  tx: AccountTransaction,
  ids: readonly number[],
  locksOfPeople: (bookings: readonly BookingOfPerson[]) => Lock[] = () => [],
): Promise<Event[]> {
  const list = async (): Promise<Lock[]> => {
    const bookings = await listBookings(tx, ids);
    return [...bookings.map(({ id }): Lock => [Booking, id]), ...locksOfPeople(bookings)];
  };
  await tx.lockListed(list, ...ids.map((id): Lock => [Event, id]));
  return tx.listLocked(Event, ids);
}

/**
 * Writes changed events. If their place changes, their bookings follow it, which must be locked.
 */
export async function saveEvents(
  context: RequestContext,
  tx: AccountTransaction,
  events: readonly Event[],
  isMoved: boolean,
): Promise<void> {
  await recordChanges(tx, 'event.modified', events, changedBy(context));
  if (isMoved) await moveWithEvents(context, tx, events);
}

/** The state of an event that a client has seen before it deletes it. Null or undefined is not checked. */
interface SeenEvent {
  /** See `requireRevision`. */
  ifRevision?: number | null | undefined;
  /** See `requireAttendances`. */
  ifAttendances?: number | null | undefined;
}

/**
 * Deactivates an event and cancels its active bookings. Has no effect on a deleted event.
 *
 * @throws DomainError NOT_FOUND, PRECONDITION_FAILED
 */
export function deleteEvent(
  context: RequestContext,
  id: number,
  { ifRevision, ifAttendances }: SeenEvent = {},
): Promise<Event> {
  return context.db.transaction(async (tx) => {
    const [event] = await lockEventsWithBookings(tx, [id]);
    if (!event) throw notFound();
    requireRevision(event, ifRevision, 'event');
    await requireAttendances(context, tx, [event], ifAttendances);
    await deleteEvents(context, tx, [event]);
    return event;
  });
}

/**
 * Checks that as many people attend events as the client read. A booking does not revise its event, so `requireRevision`
 * does not notice it. Call it when the events are locked with their bookings.
 *
 * @param ifAttendances the sum over the events; without one there is no check
 * @throws DomainError PRECONDITION_FAILED
 */
export async function requireAttendances(
  { clock }: RequestContext,
  tx: AccountTransaction,
  events: readonly Event[],
  ifAttendances: number | null | undefined,
): Promise<void> {
  if (ifAttendances === null || ifAttendances === undefined) return;
  const eventIds = events.map(({ id }) => id);
  const counts = await readAttendances(tx, eventIds, clock.now());
  const people = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (people !== ifAttendances) throw new DomainError('PRECONDITION_FAILED', 'The number of attendances has changed');
}

/** Counts the people of the active bookings of events. Events without any are missing from the map. */
export async function readAttendances(
  db: Pick<AccountTransaction, 'query'>,
  eventIds: readonly number[],
  now: Date,
): Promise<Map<number, number>> {
  const rows = await db.query<{ eventId: number; people: number }>(
    `select event_id as "eventId", sum(count)::integer as people
     from booking
     where account_id = $1 and event_id = any ($2::integer[]) and is_active_booking(state, expires_at, $3)
     group by event_id`,
    [eventIds, now],
  );
  return new Map(rows.map((row) => [row.eventId, row.people]));
}

/**
 * Deactivates events that are locked with their bookings, and cancels their active bookings. People with upcoming bookings
 * get messages by the account's defaults.
 */
export async function deleteEvents(
  context: RequestContext,
  tx: AccountTransaction,
  events: readonly Event[],
): Promise<void> {
  const ongoing = { eventId: { $in: events.map(({ id }) => id) }, state: { $in: ongoingStates } };
  const bookings = await tx.list<Booking>(Booking, ongoing);
  // Before the events are written: this locks coupons and gift cards, and locks come before the first write.
  const cancelled = await cancelBookings(context, tx, bookings);
  const deleted = events.filter(({ active }) => active);
  for (const event of deleted) event.active = false;
  await recordChanges(tx, 'event.deleted', deleted, changedBy(context));
  const bookingChanges = cancelled.map((booking) => ({ booking }));
  await requestMessages(context, tx, upcoming(context, bookingChanges));
}

/** Whether the bookings of an event follow a change of it. */
export function changesPlace({ startsAt, endsAt, resourceId, serviceId }: EventInput): boolean {
  return [startsAt, endsAt, resourceId, serviceId].some((given) => given !== undefined);
}

interface BookingOfPerson {
  id: number;
  personId: number | null;
}

function listBookings(tx: AccountTransaction, eventIds: readonly number[]): Promise<BookingOfPerson[]> {
  return tx.query<BookingOfPerson>(
    'select id, person_id as "personId" from booking where account_id = $1 and event_id = any ($2::integer[])',
    [eventIds],
  );
}

/**
 * Moves the bookings of events to the new places of the events, and requests messages for upcoming ones. Skips deleted
 * bookings. A booking whose service changes gets the price of the new one, and keeps its coupon.
 */
async function moveWithEvents(
  context: RequestContext,
  tx: AccountTransaction,
  events: readonly Event[],
): Promise<void> {
  const places = new Map(events.map((event) => [event.id, toPlace(event)]));
  const kept = { eventId: { $in: [...places.keys()] }, state: { $ne: BookingState.DELETED } };
  const bookings = await tx.list<Booking>(Booking, kept);
  const orders = SoldOrders.of(tx, bookings);
  const now = context.clock.now();
  const moved = await mapSequentially(bookings, async (booking) => {
    const place = places.get(booking.eventId ?? 0);
    if (!place || differing(placeAttributes, place, booking).length === 0) return [];
    const before = { ...booking };
    Object.assign(booking, place);
    moveReminder(context, before, booking);
    if (booking.serviceId !== before.serviceId) booking.price = null;
    const isResold = booking.serviceId !== before.serviceId && !hasExpired(booking, now);
    const sale = isResold ? await reviseSale(context, tx, orders, before, booking, { keepsCoupon: true }) : noSale;
    await settleIfDue(context, tx, booking, sale, now);
    return [{ booking, before, sale, messages: {} }];
  });
  await recordUpdates(context, tx, moved.flat());
  await announceUpdates(context, tx, upcoming(context, moved.flat()));
}

/** Filters out bookings that are over, for which no messages are sent. */
function upcoming<Step extends { booking: Booking }>(
  { clock }: RequestContext,
  bookingChanges: readonly Step[],
): Step[] {
  const now = clock.now();
  return bookingChanges.filter(({ booking }) => booking.bookedTo > now);
}
