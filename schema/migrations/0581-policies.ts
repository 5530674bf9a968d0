import { Migration } from '@mikro-orm/migrations';

/** Stores what visitors should know before they book. */
export class Policies extends Migration {
  static readonly backwardCompatible = true;
  override name = '0581-policies';

  override up(): void {
    this.addSql('alter table account add policies text');
  }
}
