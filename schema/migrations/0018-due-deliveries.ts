import { Migration } from '@mikro-orm/migrations';

/** Indexes the pending deliveries of a webhook by due time. */
export class DueDeliveries extends Migration {
  override name = '0018-due-deliveries';

  override up(): void {
    this.addSql(`create index web_hook_delivery_due on web_hook_delivery (account_id, web_hook_id, next_try_at, id)
  where state = 'pending'`);
  }
}
