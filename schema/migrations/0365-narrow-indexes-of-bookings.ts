import { Migration } from '@mikro-orm/migrations';

/** The last one is the newest index of the table, which PostgreSQL prefers among those of equal cost. */
const narrow: Readonly<Record<string, string>> = {
  booking_order_unique: '(account_id, order_id) where order_id is not null',
  booking_created_at: '(account_id, created_at)',
  booking_updated_at: '(account_id, updated_at)',
  booking_booked_from: `(account_id, booked_from, id)
  include ("count", booked_to, service_id, resource_id, person_id, expires_at, state, status)`,
};

/**
 * Narrows four indexes of bookings, which have all of them. 1,000,000 bookings of 500 accounts of very different sizes,
 * inserted in the order in which they are made, took 790 bytes each and now take 700, of which 164 are in the table:
 *
 * - By creation and by last change: 71 bytes, now 36. PostgreSQL leaves full pages behind if the rows of each account come in
 *   the order of the index, but only with entries of at most 24 bytes. With the id they had 28, and left pages half full.
 *   Bookings of the same instant are now sorted by id when they are read: 0.1 of the 6 ms of a page of 750.
 * - `booking_booked_from`: 146 bytes, now 133, with the columns in an order without gaps.
 * - `booking_order_unique`: 8 bytes, now none of a booking without an order.
 *
 * The others: `booking_place` 105, `booking_booked_to` 56, `booking_resource_booked_from` 53, `booking_service_booked_from`
 * 50, `booking_person_booked_from` 40, the primary key 26, and the eight that have few bookings none. An insert without triggers
 * and foreign keys took 101 µs of CPU time of PostgreSQL and 1,020 bytes of the log, and now takes 87 µs and 920 bytes. Of
 * these, each of the btrees takes 13 to 17 µs and 70 to 130 bytes, `booking_place` 26 µs and 100 bytes.
 *
 * Rejected, because readers lose more than bookings gain:
 *
 * - `booking_booked_from` without the columns of figures saves 85 bytes and 8 µs. Figures of a year then read ten times as
 *   many pages, in 180 ms instead of 75 for 48,700 bookings, in 3.5 ms instead of 1.0 for 1,190. Four views a year outweigh it.
 * - `booking_created_at` and `booking_booked_to` by day, with one entry for equal days, save 16 and 37 bytes. A page then sorts
 *   all bookings of its days, also 100,000 of an import, and a list of a period reads all later bookings.
 * - `booking_place` as a btree by the start of the time saves 57 bytes and 12 µs. It bounds the time on one side, so each of
 *   its ten statements would read a second index, of long bookings. Without the account, it saves 13 bytes.
 */
export class NarrowIndexesOfBookings extends Migration {
  static readonly backwardCompatible = true;
  override name = '0365-narrow-indexes-of-bookings';

  override up(): void {
    // While an index is built, bookings can be read. They cannot after the first `drop index`, so those are last.
    for (const [name, definition] of Object.entries(narrow)) {
      const kind = name.endsWith('_unique') ? 'unique index' : 'index';
      this.addSql(`create ${kind} narrow_${name} on booking ${definition}`);
    }
    for (const name of Object.keys(narrow)) {
      this.addSql(`drop index if exists ${name}`);
      this.addSql(`alter index narrow_${name} rename to ${name}`);
    }
  }
}
