import { activeBookingSql, bookingOfPersonSql } from '../booking-states.js';
import type { RequestContext } from '../context.js';

/** Finds which of the bookings are the first active ones of their people, by time. */
export async function findFirstBookings(
  { db, clock }: Pick<RequestContext, 'db' | 'clock'>,
  ids: readonly number[],
): Promise<Map<number, boolean>> {
  const rows = await db.query<{ id: number }>(statement, [ids, clock.now()]);
  return new Map(rows.map(({ id }) => [id, true]));
}

/** The first booking of each person is looked up in the index of people's bookings, and nothing after it is read. */
const statement = `select shown.id from (
    select id, person_id from booking where account_id = $1 and id = any ($2::integer[]) and person_id is not null
  ) shown cross join lateral (
    select booking.id from booking where ${bookingOfPersonSql('shown.person_id')} and ${activeBookingSql('$3::timestamptz')}
    order by booking.person_id, booked_from, booking.id limit 1
  ) first where first.id = shown.id`;
