import { Migration } from '@mikro-orm/migrations';

const methods = "method in ('cash', 'card', 'mobile', 'transfer', 'online', 'gift_card', 'other')";

/** Adds to payments how and by whom they were recorded, and what they paid of each tax rate. */
export class MethodsOfPayments extends Migration {
  static readonly backwardCompatible = true;
  override name = '0520-methods-of-payments';

  override up(): void {
    this.addSql(`alter table order_payment
  add method varchar(9),
  add constraint order_payment_method check (${methods}) not valid,
  add recorded_by varchar(255),
  add recorded_elsewhere varchar(255),
  add taxes jsonb`);
  }
}
