import { Migration } from '@mikro-orm/migrations';

/**
 * Adds indexes for lists of the bookings and events that overlap a period, which would otherwise read every booking before
 * its end. A GiST index over the ranges would read less for periods long past, but needs the extension btree_gist to start
 * with the account.
 */
export class EndsOfBookingsAndEvents extends Migration {
  override name = '0028-ends-of-bookings-and-events';

  override up(): void {
    this.addSql('create index booking_booked_to on booking (account_id, booked_to, booked_from)');
    this.addSql('create index event_ends_at on event (account_id, ends_at, starts_at)');
  }
}
