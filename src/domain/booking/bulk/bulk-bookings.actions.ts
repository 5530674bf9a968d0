import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { recordOfJson } from '../../../platform/database/columns.js';
import { invalid } from '../../../platform/errors.js';
import { type BulkCall, executeBulk } from '../../bulk/bulk.actions.js';
import type { BulkAnswer } from '../../bulk/bulk.type.js';
import type { RequestContext } from '../../context.js';
import { Booking } from '../booking.entity.js';
import type { CreateOptions, WriteOptions } from '../booking.input.js';
import { placeNewBookings, saveNewBookings } from '../placing/create-bookings.actions.js';
import { type DecidedUpdate, decideUpdates, saveUpdates } from '../placing/update-bookings.actions.js';
import { isRetryableConflict } from '../states/booking-revision.actions.js';
import { decideCancellations, saveCancellations } from '../states/booking-state.actions.js';
import type {
  CancelBookingsArguments,
  CreateBookingsArguments,
  UpdateBookingsArguments,
} from './bulk-bookings.input.js';

type BookingBulkCall<Item, Decision> = Omit<BulkCall<Item, Decision, Booking>, 'store' | 'restore' | 'isRetryable'>;

/** Executes a bulk mutation of bookings as `executeBulk` does. The result of an item is its booking as it was written. */
export function executeBookingBulk<Item, Decision>(
  context: RequestContext,
  call: BookingBulkCall<Item, Decision>,
): Promise<BulkAnswer<Booking>> {
  return executeBulk<Item, Decision, Booking>(context, {
    ...call,
    isRetryable: isRetryableConflict,
    store: withoutSecrets,
    restore: (row) => recordOfJson(Booking, row),
  });
}

function withoutSecrets({ places, ...booking }: Booking): Booking {
  const secrets = { verificationRecipient: null, unverifiedAttributes: null, chosenMessages: null, assignment: null };
  return { ...booking, ...secrets };
}

/** Reads changed bookings again: the database may have changed the form of their values. */
function readChanged(tx: AccountTransaction, bookings: readonly Booking[]): Promise<Booking[]> {
  return Promise.all(bookings.map(({ id }) => tx.get(Booking, id)));
}

/** Writes decided updates. Returns their bookings. */
export async function saveAndReadUpdates(
  context: RequestContext,
  tx: AccountTransaction,
  updates: readonly DecidedUpdate[],
): Promise<Booking[]> {
  await saveUpdates(context, tx, updates);
  return readChanged(
    tx,
    updates.map(({ booking }) => booking),
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
    save: saveNewBookings,
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
    save: saveAndReadUpdates,
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
    save: async (within, tx, bookings) => {
      await saveCancellations(within, tx, bookings, messages);
      return readChanged(tx, bookings);
    },
  });
}

function rejectDuplicates({ refusedItems }: RequestContext, given: readonly number[]): void {
  const ids = given.filter((_, index) => !refusedItems?.has(index));
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== undefined) throw invalid({ items: [`must not contain the booking ${duplicate} twice`] });
}
