import { Migration } from '@mikro-orm/migrations';

/**
 * Stores the visit of a booking: the id of the first of the bookings that were made together. A visit has no attributes of its
 * own, so it has no table: its times, people and state are those of its bookings, and its id is unique where theirs is. A
 * sequence of its own would have cost a statement for each visit and told nothing more.
 */
export class Visits extends Migration {
  static readonly backwardCompatible = true;
  override name = '0430-visits';

  override up(): void {
    this.addSql('alter table booking add visit_id integer');
  }
}
