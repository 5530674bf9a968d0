import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { recordOfJson } from '../../../platform/database/columns.js';
import { invalid } from '../../../platform/errors.js';
import { type BulkCall, executeBulk } from '../../bulk/bulk.actions.js';
import type { BulkAnswer } from '../../bulk/bulk.type.js';
import type { RequestContext } from '../../context.js';
import { Booking } from '../booking.entity.js';
import type { CreateOptions, WriteOptions } from '../booking.input.js';
import { placeNewBookings, saveNewBookings } from '../placing/create-bookings.actions.js';
import { decideUpdates, saveUpdates } from '../placing/update-bookings.actions.js';
import { isRetryableConflict } from '../states/booking-revision.actions.js';
import { decideCancellations, saveCancellations } from '../states/booking-state.actions.js';
import type {
  CancelBookingsArguments,
  CreateBookingsArguments,
  UpdateBookingsArguments,
} from './bulk-bookings.input.js';

/** A bulk mutation of bookings. */
interface BookingBulkCall<Item, Decision>
  extends Omit<BulkCall<Item, Decision, Booking>, 'save' | 'restore' | 'isRetryable'> {
  /** Writes decided items. */
  write(context: RequestContext, tx: AccountTransaction, decisions: readonly Decision[]): Promise<unknown>;
  /** Returns the booking that a decision writes. */
  bookingOf(decision: Decision): Booking;
}

/** Executes a bulk mutation of bookings as `executeBulk` does. The result of an item is its booking as it was written. */
export function executeBookingBulk<Item, Decision>(
  context: RequestContext,
  { write, bookingOf, ...call }: BookingBulkCall<Item, Decision>,
): Promise<BulkAnswer<Booking>> {
  return executeBulk<Item, Decision, Booking>(context, {
    ...call,
    isRetryable: isRetryableConflict,
    restore: (row) => recordOfJson(Booking, row),
    save: async (within, tx, decisions) => {
      await write(within, tx, decisions);
      return readBookings(tx, decisions.map(bookingOf));
    },
  });
}

/** Reads written bookings as rows without secrets, which can be stored as the answer to an idempotency key. */
async function readBookings(tx: AccountTransaction, written: readonly Booking[]): Promise<Booking[]> {
  const rows = await Promise.all(written.map(({ id }) => tx.load(Booking, id)));
  return rows.flatMap((row) =>
    row
      ? [{ ...row, verificationRecipient: null, unverifiedAttributes: null, chosenMessages: null, assignment: null }]
      : [],
  );
}

type Answer = Promise<BulkAnswer<Booking>>;

/** Creates many bookings by the rules of `createBooking`, each after those before it. */
export function createBookings(
  context: RequestContext,
  { items, mode, idempotencyKey }: CreateBookingsArguments,
  options: CreateOptions,
): Answer {
  return executeBookingBulk(context, {
    ...{ operation: 'createBookings', items, options, mode, idempotencyKey },
    decide: (within, tx, inputs) => placeNewBookings(within, tx, inputs, options),
    write: saveNewBookings,
    bookingOf: ({ booking }) => booking,
  });
}

/**
 * Updates many bookings by the rules of `updateBooking`, each after those before it.
 *
 * @throws DomainError INVALID on `items` if a booking occurs twice
 */
export function updateBookings(
  context: RequestContext,
  { items, mode, idempotencyKey }: UpdateBookingsArguments,
  options: WriteOptions,
): Answer {
  rejectDuplicates(
    context,
    items.map(({ id }) => id),
  );
  return executeBookingBulk(context, {
    ...{ operation: 'updateBookings', items, options, mode, idempotencyKey },
    decide: (within, tx, updates) => decideUpdates(within, tx, updates, options),
    write: saveUpdates,
    bookingOf: ({ booking }) => booking,
  });
}

/**
 * Cancels many bookings by the rules of `cancelBooking`.
 *
 * @throws DomainError INVALID on `items` if a booking occurs twice
 */
export function cancelBookingsInBulk(
  context: RequestContext,
  { items, messages, mode, idempotencyKey }: CancelBookingsArguments,
): Answer {
  rejectDuplicates(context, items);
  return executeBookingBulk(context, {
    ...{ operation: 'cancelBookings', items, options: { messages }, mode, idempotencyKey },
    decide: decideCancellations,
    write: (within, tx, bookings) => saveCancellations(within, tx, bookings, messages),
    bookingOf: (booking) => booking,
  });
}

function rejectDuplicates({ refusedItems }: RequestContext, given: readonly number[]): void {
  const ids = given.filter((_, index) => !refusedItems?.has(index));
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== undefined) throw invalid({ items: [`must not contain the booking ${duplicate} twice`] });
}
