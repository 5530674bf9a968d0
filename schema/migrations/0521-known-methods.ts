import { ConcurrentMigration } from './concurrent-migration.js';

/** Validates the methods of payments. Payments from before have none. */
export class KnownMethods extends ConcurrentMigration {
  override name = '0521-known-methods';

  override up(): void {
    this.addSql('alter table order_payment validate constraint order_payment_method');
  }
}
