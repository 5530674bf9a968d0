import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid, type Outcome } from '../../../platform/errors.js';
import type { RequestContext } from '../../context.js';
import type { Booking } from '../booking.entity.js';
import type { BookingInput, WriteOptions } from '../booking.input.js';
import type { MessageChoice } from '../messages/message-choice.input.js';
import { type DecidedUpdate, decideUpdates, saveUpdates } from '../placing/update-bookings.actions.js';
import { isRetryableConflict } from '../states/booking-revision.actions.js';
import { decideCancellations, saveCancellations } from '../states/booking-state.actions.js';
import { isActive } from '../states/booking-state.rules.js';
import type { VisitItemMoveInput, VisitMoveInput } from './visit.input.js';
import { lockVisit, toVisit } from './visit.queries.js';
import { requireItems } from './visit-errors.rules.js';

/** The requested change of one booking of a visit. */
interface ItemUpdate {
  id: number;
  input: BookingInput;
  resources?: VisitItemMoveInput['resources'];
}

/**
 * Moves the bookings of a visit in one transaction, by the rules of `updateBooking`: each may take the place that another
 * leaves.
 *
 * @throws DomainError NOT_FOUND; INVALID on `bookedFrom`, `items` and `state`, and with the errors of the bookings that cannot
 *   move: by their places in `items`, or in the visit if it moves as a whole
 */
export function moveVisit(
  context: RequestContext,
  id: number,
  move: VisitMoveInput,
  options: WriteOptions,
): Promise<void> {
  const write = async (tx: AccountTransaction): Promise<void> => {
    const bookings = await lockVisit(tx, id);
    const updates = move.items ? toItemUpdates(bookings, move, move.items) : toShift(context, id, bookings, move);
    await saveUpdates(context, tx, requireItems(await decideItems(context, tx, updates, options)));
  };
  return context.db.transaction(write, { isRetryable: isRetryableConflict });
}

/** Decides on the updates of bookings of the visit. Those of others are refused as unknown. */
async function decideItems(
  context: RequestContext,
  tx: AccountTransaction,
  updates: readonly (ItemUpdate | undefined)[],
  options: WriteOptions,
): Promise<Outcome<DecidedUpdate>[]> {
  const known = updates.flatMap((update) => update ?? []);
  const decided = await decideUpdates(context, tx, known, { ...options, movesTogether: true, leavesRoom: true });
  return updates.flatMap((update) => (update ? (decided.shift() ?? []) : { error: unknownItem() }));
}

function unknownItem() {
  return invalid({ id: ['does not exist'] });
}

function toItemUpdates(
  bookings: readonly Booking[],
  { bookedFrom }: VisitMoveInput,
  items: readonly VisitItemMoveInput[],
): (ItemUpdate | undefined)[] {
  if (bookedFrom) throw invalid({ items: ["can't be combined with booked_from"] });
  const ids = items.map(({ id }) => id);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== undefined) throw invalid({ items: [`must not contain the booking ${duplicate} twice`] });
  return items.map(({ id, resources, ...place }) => {
    const booking = bookings.find((one) => one.id === id);
    return booking && { id, input: keepLength(booking, place), resources };
  });
}

/** Adds the end if only the start is given. */
function keepLength(
  { bookedFrom, bookedTo }: Booking,
  place: Omit<VisitItemMoveInput, 'id' | 'resources'>,
): BookingInput {
  if (!place.bookedFrom || place.bookedTo) return place;
  return { ...place, bookedTo: new Date(place.bookedFrom.getTime() + bookedTo.getTime() - bookedFrom.getTime()) };
}

/** Moves all active bookings by the same time. Without a new start, none moves. */
function toShift(
  context: RequestContext,
  id: number,
  bookings: readonly Booking[],
  { bookedFrom }: VisitMoveInput,
): ItemUpdate[] {
  if (bookedFrom === undefined) return [];
  if (bookedFrom === null) throw invalid({ bookedFrom: ["can't be blank"] });
  return shiftTo(context, id, requireActive(context, bookings), bookedFrom);
}

/** Returns the update of each booking with which all move by the same time, and the first begins at `bookedFrom`. */
export function shiftTo(
  context: RequestContext,
  id: number,
  active: readonly Booking[],
  bookedFrom: Date,
): ItemUpdate[] {
  const shift = bookedFrom.getTime() - toVisit(context, id, active).bookedFrom.getTime();
  const moved = (instant: Date): Date => new Date(instant.getTime() + shift);
  return active.map((booking) => ({
    id: booking.id,
    input: { bookedFrom: moved(booking.bookedFrom), bookedTo: moved(booking.bookedTo) },
  }));
}

/** @throws DomainError INVALID on `state` if no booking is active */
function requireActive({ clock }: RequestContext, bookings: readonly Booking[]): Booking[] {
  const now = clock.now();
  const active = bookings.filter((booking) => isActive(booking, now));
  if (active.length === 0) throw invalid({ state: ['needs an active booking'] });
  return active;
}

/**
 * Cancels the active bookings of a visit, in one transaction.
 *
 * @throws DomainError NOT_FOUND; INVALID on `state` if none is active
 */
export function cancelVisit(context: RequestContext, id: number, messages: MessageChoice): Promise<void> {
  return context.db.transaction(async (tx) => {
    const active = requireActive(context, await lockVisit(tx, id));
    const ids = active.map((booking) => booking.id);
    const decided = requireItems(await decideCancellations(context, tx, ids));
    await saveCancellations(context, tx, decided, messages);
  });
}
