import { Migration } from '@mikro-orm/migrations';

/** Renames the counts of attempts after what they count. Only the catalogue changes; indexes follow. */
export class AttemptCounts extends Migration {
  override name = '0059-attempt-counts';

  override up(): void {
    for (const table of ['message', 'web_hook_delivery', 'failed_job', 'perishable_token']) {
      this.addSql(`alter table ${table} rename column tries to attempt_count`);
    }
  }
}
