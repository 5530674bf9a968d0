import { Migration } from '@mikro-orm/migrations';

/** Stores whether visitors who have entered a code stay signed in. */
export class RememberedVisitors extends Migration {
  static readonly backwardCompatible = true;
  override name = '0580-remembered-visitors';

  override up(): void {
    this.addSql('alter table account add remember_visitors boolean not null default false');
  }
}
