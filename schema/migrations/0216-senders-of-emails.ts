import { Migration } from '@mikro-orm/migrations';

/**
 * Adds senders of emails, and how emails put bookings into calendars. Accounts that exist keep files, because an invitation
 * shows people buttons that they have not seen before; new ones begin with invitations.
 */
export class SendersOfEmails extends Migration {
  static readonly backwardCompatible = true;
  override name = '0216-senders-of-emails';

  override up(): void {
    this.addSql(`alter table account
      add column mail_from varchar(255),
      add column mail_from_name varchar(255),
      add column reply_to varchar(255),
      add column calendar_attachment varchar(10) not null default 'file'`);
    this.addSql(`alter table account alter column calendar_attachment set default 'invitation'`);
  }
}
