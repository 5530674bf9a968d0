import { ConcurrentMigration } from './concurrent-migration.js';

/** Finds the bookings of an order, which may be several of a visit. */
export class BookingsOfOrders extends ConcurrentMigration {
  override name = '0451-bookings-of-orders';

  override async up(): Promise<void> {
    await this.buildIndex('booking_of_order', 'on booking (account_id, order_id) where order_id is not null');
    this.dropIndex('booking_order_unique');
  }
}
