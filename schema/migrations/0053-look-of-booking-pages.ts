import { Migration } from '@mikro-orm/migrations';

/** Adds the colour of an account's booking page, and the origins whose pages may show it in a frame. */
export class LookOfBookingPages extends Migration {
  override name = '0053-look-of-booking-pages';

  override up(): void {
    this.addSql(`alter table account add accent_colour varchar(7), add embed_origins text[] not null default '{}'`);
  }
}
