import { Migration } from '@mikro-orm/migrations';

/** Stores how many bookings people, services and resources may have. Null or 0 means no limit. */
export class BookingLimits extends Migration {
  static readonly backwardCompatible = true;
  override name = '0186-booking-limits';

  override up(): void {
    const ofPeople =
      'add max_active_per_person integer, add max_daily_per_person integer, add max_weekly_per_person integer';
    this.addSql(`alter table account ${ofPeople}`);
    this.addSql(
      `alter table service ${ofPeople}, add max_daily_bookings integer, add once_per_person boolean not null default false`,
    );
    this.addSql('alter table resource add max_daily_bookings integer');
  }
}
