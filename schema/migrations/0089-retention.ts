import { Migration } from '@mikro-orm/migrations';

/**
 * Marks messages and deliveries whose texts were deleted, and indexes what is deleted by age. The partial indexes lose a row
 * when its text is deleted, so that a daily search reads the rows of one day and not those of all 90.
 */
export class Retention extends Migration {
  static readonly backwardCompatible = true;
  override name = '0089-retention';

  override up(): void {
    this.addSql('alter table message add column body_trimmed boolean not null default false');
    this.addSql('alter table web_hook_delivery add column body_trimmed boolean not null default false');
    this.addSql(`create index message_with_body on message (account_id, updated_at, id)
  where not body_trimmed and state in ('sent', 'unsent', 'failed')`);
    this.addSql(`create index web_hook_delivery_with_body on web_hook_delivery (account_id, updated_at, id)
  where not body_trimmed and state in ('delivered', 'failed')`);
    this.addSql(`create index message_request_composed on message_request (account_id, composed_at, id)
  where composed_at is not null`);
    this.addSql('create index failed_job_failed_at on failed_job (account_id, failed_at, id)');
    this.addSql(
      'create index payment_notification_received_at on payment_notification (account_id, received_at, event_id)',
    );
  }
}
