import { Migration } from '@mikro-orm/migrations';

/**
 * Lets an offer of the waitlist keep the time that became free for its entry while it was open, and an opening be for one
 * entry: an entry whose offer has lapsed is considered for that time. The index finds entries that wait or have an offer;
 * it replaces one of those that wait.
 */
export class MissedOpenings extends Migration {
  override name = '0064-missed-openings';

  override up(): void {
    this.addSql('alter table waitlist_offer add missed tstzrange');
    this.addSql('alter table waitlist_opening add entry_id integer');
    this.addSql(`create index waitlist_entry_open on waitlist_entry (account_id, period_to)
  where state in ('waiting', 'offered')`);
    this.addSql('drop index waitlist_entry_waiting');
  }
}
