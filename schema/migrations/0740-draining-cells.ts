import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the share of new accounts that a cell had in the directory before it began to drain; null if it does not drain. New
 * accounts are then refused by a function. Processes of the version before answer 503 for them, too.
 */
export class DrainingCells extends Migration {
  static readonly backwardCompatible = true;
  override name = '0740-draining-cells';

  override up(): void {
    this.addSql('alter table cell add weight_before_drain integer');
  }
}
