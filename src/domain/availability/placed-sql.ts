import { sqlStates } from '../booking-states.js';

/** SQL expressions for the look-up of places. */
interface PlacedColumns {
  accountId: string;
  resourceId: string;
  /** The period in which a place occupies the resource, with its buffers. */
  from: string;
  to: string;
  /** Holds that expire later count. */
  now: string;
}

/**
 * Returns a query for the places of active bookings on a resource. They occupy it like bookings without needs: every
 * statement that looks up these by place also reads this query, if the account has needs (`hasNeeds`), and then leaves out
 * the bookings with places.
 */
export function placedSql({ accountId, resourceId, from, to, now }: PlacedColumns): string {
  return `select booking.id, booking.service_id, placed.starts_at, placed.ends_at, placed.buffer_before,
      placed.buffer_after, placed.count
    from booking_place placed
      join booking on booking.account_id = placed.account_id and booking.id = placed.booking_id
    where place_of(placed.account_id, placed.resource_id, null) = place_of(${accountId}, ${resourceId}, null)
      and occupied_time(placed.starts_at, placed.ends_at, placed.buffer_before, placed.buffer_after)
        && tstzrange(${from}, ${to})
      and booking.state in (${sqlStates.ongoing}) and booking.has_places
      and is_active_booking(booking.state, booking.expires_at, ${now})`;
}

/**
 * Returns an SQL condition: whether a booking has a place on one of some resources. A booking without places takes its own
 * resource alone.
 *
 * @param booking the alias of the booking
 * @param resources an expression of type integer[]
 */
export function hasPlaceOn(booking: string, resources: string): string {
  return `(${booking}.has_places and exists (select from booking_place placed
    where placed.account_id = ${booking}.account_id and placed.booking_id = ${booking}.id
      and placed.resource_id = any (${resources})))`;
}
