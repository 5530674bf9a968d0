import { Migration } from '@mikro-orm/migrations';

/** Payment providers that sign no notifications have no secret for them. Older processes do not know these providers. */
export class UnsignedNotifications extends Migration {
  static readonly backwardCompatible = true;
  override name = '0500-unsigned-notifications';

  override up(): void {
    this.addSql('alter table payment_settings alter column webhook_secret drop not null');
  }
}
