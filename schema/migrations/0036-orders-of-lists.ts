import { Migration } from '@mikro-orm/migrations';

/**
 * Adds indexes for the orders and filters of lists that can be long. Each ends with the id, so that the page after a
 * cursor is read from its place in the index, whatever the number of rows before it. Also indexes the messages of a
 * template, whose id is in the deduplication key.
 *
 * 0365-narrow-indexes-of-bookings creates that of bookings, without the id. So that one upgrade does not build it twice, this
 * migration no longer does.
 */
export class OrdersOfLists extends Migration {
  override name = '0036-orders-of-lists';

  override up(): void {
    this.addSql('create index booking_order_created_at on booking_order (account_id, created_at, id)');
    this.addSql('create index booking_order_updated_at on booking_order (account_id, updated_at, id)');
    this.addSql(`create index message_of_template on message (account_id, (split_part(occasion, ':', 2)::integer), id)
  where occasion like 'template:%'`);
    this.addSql('create index message_updated_at on message (account_id, updated_at, id)');
    this.addSql(`create index person_name on person (account_id, lower(coalesce(name, '')), id)`);
    this.addSql('create index web_hook_delivery_updated_at on web_hook_delivery (account_id, updated_at, id)');
    this.addSql('create index web_hook_delivery_web_hook on web_hook_delivery (account_id, web_hook_id, id)');
  }
}
