import { Migration } from '@mikro-orm/migrations';

/** Adds what a calendar on a CalDAV server needs: the sign-in, the calendars that count, and the one for bookings. */
export class CalDavSources extends Migration {
  static readonly backwardCompatible = true;
  override name = '0205-caldav-sources';

  override up(): void {
    this.addSql(`alter table calendar_source add column username varchar(255), add column secret_password text,
  add column calendars text[] not null default '{}', add column target varchar(500)`);
  }
}
