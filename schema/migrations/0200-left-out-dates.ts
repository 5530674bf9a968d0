import { Migration } from '@mikro-orm/migrations';

/** Stores which dates of a series were left out, and why. */
export class LeftOutDates extends Migration {
  static readonly backwardCompatible = true;
  override name = '0200-left-out-dates';

  override up(): void {
    this.addSql(`alter table recurrence add column left_out jsonb not null default '[]'`);
  }
}
