import { Migration } from '@mikro-orm/migrations';

/** Lets accounts offer tips to customers who pay online: a page of the payment provider asks for the tip with the price. */
export class OnlineTips extends Migration {
  static readonly backwardCompatible = true;
  override name = '0710-online-tips';

  override up(): void {
    this.addSql('alter table account add tip_percentages varchar(255)');
    this.addSql(`alter table payment_checkout add tip_amount numeric,
  add constraint payment_checkout_tip check (tip_amount > 0 and tip_amount <= amount) not valid`);
    this.addSql(`alter table tip drop constraint tip_method,
  add constraint tip_method check (method in ('cash', 'card', 'mobile', 'transfer', 'online', 'other')) not valid`);
  }
}
