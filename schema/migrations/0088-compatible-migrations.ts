import { Migration } from '@mikro-orm/migrations';

/**
 * Notes which migrations older processes can run beside. A process compares the migrations of the database with its own; of
 * those that are newer, it has nothing but this table.
 */
export class CompatibleMigrations extends Migration {
  static readonly backwardCompatible = true;
  override name = '0088-compatible-migrations';

  override up(): void {
    this.addSql('alter table schema_migration add column backward_compatible boolean not null default false');
  }
}
