import type { RequestContext } from '../../context.js';
import { createContextLoader } from '../../context-loader.js';

/** Counts the people of an event's active bookings. One statement counts those of all events of the same tick. */
export const countAttendances = createContextLoader(readAttendances, 0);

async function readAttendances(
  { db, clock }: RequestContext,
  eventIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.query<{ eventId: number; people: number }>(
    `select event_id as "eventId", sum(count)::integer as people
     from booking
     where account_id = $1 and event_id = any ($2::integer[]) and is_active_booking(state, expires_at, $3)
     group by event_id`,
    [eventIds, clock.now()],
  );
  return new Map(rows.map((row) => [row.eventId, row.people]));
}
