import { Migration } from '@mikro-orm/migrations';

/** Stores the object of each delivery, because deliveries of one object to one webhook are sent in order. */
export class OrderedDeliveries extends Migration {
  override name = '0027-ordered-deliveries';

  override up(): void {
    this.addSql('alter table web_hook_delivery add column object_id integer');
    // Finished deliveries need no object. Up to the previous migration, all cursors had this format.
    this.addSql(`update web_hook_delivery delivery set object_id = change.object_id from change
  where state = 'pending' and change.account_id = delivery.account_id
    and change.transaction_id || '-' || change.id = delivery.change_cursor`);
    this.addSql(`create index web_hook_delivery_untried on web_hook_delivery (account_id, web_hook_id, object_id, id)
  where state = 'pending' and tries = 0`);
  }
}
