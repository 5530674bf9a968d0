import { ConcurrentMigration } from './concurrent-migration.js';

/** Validates what 0620-tips says of orders. */
export class KnownTips extends ConcurrentMigration {
  override name = '0621-known-tips';

  override up(): void {
    this.addSql('alter table booking_order validate constraint booking_order_tip');
  }
}
