import { Migration } from '@mikro-orm/migrations';

/** Finds the bookings ahead that visitors of one network have made: their keys begin with the digest of the network. */
export class BookingsAhead extends Migration {
  static readonly backwardCompatible = true;
  override name = '0300-bookings-ahead';

  override up(): void {
    this.addSql(`create index attempt_bookings_ahead on attempt (account_id, key text_pattern_ops)
  where key like 'booking-ahead:%'`);
  }
}
