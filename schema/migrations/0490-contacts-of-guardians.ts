import { Migration } from '@mikro-orm/migrations';

/**
 * Notes what went to a guardian instead of the person whom it is about, so that it ends with the guardian: the contact of an entry
 * of the waitlist, a message, and the address of a calendar. Processes of the version before write none of these.
 */
export class ContactsOfGuardians extends Migration {
  static readonly backwardCompatible = true;
  override name = '0490-contacts-of-guardians';

  override up(): void {
    this.addSql('alter table waitlist_entry add contact_of_guardian boolean not null default false');
    this.addSql('alter table message add to_guardian boolean not null default false');
    this.addSql('alter table calendar_feed add guardian_id integer');
    // Not valid, so that no row is read: the column is null in all of them.
    this.addSql(`alter table calendar_feed add constraint calendar_feed_guardian
  foreign key (account_id, guardian_id) references person (account_id, id) not valid`);
  }
}
