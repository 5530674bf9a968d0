import { Migration } from '@mikro-orm/migrations';

/**
 * Stores why an entry of the waitlist has expired, and lets an opening be a change after which entries can no longer get an
 * offer. Such an opening is stored for each account with waiting entries, so that a job also closes older entries.
 */
export class ClosedWaitlistEntries extends Migration {
  static readonly backwardCompatible = true;
  override name = '0075-closed-waitlist-entries';

  override up(): void {
    this.addSql(`alter table waitlist_entry add closed_reason varchar(16),
  add constraint waitlist_entry_closed_reason check (closed_reason is null or state = 'expired')`);
    this.addSql('alter table waitlist_opening add closes boolean not null default false');
    this.addSql(`insert into waitlist_opening (account_id, change_id, created_at, closes)
  select account_id, null, now(), true from waitlist_entry where state = 'waiting' group by account_id`);
  }
}
