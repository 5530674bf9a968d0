import { Migration } from '@mikro-orm/migrations';

/** What a webhook is still to be told, by when it is due. */
export class DueDeliveries extends Migration {
  override name = '0018-due-deliveries';

  override up(): void {
    this.addSql(`create index web_hook_delivery_due on web_hook_delivery (account_id, web_hook_id, next_try_at, id)
  where state = 'pending'`);
  }
}
