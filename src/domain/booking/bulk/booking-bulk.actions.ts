import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { recordOfJson } from '../../../platform/database/columns.js';
import { type BulkCall, executeBulk } from '../../bulk/bulk.actions.js';
import type { BulkAnswer } from '../../bulk/bulk.type.js';
import type { RequestContext } from '../../context.js';
import { Booking } from '../booking.entity.js';
import { isRetryableConflict } from '../states/booking-revision.actions.js';

/** A bulk mutation of bookings. */
export interface BookingBulkCall<Item, Decision>
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
    row ? [{ ...row, verificationRecipient: null, unverifiedAttributes: null, chosenMessages: null }] : [],
  );
}
