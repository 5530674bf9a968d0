import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { invalid, requireResult } from '../../platform/errors.js';
import { Booking } from '../booking/booking.entity.js';
import type { BookingInput, CreateOptions } from '../booking/booking.input.js';
import { placeNewBookings, saveNewBookings } from '../booking/placing/create-bookings.actions.js';
import { isRetryableConflict } from '../booking/states/booking-revision.actions.js';
import { ongoingStates } from '../booking-states.js';
import { changedBy, type RequestContext } from '../context.js';
import { prepareNewEvent } from '../event/event.actions.js';
import { Event, type EventInput } from '../event/event.entity.js';
import { type LeftOutInterval, Recurrence } from './recurrence.entity.js';
import type { LeftOutDateInput } from './recurrence.input.js';
import { getRecurrence } from './recurrence.queries.js';
import { bookingAt, eventAt, optionsOf } from './template.rules.js';

/**
 * Books a date that a series of bookings left out, with the same checks as any new booking. The date then is one of the
 * series, and no longer one that was left out.
 *
 * @param input what differs from the other bookings of the series, such as the resource
 * @throws DomainError INVALID on `from`, on `collectionId` if all of the series was cancelled, and as `createBooking`; NOT_FOUND
 */
export function addLeftOutBooking(
  context: RequestContext,
  collectionId: string,
  date: LeftOutDateInput,
  input: BookingInput,
  options: CreateOptions,
): Promise<Booking> {
  const add = async (tx: AccountTransaction): Promise<Booking> => {
    const { recurrence, leftOut } = await lockLeftOut(context, tx, 'booking', collectionId, date);
    const { booking: template } = recurrence;
    if (!template) throw new Error(`the recurrence ${recurrence.id} has no template of bookings`);
    const own = bookingAt(template, leftOut, context.zone);
    const isSameService = (input.serviceId ?? own.serviceId) === own.serviceId;
    const creation = isSameService ? { ...optionsOf(template), ...options } : options;
    const placed = requireResult(await placeNewBookings(context, tx, [{ ...own, ...input }], creation));
    placed.booking.collectionId = recurrence.collectionId;
    await saveNewBookings(context, tx, [placed]);
    await removeLeftOut(context, tx, recurrence, leftOut);
    return placed.booking;
  };
  return context.db.transaction(add, { isRetryable: isRetryableConflict });
}

/**
 * Adds a date that a series of events left out, like `addLeftOutBooking`.
 *
 * @throws DomainError INVALID on `from`, on `collectionId` if all of the series was deleted, and as `createEvent`; NOT_FOUND
 */
export function addLeftOutEvent(
  context: RequestContext,
  collectionId: string,
  date: LeftOutDateInput,
  input: EventInput,
): Promise<Event> {
  return context.db.transaction(async (tx) => {
    const { recurrence, leftOut } = await lockLeftOut(context, tx, 'event', collectionId, date);
    const { event: template } = recurrence;
    if (!template) throw new Error(`the recurrence ${recurrence.id} has no template of events`);
    const own = eventAt(template, leftOut, context.zone);
    const event = await prepareNewEvent(context, tx, { ...own, ...input });
    event.collectionId = recurrence.collectionId;
    await recordChange(tx, 'event.created', event, changedBy(context));
    await removeLeftOut(context, tx, recurrence, leftOut);
    return event;
  });
}

/** Locks the series, so that of two requests for the same date only one adds it. */
async function lockLeftOut(
  context: RequestContext,
  tx: AccountTransaction,
  kind: 'booking' | 'event',
  collectionId: string,
  { from }: LeftOutDateInput,
): Promise<{ recurrence: Recurrence; leftOut: LeftOutInterval }> {
  const { id } = await getRecurrence(context, kind, collectionId);
  const recurrence = await tx.getLocked(Recurrence, id);
  const leftOut = recurrence.leftOut.find((date) => date.from === from.getTime());
  if (!leftOut) throw invalid({ from: ['is not a date that was left out'] });
  if (await isEnded(tx, kind, collectionId)) throw invalid({ collectionId: ['has ended'] });
  return { recurrence, leftOut };
}

/** Whether all bookings or events of a series were cancelled or deleted. */
async function isEnded(tx: AccountTransaction, kind: 'booking' | 'event', collectionId: string): Promise<boolean> {
  const [all, left] =
    kind === 'booking'
      ? [
          await tx.count(Booking, { collectionId }),
          await tx.count(Booking, { collectionId, state: { $in: [...ongoingStates] } }),
        ]
      : [await tx.count(Event, { collectionId }), await tx.count(Event, { collectionId, active: true })];
  return all > 0 && left === 0;
}

async function removeLeftOut(
  { clock }: RequestContext,
  tx: AccountTransaction,
  recurrence: Recurrence,
  added: LeftOutInterval,
): Promise<void> {
  recurrence.leftOut = recurrence.leftOut.filter((date) => date !== added);
  await tx.save(recurrence, clock.now());
}
