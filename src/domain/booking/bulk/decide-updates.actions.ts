import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Lock } from '../../../platform/database/locks.js';
import type { Row } from '../../../platform/database/rows.js';
import { mapOneByOne } from '../../../platform/in-turns.js';
import { epochOf } from '../../../platform/time/instant-input.js';
import type { RequestContext } from '../../context.js';
import type { Outcome } from '../../outcome.js';
import { Booking } from '../booking.entity.js';
import { placeAttributes } from '../booking.rules.js';
import { type BatchItem, BookingBatch, peopleOf } from '../booking-batch.actions.js';
import { placeLocks } from '../booking-lock.actions.js';
import { type DecidedUpdate, decideUpdate, type UpdateOptions } from '../booking-update.actions.js';
import type { BatchPlace } from '../placement-batch.queries.js';
import type { BookingUpdate } from './bulk-bookings.input.js';

export interface BatchUpdateOptions extends UpdateOptions {
  /** Whether the bookings leave their places before the first is decided, so that each can take that of another. */
  movesTogether?: boolean;
}

/** Decides on updates of different bookings in their order, without writing them. */
export async function decideUpdates(
  context: RequestContext,
  tx: AccountTransaction,
  updates: readonly BookingUpdate[],
  options: BatchUpdateOptions,
): Promise<Outcome<DecidedUpdate>[]> {
  const ids = updates.map(({ id }) => id);
  const rows = await readRows(tx, ids);
  const items = updates.map((update) => toBatchItem(context, update, rows.get(update.id), options));
  const holds = [...rows.values()].flatMap((row): Lock[] => placeLocks(row));
  const batch = await BookingBatch.open(context, tx, items, ids, holds);
  if (options.movesTogether) batch.release(ids);
  return mapOneByOne(updates, ({ id, input }) =>
    batch.attempt(() => decideUpdate(context, tx, id, input, options, batch.reads)),
  );
}

/** Reads bookings before they are locked, to find out what to lock with them. */
async function readRows(tx: AccountTransaction, ids: readonly number[]): Promise<Map<number, Row<Booking>>> {
  const rows = await tx.rows(Booking, { id: { $in: [...ids] } });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the reads and locks of an update, derived from the row that was read before the locks. */
function toBatchItem(
  context: RequestContext,
  { input }: BookingUpdate,
  row: Row<Booking> | undefined,
  options: UpdateOptions,
): BatchItem {
  const people = peopleOf(context, input);
  const { couponCode } = input;
  if (!row) return { place: undefined, couponIds: [], couponCode, ...people };
  const isMoved = [...placeAttributes, 'eventId' as const, 'count' as const].some((name) => input[name] !== undefined);
  const coupons = input.couponId === undefined ? [row.couponId] : [row.couponId, input.couponId];
  const current = input.personId === undefined && input.personAttributes ? row.personId : null;
  return {
    place: isMoved ? placeOf(row, input, options) : undefined,
    couponIds: coupons.flatMap((id) => id ?? []),
    couponCode,
    ...people,
    personIds: [...people.personIds, ...(current === null ? [] : [current])],
    changedPersonId: current ?? people.changedPersonId,
  };
}

function placeOf(row: Row<Booking>, input: BookingUpdate['input'], { needsHours = false }: UpdateOptions): BatchPlace {
  const { eventId = row.eventId, serviceId = row.serviceId } = input;
  return {
    eventId,
    serviceId,
    resourceId: input.resourceId ?? row.resourceId,
    bookedFrom: input.bookedFrom ?? new Date(epochOf(row.bookedFrom)),
    bookedTo: input.bookedTo ?? new Date(epochOf(row.bookedTo)),
    bookingId: row.id,
    needsHours: needsHours || input.publicBooking === true,
  };
}
