import { Migration } from '@mikro-orm/migrations';

/**
 * Counts the changes of an event, as those of bookings, so that a change can name the version that the client read. Only the
 * catalogue changes: a constant default rewrites no row. A process of the version before inserts events with the default.
 */
export class RevisionsOfEvents extends Migration {
  override name = '0063-revisions-of-events';

  override up(): void {
    this.addSql('alter table event add revision_count integer not null default 0');
  }
}
