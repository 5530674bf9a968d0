import { Migration } from '@mikro-orm/migrations';

/** Stores the colour that an account has chosen for the bookings of a service. */
export class ServiceColours extends Migration {
  static readonly backwardCompatible = true;
  override name = '0265-service-colours';

  override up(): void {
    this.addSql('alter table service add calendar_colour varchar(7)');
  }
}
