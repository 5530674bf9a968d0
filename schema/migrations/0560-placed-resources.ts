import { Migration } from '@mikro-orm/migrations';

/**
 * Repeats the resources of the places of a booking in a column of it, so that the entries of its changes have those before and
 * after each, without a statement more. Null if the booking takes its own place.
 */
export class PlacedResources extends Migration {
  static readonly backwardCompatible = true;
  override name = '0560-placed-resources';

  override up(): void {
    this.addSql('alter table booking add placed_resource_ids jsonb');
  }
}
