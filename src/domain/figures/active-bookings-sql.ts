/**
 * Returns an SQL condition: whether a row of `booking` is active, that is confirmed, awaiting it, or a hold that has not
 * expired. Figures of people count only active bookings.
 *
 * @param now SQL of the current time
 */
export function activeBookingSql(now: string): string {
  return `is_active_booking(booking.state, booking.expires_at, ${now})`;
}

/**
 * Returns an SQL condition: whether a row of `booking` is of the account and of a person. A range, so that only the index
 * of the bookings of people has the order of `person_id` and `booked_from`: with `=`, the planner without statistics may
 * read all bookings of the account in their order for each person.
 *
 * @param id SQL of the id of the person
 */
export function bookingOfPersonSql(id: string): string {
  return `booking.account_id = $1 and booking.person_id between ${id} and ${id}`;
}

/**
 * Returns a query for the start of the first active booking of each person in `visit`, with the columns `person_id` and
 * `first`. It looks each up by the index of the bookings of people. The `order by` makes the planner choose the index with
 * that order: without statistics, every index that begins with the account has the same cost.
 *
 * @param now SQL of the current time
 */
export function firstBookingsSql(now: string): string {
  return `select person_id, first from (select distinct person_id from visit) as people cross join lateral (
      select booked_from as first from booking
      where ${bookingOfPersonSql('people.person_id')} and ${activeBookingSql(now)}
      order by person_id, booked_from limit 1) as bookings`;
}
