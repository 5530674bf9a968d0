import { ConcurrentMigration } from './concurrent-migration.js';

/**
 * Validates what may be stored of pages and refunds. All rows from before passed a narrower check. Builds the indexes by which
 * notifications about refunds find them.
 */
export class KnownCardsAndFailedRefunds extends ConcurrentMigration {
  override name = '0631-known-cards-and-failed-refunds';

  override async up(): Promise<void> {
    this.addSql('alter table payment_checkout validate constraint payment_checkout_amount');
    this.addSql('alter table payment_refund validate constraint payment_refund_state');
    await this.buildIndex('payment_refund_reference', 'on payment_refund (account_id, reference)');
    await this.buildIndex('payment_refund_idempotency_key', 'on payment_refund (account_id, idempotency_key)');
  }
}
