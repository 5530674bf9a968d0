import type { RequestContext } from '../../context.js';
import type { BookingPlace } from './booking-place.type.js';

/** Reads the places of bookings, each in their order, by one statement. */
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
