import type { AccountDatabase } from '../../../platform/database/account-database.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { RequestContext } from '../../context.js';
import type { Booking } from '../booking.entity.js';
import type { BookingPlace } from './booking-place.type.js';
import type { DecidedPlace } from './place.rules.js';

/** Reads the places of those bookings that have some, by the id of the booking. Sends no statement if none has. */
export async function readPlaces(
  reader: Pick<AccountDatabase | AccountTransaction, 'query'>,
  bookings: readonly Pick<Booking, 'id' | 'hasPlaces'>[],
): Promise<Map<number, DecidedPlace[]>> {
  const ids = bookings.flatMap(({ id, hasPlaces }) => (hasPlaces ? [id] : []));
  if (ids.length === 0) return new Map();
  const rows = await reader.query<DecidedPlace & { bookingId: number }>(
    `select booking_id as "bookingId", need_id as "needId", resource_id as "resourceId", starts_at as "bookedFrom",
       ends_at as "bookedTo", buffer_before as "bufferBefore", buffer_after as "bufferAfter", count
     from booking_place where account_id = $1 and booking_id = any ($2::integer[]) order by booking_id, position`,
    [ids],
  );
  return Map.groupBy(rows, ({ bookingId }) => bookingId);
}

/** Reads the places of bookings as they are answered, by the order of their needs, by one statement. */
export async function readPlacesOfBookings(
  { db }: RequestContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, BookingPlace[]>> {
  const places = await db.query<BookingPlace & { bookingId: number }>(
    `select booking_id as "bookingId", need_id as "needId", resource_id as "resourceId", starts_at as "from",
       ends_at as "to", booking_place.count as places
     from booking_place left join service_need need on need.account_id = $1 and need.id = need_id
     where booking_place.account_id = $1 and booking_id = any ($2::integer[])
     order by booking_id, need.position, starts_at, booking_place.position`,
    [ids],
  );
  return Map.groupBy(places, ({ bookingId }) => bookingId);
}

/** A written booking, and how it was before; undefined if it is new. */
interface WrittenBooking {
  booking: Booking;
  before?: Pick<Booking, 'hasPlaces'> | undefined;
}

/**
 * Writes the decided places of written bookings by one statement, without waiting for it. Those that are no longer taken are
 * deleted. Sends none if no booking has or had places.
 */
export function writePlaces(tx: AccountTransaction, written: readonly WrittenBooking[]): void {
  const changed = written.flatMap(({ booking: { id, hasPlaces, places }, before }) =>
    places && (hasPlaces || before?.hasPlaces) ? [{ id, places }] : [],
  );
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ id, places }) =>
    places
      .toSorted((a, b) => a.resourceId - b.resourceId || a.bookedFrom.getTime() - b.bookedFrom.getTime())
      .map((place, index) => ({ ...place, id, position: index + 1 })),
  );
  tx.send(writeStatement, [
    changed.map(({ id }) => id),
    changed.map(({ places }) => places.length),
    JSON.stringify(rows),
  ]);
}

/** A place that stays as it is stays unwritten: the check of the capacity decides only on places that change. */
const writeStatement = `with removed as (
    delete from booking_place using unnest($2::integer[], $3::integer[]) as changed (id, places)
    where account_id = $1 and booking_id = changed.id and position > changed.places)
  insert into booking_place as place (account_id, booking_id, position, need_id, resource_id, starts_at, ends_at,
    buffer_before, buffer_after, count)
  select $1, id, position, "needId", "resourceId", "bookedFrom", "bookedTo", "bufferBefore", "bufferAfter", count
  from jsonb_to_recordset($4::jsonb) as decided (id integer, position integer, "needId" integer, "resourceId" integer,
    "bookedFrom" timestamptz, "bookedTo" timestamptz, "bufferBefore" integer, "bufferAfter" integer, count integer)
  on conflict (account_id, booking_id, position) do update
    set need_id = excluded.need_id, resource_id = excluded.resource_id, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, buffer_before = excluded.buffer_before, buffer_after = excluded.buffer_after,
      count = excluded.count
    where (place.need_id, place.resource_id, place.starts_at, place.ends_at, place.buffer_before, place.buffer_after,
        place.count) is distinct from (excluded.need_id, excluded.resource_id, excluded.starts_at, excluded.ends_at,
        excluded.buffer_before, excluded.buffer_after, excluded.count)`;
