import { Migration } from '@mikro-orm/migrations';

/** Stores which object a delivery is about, as those of one object to one webhook are sent in order. */
export class OrderedDeliveries extends Migration {
  override name = '0027-ordered-deliveries';

  override up(): void {
    this.addSql('alter table web_hook_delivery add column object_id integer');
    // What has been sent needs none. Until the step before this one, every cursor was of this form.
    this.addSql(`update web_hook_delivery delivery set object_id = change.object_id from change
  where state = 'pending' and change.account_id = delivery.account_id
    and change.transaction_id || '-' || change.id = delivery.change_cursor`);
    this.addSql(`create index web_hook_delivery_untried on web_hook_delivery (account_id, web_hook_id, object_id, id)
  where state = 'pending' and tries = 0`);
  }
}
