import { Migration } from '@mikro-orm/migrations';

/** Stores the dates on which all resources of an account are closed, as a list of at most 200 entries. */
export class ClosedDays extends Migration {
  static readonly backwardCompatible = true;
  override name = '0185-closed-days';

  override up(): void {
    this.addSql(`alter table account add closed_days jsonb not null default '[]'`);
  }
}
