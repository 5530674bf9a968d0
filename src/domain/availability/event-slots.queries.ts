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

/** The events of an attendance service that can be booked now, as slots (contract of attendance services). */
export async function readEventSlots(
  context: RequestContext,
  service: Row<Service>,
  within: Interval,
  resourceIds: number[] | undefined,
): Promise<(Slot & { eventId: number })[]> {
  const { db, clock } = context;
  const now = clock.now();
  const ids = integerArray(resourceIds);
  const rows = await db.query<EventRow>(
    `select event.id as "eventId", event.resource_id as "resourceId", event.capacity,
            event.starts_at::text as starts, event.ends_at::text as ends,
            coalesce((select sum(booking.count) from booking
              where booking.account_id = event.account_id and booking.event_id = event.id
                and is_active_booking(booking.state, booking.expires_at, ?)), 0)::integer as attendance
     from event
     where account_id = ? and service_id = ? and starts_at >= ? and starts_at < ? and active and published
       and (first_booking_at is null or first_booking_at <= ?) and (last_booking_at is null or last_booking_at >= ?)
       and (?::integer[] is null or resource_id = any (?::integer[]))
     order by starts_at, id`,
    [now, db.accountId, service.id, new Date(within.from), new Date(within.to), now, now, ids, ids],
  );
  const bookable = bookablePeriod(context);
  const minimum = service.bookingMinimum ?? 1;
  return rows
    .map(({ eventId, resourceId, starts, ends, capacity, attendance }) => ({
      eventId,
      from: parsePgInstant(starts),
      to: parsePgInstant(ends),
      free: capacity - attendance,
      maximumCapacity: capacity,
      resourceIds: [resourceId],
    }))
    .filter(({ from, free }) => free >= minimum && from >= bookable.from && from <= bookable.to);
}
