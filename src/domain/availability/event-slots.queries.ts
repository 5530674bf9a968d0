import type { Interval } from '../../platform/time/interval.js';
import { sqlStates } from '../booking-states.js';
import type { RequestContext } from '../context.js';
import type { Service } from '../service/service.entity.js';
import type { Slot } from './slots.rules.js';

interface EventRow {
  eventId: number;
  resourceId: number;
  /** In epoch milliseconds, which may lack the last bit of a fraction. */
  starts: number;
  ends: number;
  capacity: number;
  attendance: number;
}

interface EventSlotRequest {
  bookable: Interval;
  /** All resources if undefined. */
  resourceIds: number[] | undefined;
  /** The most events to read; all of them if undefined. */
  limit: number | undefined;
  /** A booking that moves: its own place counts as free. */
  moving?: { leavingIds: readonly number[]; count: number } | undefined;
}

/**
 * Reads the bookable events of an attendance service as slots, ordered by start (contract, Slots).
 *
 * `active` is compared as a number: without statistics, PostgreSQL would otherwise read all events of the account by
 * `event_place`, the index of active events by place.
 */
export async function readEventSlots(
  context: RequestContext,
  service: Service,
  within: Interval,
  { bookable, resourceIds, limit, moving }: EventSlotRequest,
): Promise<(Slot & { eventId: number })[]> {
  const { db, clock } = context;
  const now = clock.now();
  const earliest = Math.max(within.from, bookable.from);
  const latest = Math.min(within.to - 1, bookable.to);
  const rows = await db.query<EventRow>(
    `select event.id as "eventId", event.resource_id as "resourceId", event.capacity, attendance,
            date_part('epoch', starts_at) * 1000 as starts, date_part('epoch', ends_at) * 1000 as ends
     from event, lateral (
       select coalesce(sum(booking.count), 0)::integer as attendance from booking
       where place_of(booking.account_id, booking.resource_id, booking.event_id)
           = place_of(event.account_id, event.resource_id, event.id)
         and state in (${sqlStates.ongoing}) and booking.id <> all ($9::integer[])
         and is_active_booking(booking.state, booking.expires_at, $5)) as attended
     where account_id = $1 and service_id = $2 and starts_at between $3 and $4 and active::integer = 1 and published
       and (first_booking_at is null or first_booking_at <= $5) and (last_booking_at is null or last_booking_at >= $5)
       and ($6::integer[] is null or resource_id = any ($6::integer[])) and capacity - attendance >= $7
     order by starts_at, id
     limit $8`,
    [
      ...[service.id, new Date(earliest), new Date(latest), now],
      ...[resourceIds ?? null, moving?.count ?? service.bookingMinimum ?? 1, limit ?? null, moving?.leavingIds ?? []],
    ],
  );
  return rows.map(({ eventId, resourceId, starts, ends, capacity, attendance }) => ({
    eventId,
    from: Math.round(starts),
    to: Math.round(ends),
    free: capacity - attendance,
    maximumCapacity: capacity,
    resourceIds: [resourceId],
  }));
}
