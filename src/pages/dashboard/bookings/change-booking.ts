import { execute } from '../graphql/client.js';
import type { Operation } from '../graphql/operation.js';
import type { BookingInput, BookingStatus } from '../graphql/schema.types.js';
import { ServerError } from '../graphql/server-error.js';
import type { BookingAction } from './booking.rules.js';
import {
  type BookingDetailsFragment,
  booking as bookingById,
  cancelBooking,
  confirmBooking,
  declineBooking,
  setBookingStatus,
  updateBooking,
} from './bookings.operations.js';
import type { Booking } from './live.js';

type Change = Operation<{ booking: BookingDetailsFragment | null }, { id: number; ifRevision: number }>;

const transitions: Partial<Record<BookingAction, Change>> = {
  confirm: confirmBooking,
  decline: declineBooking,
  cancel: cancelBooking,
};

/**
 * Executes an action, unless the booking was changed since it was read.
 *
 * @returns the changed booking
 * @throws ServerError PRECONDITION_FAILED
 */
export async function act({ id, revisionCount: ifRevision }: Booking, action: BookingAction): Promise<Booking> {
  const transition = transitions[action];
  if (transition) return required(await execute(transition, { id, ifRevision }));
  const status = action === 'clear' ? null : (action as BookingStatus);
  return required(await execute(setBookingStatus, { id, ifRevision, status }));
}

/** Changes attributes, unless the booking was changed since it was read. @throws ServerError PRECONDITION_FAILED */
export async function change(
  { id, revisionCount: ifRevision }: Booking,
  input: BookingInput,
  { ignoreExternalBusy = false } = {},
): Promise<Booking> {
  return required(await execute(updateBooking, { id, ifRevision, input, ignoreExternalBusy }));
}

/** Whether a booking was refused only because another calendar has an entry at its time, so that the user may decide. */
export function isBusyElsewhere(error: unknown): error is ServerError {
  return error instanceof ServerError && error.of('resourceId')?.startsWith('is busy in another calendar') === true;
}

/** Reads a booking as it is now. */
export async function readBooking(id: number): Promise<Booking> {
  return required(await execute(bookingById, { id }));
}

function required({ booking }: { booking: Booking | null }): Booking {
  if (!booking) throw new ServerError('NOT_FOUND', 'The booking does not exist any more.');
  return booking;
}
