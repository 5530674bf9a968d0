import { Migration } from '@mikro-orm/migrations';

/** Adds the trade of an account, which decides the words of its dashboard. The account of today has none: no row is checked. */
export class Trades extends Migration {
  static readonly backwardCompatible = true;
  override name = '0570-trades';

  override up(): void {
    this.addSql(`alter table account add trade varchar(6)
  check (trade in ('salon', 'clinic', 'studio', 'rental', 'other'))`);
  }
}
