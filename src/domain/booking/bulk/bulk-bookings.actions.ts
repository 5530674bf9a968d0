import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Row } from '../../../platform/database/rows.js';
import { invalid } from '../../../platform/errors.js';
import { executeBulk } from '../../bulk/bulk.actions.js';
import type { BulkAnswer } from '../../bulk/bulk.type.js';
import type { RequestContext } from '../../context.js';
import { saveNewBookings } from '../booking.actions.js';
import { Booking } from '../booking.entity.js';
import type { CreateOptions, WriteOptions } from '../booking.input.js';
import { placeNewBookings } from '../booking-batch.actions.js';
import { isRetryableConflict } from '../booking-revision.actions.js';
import { decideCancellations, saveCancellations } from '../booking-state.actions.js';
import { saveUpdates } from '../booking-update.actions.js';
import type {
  CancelBookingsArguments,
  CreateBookingsArguments,
  UpdateBookingsArguments,
} from './bulk-bookings.input.js';
import { decideUpdates } from './decide-updates.actions.js';

type Answer = Promise<BulkAnswer<Row<Booking>>>;

/** Creates many bookings by the rules of `createBooking`, each after those before it. */
export function createBookings(
  context: RequestContext,
  { items, mode, idempotencyKey }: CreateBookingsArguments,
  options: CreateOptions,
): Answer {
  return executeBulk(context, {
    ...{ operation: 'createBookings', items, options, mode, idempotencyKey, isRetryable: isRetryableConflict },
    decide: (within, tx, inputs) => placeNewBookings(within, tx, inputs, options),
    save: async (within, tx, placed) => {
      await saveNewBookings(within, tx, placed);
      return readBookings(tx, placed);
    },
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
  rejectDuplicates(items.map(({ id }) => id));
  return executeBulk(context, {
    ...{ operation: 'updateBookings', items, options, mode, idempotencyKey, isRetryable: isRetryableConflict },
    decide: (within, tx, updates) => decideUpdates(within, tx, updates, options),
    save: async (within, tx, updates) => {
      await saveUpdates(within, tx, updates);
      return readBookings(tx, updates);
    },
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
  rejectDuplicates(items);
  return executeBulk(context, {
    ...{ operation: 'cancelBookings', items, options: { messages }, mode, idempotencyKey },
    isRetryable: isRetryableConflict,
    decide: decideCancellations,
    save: async (within, tx, bookings) => {
      await saveCancellations(within, tx, bookings, messages);
      return readBookings(
        tx,
        bookings.map((booking) => ({ booking })),
      );
    },
  });
}

function rejectDuplicates(ids: readonly number[]): void {
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== undefined) throw invalid({ items: [`must not contain the booking ${duplicate} twice`] });
}

/** Reads written bookings as rows without secrets, which can be stored as the answer to an idempotency key. */
export async function readBookings(
  tx: AccountTransaction,
  written: readonly { booking: Booking }[],
): Promise<Row<Booking>[]> {
  const rows = await Promise.all(written.map(({ booking }) => tx.load(Booking, booking.id)));
  return rows.flatMap((row) =>
    row ? [{ ...row, verificationRecipient: null, unverifiedAttributes: null, chosenMessages: null }] : [],
  );
}
