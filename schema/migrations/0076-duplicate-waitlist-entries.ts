import { Migration } from '@mikro-orm/migrations';

/**
 * Marks entries of the waitlist that visitors add for a contact that is on it already. They get no offers: they exist so
 * that the answer to a visitor does not depend on who else is on the list.
 */
export class DuplicateWaitlistEntries extends Migration {
  static readonly backwardCompatible = false;
  static readonly reason = 'they would offer times to duplicate entries';
  override name = '0076-duplicate-waitlist-entries';

  override up(): void {
    this.addSql('alter table waitlist_entry add duplicate boolean not null default false');
  }
}
