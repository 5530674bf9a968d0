import { Migration } from '@mikro-orm/migrations';

/**
 * Lets openings be caused by the passing of time instead of a change: days come within the bookable period of an account,
 * and events reach the start of their booking. A row of `waitlist_check` has the time up to which that was handled, and
 * when something can next become bookable for an entry that waits. Both are on the clock of the account.
 */
export class ChecksOfWaitlists extends Migration {
  override name = '0060-checks-of-waitlists';

  override up(): void {
    this.addSql('alter table waitlist_opening alter change_id drop not null');
    this.addSql(`create table waitlist_check (
  account_id integer not null references account (id),
  checked_at timestamptz(3) not null,
  next_at timestamptz(3),
  primary key (account_id)
)`);
    this.addSql(`insert into waitlist_check (account_id, checked_at, next_at)
  select id, now() + make_interval(secs => clock_offset), now() + make_interval(secs => clock_offset) from account
  where exists (select from waitlist_entry where waitlist_entry.account_id = account.id and state = 'waiting')`);
  }
}
