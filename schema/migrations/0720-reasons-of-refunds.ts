import { Migration } from '@mikro-orm/migrations';

/** Stores why staff refunded a payment, also while the provider is asked. */
export class ReasonsOfRefunds extends Migration {
  static readonly backwardCompatible = true;
  override name = '0720-reasons-of-refunds';

  override up(): void {
    this.addSql('alter table order_payment add reason varchar(255)');
    this.addSql('alter table payment_refund add reason varchar(255)');
  }
}
