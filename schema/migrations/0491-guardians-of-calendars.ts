import { ConcurrentMigration } from './concurrent-migration.js';

/** Validates the guardians of calendars. Those from before have none. */
export class GuardiansOfCalendars extends ConcurrentMigration {
  override name = '0491-guardians-of-calendars';

  override up(): void {
    this.addSql('alter table calendar_feed validate constraint calendar_feed_guardian');
  }
}
