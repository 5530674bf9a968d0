import { Migration } from '@mikro-orm/migrations';

/** Stores the bookings of one message about several dates of a series, and whether it stands for the confirmation of each. */
export class SeriesMessages extends Migration {
  static readonly backwardCompatible = true;
  override name = '0225-series-messages';

  override up(): void {
    this.addSql('alter table message_request add column booking_ids jsonb');
    this.addSql('alter table booking add column confirmed_with_series boolean not null default false');
  }
}
