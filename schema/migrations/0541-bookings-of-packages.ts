import { ConcurrentMigration } from './concurrent-migration.js';

/** Finds the bookings of a package, and validates what 0540-packages says of them. Others are not in the index. */
export class BookingsOfPackages extends ConcurrentMigration {
  override name = '0541-bookings-of-packages';

  override async up(): Promise<void> {
    await this.buildIndex('booking_of_package', 'on booking (account_id, package_id) where package_id is not null');
    this.addSql('alter table service validate constraint service_package');
    this.addSql('alter table service validate constraint service_booking_type_check');
    this.addSql('alter table booking validate constraint booking_package');
    this.addSql('alter table booking validate constraint booking_has_package_of_units');
  }
}
