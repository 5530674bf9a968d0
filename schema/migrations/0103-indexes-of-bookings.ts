import { Migration } from '@mikro-orm/migrations';

/**
 * Joins four indexes of bookings to two.
 *
 * `booking_booked_from` gets the columns of `booking_figures`. 0034-figures rejected that, because lists that were planned
 * without values then read another index. They no longer do: all lists keep their plans, with and without statistics and
 * values. Figures of a year read 633 pages instead of 734. The index takes 10 MB for 100,000 bookings, both took 16 MB.
 * `booking_hold_order` also finds the holds that expire: statements compare `coalesce(expires_at, 'infinity')`.
 *
 * With 100,000 bookings, an insert without triggers and foreign keys takes 67 µs of CPU time of PostgreSQL without secondary
 * indexes, 155 with the 19 of before and 145 now. Of these: `booking_place` 29, `booking_person_booked_from` 9,
 * `booking_figures` 8, `booking_service_booked_from`, `booking_resource_booked_from` and `booking_booked_from` 6 each,
 * `booking_booked_to` and `booking_order_unique` 4 each, `booking_created_at` and `booking_updated_at` 2 each, and the nine
 * that have few bookings 1 each.
 *
 * Rejected: `booking_place` without the account and `booking_order_unique` without nulls gain nothing. Every other index is
 * the only one that has the order of a list or the bookings of a record.
 *
 * 0365-narrow-indexes-of-bookings creates `booking_booked_from`, with its columns in another order. So that one upgrade does
 * not build it twice, this migration no longer does.
 */
export class IndexesOfBookings extends Migration {
  static readonly backwardCompatible = true;
  override name = '0103-indexes-of-bookings';

  override up(): void {
    this.addSql('drop index booking_figures, booking_booked_from, booking_hold');
  }
}
