import { sqlStates } from '../booking-states.js';
import type { RequestContext } from '../context.js';
import { type BookingFilter, BookingScope } from './booking.input.js';
import { listedStates } from './listed-states.rules.js';

/** The instant by whose day bookings are counted: their start or their last change. */
type Dimension = 'booked_from' | 'updated_at';

interface Instants {
  dimension: Dimension;
  /** The earliest instant; undefined for all. */
  from: Date | undefined;
}

/**
 * Counts the bookings that match a filter from the counts by day of `0033-booking-counts`. It takes 0.2 µs per day and
 * 0.35 µs per change that is not compacted, 500 on the average (`count_booking`), and reads only the bookings of the first
 * day and recently expired holds.
 *
 * @returns undefined if the filter has conditions that the counts by day do not cover
 */
export async function countByDay(
  context: RequestContext,
  filter: BookingFilter,
  now: Date,
): Promise<number | undefined> {
  const range = instantsOf(filter, now);
  if (!range) return undefined;
  const { states, areActive } = listedStates(filter);
  const [row] = await context.db.query<{ count: number }>(statementFor(range.dimension), [
    range.from ?? '-infinity',
    states,
    areActive ? now : '-infinity',
  ]);
  return row?.count;
}

/** The range of a filter; undefined if the filter has conditions other than one range and states. */
function instantsOf(filter: BookingFilter, now: Date): Instants | undefined {
  const { scope, state: _, start, since, ...others } = filter;
  if (scope === BookingScope.NO_STATUS || Object.values(others).some((value) => value != null)) return undefined;
  const starts = [start, scope === BookingScope.UPCOMING ? now : undefined].filter((instant) => instant != null);
  if (!since) return { dimension: 'booked_from', from: latest(starts) };
  return starts.length === 0 ? { dimension: 'updated_at', from: since } : undefined;
}

function latest(instants: Date[]): Date | undefined {
  return instants.toSorted((a, b) => b.getTime() - a.getTime())[0];
}

/**
 * A single statement, so that everything is read from one snapshot. The `order by` of the first day makes the planner
 * choose the index with that order: without statistics, every index that begins with the account has the same cost.
 *
 * The instant is a subquery to hide its value from the planner, so that PostgreSQL keeps the plan. With the value, it
 * planned each time, in 0.7 of 1 ms.
 */
function statementFor(dimension: Dimension): string {
  const instant = '(select $2::timestamptz)';
  const day = `(${instant} at time zone 'UTC')::date`;
  return `select (
    (select coalesce(sum(count), 0) from booking_count where account_id = $1
        and dimension = '${dimension}' and day > ${day} and state = any ($3::text[]))
    + (select coalesce(sum(change), 0) from booking_count_change where account_id = $1
        and ${dimension}_day > ${day} and state = any ($3::text[]))
    + (select count(*) from (select from booking where account_id = $1 and state = any ($3::text[])
        and ${dimension} >= ${instant} and ${dimension} < (${day} + 1)::timestamp at time zone 'UTC'
        order by ${dimension}, id) as first_day)
    - (select count(*) from booking where account_id = $1 and state in (${sqlStates.hold})
        and state = any ($3::text[]) and coalesce(expires_at, 'infinity') <= $4::timestamptz and ${dimension} >= ${instant})
  )::integer as count`;
}
