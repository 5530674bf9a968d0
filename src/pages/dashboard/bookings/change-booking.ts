import { wallTime } from '../format.js';
import { execute } from '../graphql/client.js';
import type { Operation } from '../graphql/operation.js';
import type { BookingInput, BookingStatus, MessageChoice, NeedResourcesInput } from '../graphql/schema.types.js';
import { ServerError } from '../graphql/server-error.js';
import { t } from '../texts.js';
import type { BookingAction } from './booking.rules.js';
import {
  type BookingDetailsFragment,
  booking as bookingById,
  cancelBooking,
  confirmBooking,
  createPersonOfBooking,
  declineBooking,
  setBookingStatus,
  updateBooking,
} from './bookings.operations.js';
import type { Booking } from './live.js';

type Transition = Operation<
  { booking: BookingDetailsFragment | null },
  { id: number; ifRevision: number; messages: MessageChoice }
>;

const transitions: Partial<Record<BookingAction, Transition>> = {
  confirm: confirmBooking,
  decline: declineBooking,
  cancel: cancelBooking,
};

/**
 * Executes an action, unless the booking was changed since it was read.
 *
 * @param messages those to send. By default those of the settings of the account
 * @returns the changed booking
 * @throws ServerError PRECONDITION_FAILED
 */
export async function act(booking: Booking, action: BookingAction, messages: MessageChoice = {}): Promise<Booking> {
  const { id, revisionCount: ifRevision } = booking;
  const transition = transitions[action];
  if (transition) return required(await execute(transition, { id, ifRevision, messages }));
  return setStatus(booking, action === 'clear' ? null : (action as BookingStatus));
}

/** Sets the status, unless the booking was changed since it was read. @throws ServerError PRECONDITION_FAILED */
export async function setStatus(
  { id, revisionCount: ifRevision }: Booking,
  status: BookingStatus | null,
): Promise<Booking> {
  return required(await execute(setBookingStatus, { id, ifRevision, status }));
}

interface ChangeOptions {
  ignoreExternalBusy?: boolean;
  messages?: MessageChoice;
  /** The resources by the needs of the service. By default the booking keeps those that it has, as far as they are free. */
  resources?: NeedResourcesInput[] | undefined;
}

/** Changes attributes, unless the booking was changed since it was read. @throws ServerError PRECONDITION_FAILED */
export async function change(
  { id, revisionCount: ifRevision }: Booking,
  input: BookingInput,
  { ignoreExternalBusy = false, messages = {}, resources }: ChangeOptions = {},
): Promise<Booking> {
  const named = resources && resources.length > 0 ? { resources } : {};
  return required(await execute(updateBooking, { id, ifRevision, input, ignoreExternalBusy, messages, ...named }));
}

/**
 * Makes the one for whom somebody booked a person of its own, or takes one whom that person may book for.
 *
 * @param known the birthday of the new person, or the id of the other
 * @throws ServerError PRECONDITION_FAILED
 */
export async function createPerson(
  { id, revisionCount: ifRevision }: Booking,
  known: { personId: number } | { dateOfBirth: string | null },
): Promise<Booking> {
  return required(await execute(createPersonOfBooking, { id, ifRevision, ...known }));
}

/** The place of a booking, with which a later change puts it back. */
export function placeOf({ bookedFrom, bookedTo, resourceId, eventId }: Booking): BookingInput {
  if (eventId !== null) return {};
  return { bookedFrom: wallTime(bookedFrom), bookedTo: wallTime(bookedTo), resourceId };
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
  if (!booking) throw new ServerError('NOT_FOUND', t.bookings.gone);
  return booking;
}
