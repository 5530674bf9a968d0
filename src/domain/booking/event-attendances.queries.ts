import DataLoader from 'dataloader';
import type { RequestContext } from '../context.js';

const attendanceLoaders = new WeakMap<RequestContext, DataLoader<number, number>>();

/** Counts the people of an event's active bookings. One query counts those of all events of the same tick. */
export function countAttendances(context: RequestContext, eventId: number): Promise<number> {
  let loader = attendanceLoaders.get(context);
  if (!loader) {
    // Not cached: a later operation of the same context may follow a booking.
    loader = new DataLoader((ids: readonly number[]) => readAttendances(context, ids), { cache: false });
    attendanceLoaders.set(context, loader);
  }
  return loader.load(eventId);
}

async function readAttendances({ db, clock }: RequestContext, eventIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ eventId: number; people: number }>(
    `select event_id as "eventId", sum(count)::integer as people
     from booking
     where account_id = $1 and event_id = any ($2::integer[]) and is_active_booking(state, expires_at, $3)
     group by event_id`,
    [[...new Set(eventIds)], clock.now()],
  );
  const people = new Map(rows.map((row) => [row.eventId, row.people]));
  return eventIds.map((id) => people.get(id) ?? 0);
}
