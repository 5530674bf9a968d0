import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the id to the indexes by creation of messages and deliveries. An index whose keys are mostly equal is stored in fewer
 * pages than the primary key. For a table that was small or without statistics when a statement was planned, PostgreSQL
 * preferred it to the primary key, and read all rows of the account to find one by its id.
 */
export class IndexesOfWork extends Migration {
  static readonly backwardCompatible = true;
  override name = '0170-indexes-of-work';

  override up(): void {
    for (const table of ['message', 'web_hook_delivery']) {
      this.addSql(`drop index ${table}_created_at`);
      this.addSql(`create index ${table}_created_at on ${table} (account_id, created_at, id)`);
    }
  }
}
