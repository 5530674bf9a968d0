import { Migration } from '@mikro-orm/migrations';

/** Stores the name of the one for whom a person of another name booked by its own email address or phone number. */
export class BookedForNames extends Migration {
  static readonly backwardCompatible = true;
  override name = '0310-booked-for-names';

  override up(): void {
    this.addSql('alter table booking add booked_for_name varchar(255)');
  }
}
