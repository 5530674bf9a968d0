import { recordChange } from '../../outbox/change-log.js';
import { Booking, BookingState } from '../booking/booking.entity.js';
import type { CreateOptions, NewBookingInput } from '../booking/booking.input.js';
import type { MessageChoice } from '../booking/messages/message-choice.input.js';
import { requestMessages } from '../booking/messages/request-messages.actions.js';
import { placeNewBookings, saveNewBookings } from '../booking/placing/create-bookings.actions.js';
import { isRetryableConflict } from '../booking/states/booking-revision.actions.js';
import { enterStates } from '../booking/states/booking-state.actions.js';
import { canTransition, isActive } from '../booking/states/booking-state.rules.js';
import { requireResult } from '../bulk/outcome.js';
import { changedBy, type RequestContext } from '../context.js';
import { couponLocks } from '../coupon/coupon-use.actions.js';
import { saveBookingPeople } from '../person/booking-person.actions.js';
import { buildRecurrence, stopRecurrence } from './recurrence.actions.js';
import { getRecurrence } from './recurrence.queries.js';
import type { Pattern } from './recurrence.rules.js';
import { toStoredInput } from './template.rules.js';

/**
 * Creates the first booking of a pattern; a job creates the others (spec, Recurring bookings). All of them get the resource
 * and person of the first.
 *
 * @returns the id of their collection
 * @throws DomainError INVALID as `createBooking`, and on `collectionId` for the pattern
 */
export function createRecurringBookings(
  context: RequestContext,
  input: NewBookingInput,
  options: CreateOptions,
  pattern: Pattern,
): Promise<string> {
  return context.db.transaction(
    async (tx) => {
      const placed = requireResult(await placeNewBookings(context, tx, [input], options));
      const { booking, found } = placed;
      const { bookedFrom, bookedTo, resourceId } = booking;
      const first = { from: bookedFrom.getTime(), to: bookedTo.getTime() };
      const { recurrence, keepsFirst } = buildRecurrence(context, tx, pattern, first);
      booking.collectionId = recurrence.collectionId;
      if (keepsFirst) await saveNewBookings(context, tx, [placed]);
      else await saveBookingPeople(context, tx, [found]);
      const { personAttributes, couponCode, ...attributes } = input;
      const { couponId } = booking;
      const shared = { ...attributes, bookedFrom, bookedTo, resourceId, couponId, personId: found.person?.id ?? null };
      recurrence.booking = { input: toStoredInput(shared), options };
      await recordChange(tx, 'recurrence.created', recurrence, changedBy(context));
      return recurrence.collectionId;
    },
    { isRetryable: isRetryableConflict },
  );
}

/** Cancels the active bookings of a collection and stops its recurrence. @throws DomainError NOT_FOUND */
export function cancelRecurringBookings(
  context: RequestContext,
  collectionId: string,
  messages: MessageChoice,
): Promise<string> {
  return endBookings(context, collectionId, 'cancel', messages);
}

/** Deletes all bookings of a collection and stops its recurrence. @throws DomainError NOT_FOUND */
export function deleteRecurringBookings(
  context: RequestContext,
  collectionId: string,
  messages: MessageChoice,
): Promise<string> {
  return endBookings(context, collectionId, 'delete', messages);
}

const endings = {
  cancel: { state: BookingState.CANCELLED, change: 'booking.cancelled' },
  delete: { state: BookingState.DELETED, change: 'booking.deleted' },
} as const;

async function endBookings(
  context: RequestContext,
  collectionId: string,
  ending: keyof typeof endings,
  messages: MessageChoice,
): Promise<string> {
  const { id } = await getRecurrence(context, 'booking', collectionId);
  await stopRecurrence(context, id);
  let last: number | undefined = 0;
  while (last !== undefined) last = await endBatch(context, collectionId, ending, messages, last);
  return collectionId;
}

/** Bookings per transaction. */
const batchSize = 100;

/** @returns the id of the last booking of the batch; undefined if there are no more */
function endBatch(
  context: RequestContext,
  collectionId: string,
  ending: keyof typeof endings,
  messages: MessageChoice,
  after: number,
): Promise<number | undefined> {
  return context.db.transaction(async (tx) => {
    const rows = await tx.rows(
      Booking,
      { collectionId, id: { $gt: after }, state: { $ne: BookingState.DELETED } },
      { orderBy: { id: 'asc' }, limit: batchSize },
    );
    const ids = rows.map(({ id }) => id);
    const coupons = couponLocks(...new Set(rows.map(({ couponId }) => couponId)));
    const found = await tx.listLocked(Booking, ids, ...coupons);
    const now = context.clock.now();
    const bookings = found.filter((booking) => canTransition(ending, booking, now));
    const active = bookings.filter((booking) => isActive(booking, now));
    const steps = bookings.map((booking) => ({ booking, ...endings[ending] }));
    await enterStates(context, tx, steps);
    await requestMessages(
      context,
      tx,
      active.map((booking) => ({ booking })),
      messages,
    );
    return ids.at(-1);
  });
}
