import { Migration } from '@mikro-orm/migrations';

/** Lets accounts and services write the messages that offer a freed time to somebody on the waitlist. */
export class TextsOfWaitlistOffers extends Migration {
  override name = '0055-texts-of-waitlist-offers';

  override up(): void {
    this.addSql(`alter table account add mail_waitlist_offer text, add mail_waitlist_offer_subject varchar(255),
  add sms_waitlist_offer text`);
    this.addSql('alter table service add mail_waitlist_offer text, add sms_waitlist_offer text');
  }
}
