import type { Interval } from '../../../platform/time/interval.js';
import { placedSql } from '../../availability/placed-sql.js';
import { sqlStates } from '../../booking-states.js';
import type { RequestContext } from '../../context.js';

/** The most rows that one request names. A visitor's time has few of them, a period of staff may have many. */
export const maxRows = 200;

/** A row that takes a resource at a time. */
export interface ConflictRow {
  kind: 'booking' | 'event' | 'calendar';
  /** Of the booking, the event or the calendar. */
  id: number;
  resourceId: number;
  from: Date;
  to: Date;
}

const rowsOf = (
  kind: ConflictRow['kind'],
  id: string,
  columns: [string, string],
  table: string,
  where: string,
): string =>
  `select '${kind}' as kind, ${id} as id, resource_id as "resourceId", ${columns[0]} as "from", ${columns[1]} as "to"
   from ${table} where ${where}`;

/** By place and range, as in `schedule.queries.ts`. `since` and `until` are the time with the buffers of the resource. */
const placeOf = (event: string): string =>
  `place_of(account_id, resource_id, ${event}) = place_of($1, resource.id, null)`;
const bookings = rowsOf(
  'booking',
  'id',
  ['booked_from', 'booked_to'],
  'booking',
  `${placeOf('event_id')} and occupied_time(booked_from, booked_to, buffer_before, buffer_after) && tstzrange(resource.since, resource.until)
     and state in (${sqlStates.ongoing}) and is_active_booking(state, expires_at, $5) and booking.id <> $6`,
);
const events = rowsOf(
  'event',
  'id',
  ['starts_at', 'ends_at'],
  'event',
  `${placeOf('null')} and occupied_time(starts_at, ends_at, buffer_before, buffer_after) && tstzrange(resource.since, resource.until) and active`,
);
const calendars = rowsOf(
  'calendar',
  'source_id',
  ['starts_at', 'ends_at'],
  'external_busy',
  `${placeOf('null')} and tstzrange(starts_at, ends_at) && tstzrange(resource.since, resource.until)`,
);

const placed = placedSql({
  accountId: '$1',
  resourceId: 'resource.id',
  from: 'resource.since',
  to: 'resource.until',
  now: '$5',
});
const places = `select 'booking', id, resource.id, starts_at, ends_at from (${placed} and booking.id <> $6) as placed`;

const statementOf = (
  ...taken: string[]
): string => `select found.* from unnest((select $2::integer[])::integer[], $3::timestamptz[], $4::timestamptz[]) as resource (id, since, until)
  cross join lateral (${[...taken, events].join(' union all ')}) as found
  order by "from", kind, id limit ${maxRows}`;
const withPlaces = [`${bookings} and not has_places`, places];
const statements = {
  all: { ofBookings: statementOf(bookings, calendars), ofPlaces: statementOf(...withPlaces, calendars) },
  /** Without the entries of calendars, which may be so many that no booking is among the first rows. */
  own: { ofBookings: statementOf(bookings), ofPlaces: statementOf(...withPlaces) },
};

/**
 * Lists what takes resources, each at its time, by start.
 *
 * @param exceptBookingId a booking that is being moved, or 0
 * @param kinds `own` leaves out the entries of calendars
 */
export function listConflictRows(
  { db, clock, account }: RequestContext,
  taken: readonly (Interval & { resourceId: number })[],
  exceptBookingId: number,
  kinds: keyof typeof statements,
): Promise<ConflictRow[]> {
  const { ofPlaces, ofBookings } = statements[kinds];
  return db.query<ConflictRow>(account.hasNeeds ? ofPlaces : ofBookings, [
    taken.map(({ resourceId }) => resourceId),
    taken.map(({ from }) => new Date(from)),
    taken.map(({ to }) => new Date(to)),
    clock.now(),
    exceptBookingId,
  ]);
}
