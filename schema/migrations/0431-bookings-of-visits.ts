import { ConcurrentMigration } from './concurrent-migration.js';

/** Finds the bookings of a visit. Others are not in the index, so they do not pay for it. */
export class BookingsOfVisits extends ConcurrentMigration {
  override name = '0431-bookings-of-visits';

  override async up(): Promise<void> {
    await this.buildIndex('booking_visit', 'on booking (account_id, visit_id) where visit_id is not null');
  }
}
