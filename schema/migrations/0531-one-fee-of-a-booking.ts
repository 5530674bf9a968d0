import { ConcurrentMigration } from './concurrent-migration.js';

/** Lets a booking have one fee at most. Lines of orders from before have none. */
export class OneFeeOfABooking extends ConcurrentMigration {
  override name = '0531-one-fee-of-a-booking';

  override async up(): Promise<void> {
    const lines = 'on order_line_item (account_id, fee_booking_id) where fee_booking_id is not null';
    await this.buildIndex('order_line_item_fee_unique', lines, 'unique index');
    this.addSql('alter table order_line_item validate constraint order_line_item_fee');
  }
}
