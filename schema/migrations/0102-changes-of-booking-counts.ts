import { Migration } from '@mikro-orm/migrations';

/**
 * Counts each changed booking by one row of `booking_count_change`, with the day of its start and that of its last change.
 * Before, a trigger for each statement appended a row for each of these days, added up over the bookings of the statement.
 *
 * CPU time of PostgreSQL for a booking: the trigger of a statement with two rows takes 34 µs, with one row 26; that of a row
 * with two rows 18, with one row 13. The compaction takes 15 µs for two rows, 8 for one. An update of a booking that keeps
 * its state on the same days costs no row and no call. Of 500 bookings that one statement inserts, the trigger takes 7.5 µs
 * for each, 1.8 before, when it appended a few rows for all; each takes more than 200 µs in all.
 */
export class ChangesOfBookingCounts extends Migration {
  static readonly backwardCompatible = false;
  static readonly reason = 'it drops columns that they read to count bookings';
  override name = '0102-changes-of-booking-counts';

  override up(): void {
    // Waits for writes of bookings and for a compaction.
    this.addSql('lock table booking, booking_count, booking_count_change in share row exclusive mode');
    this.addSql(`with gone as (
  delete from booking_count_change returning account_id, dimension, day, state, change
)
insert into booking_count (account_id, dimension, day, state, count)
  select account_id, dimension, day, state, sum(change) from gone group by account_id, dimension, day, state
  on conflict (account_id, dimension, state, day) do update set count = booking_count.count + excluded.count`);
    this.addSql(`alter table booking_count_change
  drop column dimension,
  drop column day,
  add column booked_from_day date not null,
  add column updated_at_day date not null`);
    for (const name of ['count_inserted_bookings', 'count_updated_bookings', 'count_deleted_bookings']) {
      this.addSql(`drop function ${name} cascade`);
      this.addSql(`delete from schema_function where name = '${name}'`);
    }
  }
}
