import { Migration } from '@mikro-orm/migrations';

/**
 * For lists of what overlaps a period: without these, every booking before its end would be read. A GiST index over the
 * ranges would read less of a period that is long past, but needs the extension btree_gist to begin with the account.
 */
export class EndsOfBookingsAndEvents extends Migration {
  override name = '0028-ends-of-bookings-and-events';

  override up(): void {
    this.addSql('create index booking_booked_to on booking (account_id, booked_to, booked_from)');
    this.addSql('create index event_ends_at on event (account_id, ends_at, starts_at)');
  }
}
