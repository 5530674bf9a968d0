import { Migration } from '@mikro-orm/migrations';

/** Lets an account keep messages, deliveries and changes for less than the server does. */
export class RetentionOfAccounts extends Migration {
  static readonly backwardCompatible = true;
  override name = '0135-retention-of-accounts';

  override up(): void {
    this.addSql(`alter table account
  add column message_retention_days integer,
  add column delivery_retention_days integer,
  add column change_retention_days integer`);
  }
}
