import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the random part of the ids of an account's calendar entries. It distinguishes them from those of other
 * installations, and stays the same when the address of the server changes or the account moves to another database.
 */
export class IdentityOfCalendars extends Migration {
  static readonly backwardCompatible = true;
  override name = '0074-identity-of-calendars';

  override up(): void {
    this.addSql('alter table account add calendar_id uuid not null default gen_random_uuid()');
  }
}
