import { Migration } from '@mikro-orm/migrations';

/** Stores what an account does about people who are booked in two places at once. */
export class PersonOverlaps extends Migration {
  static readonly backwardCompatible = true;
  override name = '0311-person-overlaps';

  override up(): void {
    this.addSql(`alter table account add person_overlaps varchar(6) not null default 'off'`);
  }
}
