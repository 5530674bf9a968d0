import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the time since when a cell is read-only, and the functions that then refuse its writes. Processes of the version
 * before answer 503 for them; their work for all accounts fails meanwhile, and is repeated.
 */
export class ReadonlyCells extends Migration {
  static readonly backwardCompatible = true;
  override name = '0660-readonly-cells';

  override up(): void {
    this.addSql('alter table cell add readonly_at timestamptz(3)');
  }
}
