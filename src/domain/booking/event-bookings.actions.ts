import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import { rejectIfAny } from '../attributes.js';
import { ongoingStates } from '../booking-states.js';
import { by, type RequestContext } from '../context.js';
import { changeEvent } from '../event/event.actions.js';
import { Event } from '../event/event.entity.js';
import type { EventInput } from '../event/event.input.js';
import { Booking, BookingState } from './booking.entity.js';
import { placeOf } from './booking.rules.js';
import { moveReminder, recordRevision } from './booking-revision.actions.js';
import { cancelBookings } from './booking-state.actions.js';
import { requestMessagesForAll } from './messages/request-messages.actions.js';

/** Changes an event; its bookings follow it in time, resource and service. @throws DomainError INVALID, NOT_FOUND */
export function updateEvent(context: RequestContext, id: number, input: EventInput): Promise<Event> {
  return context.db.transaction(async (tx) => {
    const event = changesPlace(input) ? await getLockedWithBookings(tx, id) : await tx.getLocked(Event, id);
    rejectIfAny(await changeEvent(tx, event, input));
    await recordChange(tx, 'event.modified', event, by(context));
    if (changesPlace(input)) await moveBookings(context, tx, event);
    return event;
  });
}

/**
 * Deactivates an event and cancels its active bookings. The people who were still to come are told by the account's
 * defaults. A deleted event stays as it is.
 *
 * @throws DomainError NOT_FOUND
 */
export function deleteEvent(context: RequestContext, id: number): Promise<Event> {
  return context.db.transaction(async (tx) => {
    const event = await getLockedWithBookings(tx, id);
    const ongoing = { eventId: id, state: { $in: ongoingStates } };
    const bookings = await tx.list(Booking, ongoing);
    // Before the event is written: this locks coupons and gift cards, and locks come before the first write.
    const cancelled = await cancelBookings(context, tx, bookings);
    if (event.active) {
      event.active = false;
      await recordChange(tx, 'event.deleted', event, by(context));
    }
    const bookingChanges = cancelled.map((booking) => ({ booking }));
    await requestMessagesForAll(context, tx, upcoming(context, bookingChanges));
    return event;
  });
}

function changesPlace({ startsAt, endsAt, resourceId, serviceId }: EventInput): boolean {
  return [startsAt, endsAt, resourceId, serviceId].some((given) => given !== undefined);
}

/**
 * Locks an event and all its bookings. Nobody books the event while it is locked; bookings that were made during the
 * wait for its lock are locked after it.
 *
 * @throws DomainError NOT_FOUND
 */
async function getLockedWithBookings(tx: AccountTransaction, id: number): Promise<Event> {
  const event = await tx.getLocked(Event, id, ...(await locksOfBookings(tx, id)));
  await tx.lock(...(await locksOfBookings(tx, id)));
  return event;
}

async function locksOfBookings(tx: AccountTransaction, eventId: number): Promise<Lock[]> {
  const bookings = await tx.query<{ id: number }>('select id from booking where account_id = $1 and event_id = $2', [
    eventId,
  ]);
  return bookings.map(({ id }) => [Booking, id]);
}

/**
 * Brings the bookings to where the event is now, and tells whoever is still to come; deleted ones stay as they were.
 */
async function moveBookings(context: RequestContext, tx: AccountTransaction, event: Event): Promise<void> {
  const place = placeOf(event);
  const elsewhere = { eventId: event.id, state: { $ne: BookingState.DELETED }, $not: { ...place } };
  const bookings = await tx.list<Booking>(Booking, elsewhere);
  const bookingChanges = bookings.map((booking) => ({ booking, before: { ...booking } }));
  for (const { booking, before } of bookingChanges) {
    Object.assign(booking, place);
    moveReminder(context, before, booking);
  }
  await recordRevision(context, tx, 'booking.modified', ...bookings);
  await requestMessagesForAll(context, tx, upcoming(context, bookingChanges));
}

/** Nobody is told about a booking that is over. */
function upcoming<Step extends { booking: Booking }>(
  { clock }: RequestContext,
  bookingChanges: readonly Step[],
): Step[] {
  const now = clock.now();
  return bookingChanges.filter(({ booking }) => booking.bookedTo > now);
}
