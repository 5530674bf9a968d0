import { Migration } from '@mikro-orm/migrations';

/**
 * Comes with `require_undrained_cell`, which restores of accounts call: they write without triggers, so the one that refuses
 * new accounts of a cell that drains is not executed.
 */
export class UndrainedCells extends Migration {
  static readonly backwardCompatible = true;
  override name = '0800-undrained-cells';

  override up(): void {}
}
