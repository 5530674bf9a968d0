import { Migration } from '@mikro-orm/migrations';

/** Renames the time of the next attempt of deliveries to match `attempt_count`. Only the catalogue changes; the index follows. */
export class NextAttempts extends Migration {
  override name = '0061-next-attempts';

  override up(): void {
    this.addSql('alter table web_hook_delivery rename column next_try_at to next_attempt_at');
  }
}
