import { Migration } from '@mikro-orm/migrations';

/** Counts the revisions of bookings that moved to another event, so that the sequence of an event's entry never falls. */
export class DepartedRevisions extends Migration {
  static readonly backwardCompatible = true;
  override name = '0215-departed-revisions';

  override up(): void {
    this.addSql('alter table event add column departed_revisions integer not null default 0');
  }
}
