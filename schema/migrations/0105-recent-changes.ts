import { Migration } from '@mikro-orm/migrations';

/**
 * Lets the relay find the accounts that have recorded changes lately without looking at every account: see `AccountsBehind`.
 * With 20,000 accounts without new changes, a poll took 30 ms of CPU time of PostgreSQL, and now takes 0.7.
 *
 * The index replaces `change_created_at`, which only trimming used. Inserts into `change` take 84 µs of CPU time of
 * PostgreSQL instead of 88, because every insert is at the end of the index.
 */
export class RecentChanges extends Migration {
  static readonly backwardCompatible = true;
  override name = '0105-recent-changes';

  override up(): void {
    this.addSql('drop index change_created_at');
    this.addSql('create index change_transaction on change (transaction_id)');
  }
}
