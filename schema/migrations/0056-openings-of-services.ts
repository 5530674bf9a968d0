import { Migration } from '@mikro-orm/migrations';

/**
 * Lets an opening be of a service, whose buffers may have become shorter, or of the whole account, whose bookable period
 * may have become longer. The index finds the closed entries of the waitlist that are deleted.
 */
export class OpeningsOfServices extends Migration {
  override name = '0056-openings-of-services';

  override up(): void {
    this.addSql('alter table waitlist_opening add service_id integer, add any_place boolean not null default false');
    this.addSql(`create index waitlist_entry_closed on waitlist_entry (account_id, updated_at)
  where state in ('taken', 'expired', 'left')`);
  }
}
