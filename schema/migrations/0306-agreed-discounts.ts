import { Migration } from '@mikro-orm/migrations';

/** Stores the discount of the coupon that an order has agreed. Orders from before follow their coupon once more. */
export class AgreedDiscounts extends Migration {
  static readonly backwardCompatible = true;
  override name = '0306-agreed-discounts';

  override up(): void {
    this.addSql('alter table booking_order add coupon_value_type varchar(10), add coupon_value integer');
  }
}
