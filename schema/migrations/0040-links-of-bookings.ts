import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the key from which an account's links to bookings are derived, and the version of a booking's link, which revokes
 * links that were sent. The key of an existing account has 244 random bits, from PostgreSQL's strong random source.
 */
export class LinksOfBookings extends Migration {
  override name = '0040-links-of-bookings';

  override up(): void {
    this.addSql(`alter table account add link_secret varchar(64) not null
  default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`);
    this.addSql('alter table booking add link_version integer not null default 0');
  }
}
