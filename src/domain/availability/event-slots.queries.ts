import { integerArray, type Row } from '../../platform/database/rows.js';
import { parsePgInstant } from '../../platform/time/instant-input.js';
import type { RequestContext } from '../context.js';
import type { Service } from '../service/service.entity.js';
import { bookablePeriod } from './bookable-period.js';
import type { Interval } from './interval.rules.js';
import type { Slot } from './slots.rules.js';

interface EventRow {
  eventId: number;
  resourceId: number;
  starts: string;
  ends: string;
  capacity: number;
  attendance: number;
}

/**
 * Reads the bookable events of an attendance service as slots, ordered by start (contract, Slots).
 *
 * @param limit the most events to read; all of them if undefined
 */
export async function readEventSlots(
  context: RequestContext,
  service: Row<Service>,
  within: Interval,
  resourceIds: number[] | undefined,
  limit: number | undefined,
): Promise<(Slot & { eventId: number })[]> {
  const { db, clock } = context;
  const now = clock.now();
  const ids = integerArray(resourceIds);
  const bookable = bookablePeriod(context);
  const earliest = Math.max(within.from, bookable.from);
  const latest = Math.min(within.to - 1, bookable.to);
  const rows = await db.query<EventRow>(
    `select event.id as "eventId", event.resource_id as "resourceId", event.capacity, attendance,
            event.starts_at::text as starts, event.ends_at::text as ends
     from event, lateral (
       select coalesce(sum(booking.count), 0)::integer as attendance from booking
       where booking.account_id = event.account_id and booking.event_id = event.id
         and is_active_booking(booking.state, booking.expires_at, ?)) as attended
     where account_id = ? and service_id = ? and starts_at between ? and ? and active and published
       and (first_booking_at is null or first_booking_at <= ?) and (last_booking_at is null or last_booking_at >= ?)
       and (?::integer[] is null or resource_id = any (?::integer[])) and capacity - attendance >= ?
     order by starts_at, id
     limit ?`,
    [
      ...[now, db.accountId, service.id, new Date(earliest), new Date(latest), now, now, ids, ids],
      ...[service.bookingMinimum ?? 1, limit ?? null],
    ],
  );
  return rows.map(({ eventId, resourceId, starts, ends, capacity, attendance }) => ({
    eventId,
    from: parsePgInstant(starts),
    to: parsePgInstant(ends),
    free: capacity - attendance,
    maximumCapacity: capacity,
    resourceIds: [resourceId],
  }));
}
