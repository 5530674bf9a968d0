import { Migration } from '@mikro-orm/migrations';

/**
 * Lets a resource have a length, a price and buffers of its own for a service, and stores the price with the booking.
 *
 * Processes of the version before sell by the service alone until they have ended.
 */
export class TermsOfResources extends Migration {
  static readonly backwardCompatible = true;
  override name = '0380-terms-of-resources';

  override up(): void {
    this.addSql(`alter table provider
  add "interval" integer check ("interval" between 1 and 527040),
  add price numeric check (price >= 0),
  add buffer_before integer check (buffer_before between 0 and 1440),
  add buffer_after integer check (buffer_after between 0 and 1440)`);
    this.addSql('alter table booking add price numeric');
  }
}
