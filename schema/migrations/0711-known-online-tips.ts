import { ConcurrentMigration } from './concurrent-migration.js';

/** Validates what may be stored of tips. All rows from before passed a narrower check. */
export class KnownOnlineTips extends ConcurrentMigration {
  override name = '0711-known-online-tips';

  override up(): void {
    this.addSql('alter table payment_checkout validate constraint payment_checkout_tip');
    this.addSql('alter table tip validate constraint tip_method');
  }
}
