import { Migration } from '@mikro-orm/migrations';

/**
 * Orders the change log by era before transaction id. Transaction ids increase only while one PostgreSQL server runs: a
 * restored database or promoted replica can assign ids again that the log already contains. So the first change that an
 * account records after any start of the server begins a new era.
 */
export class ChangeLogEras extends Migration {
  override name = '0023-change-log-eras';

  override up(): void {
    this.addSql(`create table change_log_era (
  account_id integer primary key references account (id),
  era integer not null check (era > 0),
  server_started_at timestamptz not null
)`);
    // A database that was restored before this migration has ids of another server, so the next change begins an era.
    this.addSql(
      `insert into change_log_era (account_id, era, server_started_at) select id, 1, '-infinity' from account`,
    );

    this.addSql(`create function open_change_log_era(of_account integer) returns integer
language plpgsql as $$
declare
  open_era integer;
begin
  select era into open_era from change_log_era
    where account_id = of_account and server_started_at = pg_postmaster_start_time();
  if found then
    return open_era;
  end if;
  -- Waits for a transaction that does the same, and then changes nothing.
  insert into change_log_era as latest (account_id, era, server_started_at)
    values (of_account, 1, pg_postmaster_start_time())
    on conflict (account_id) do update
      set era = latest.era + 1, server_started_at = excluded.server_started_at
      where latest.server_started_at <> excluded.server_started_at;
  select era into strict open_era from change_log_era where account_id = of_account;
  return open_era;
end
$$`);

    for (const table of ['change', 'relay_position', 'change_log_start']) {
      this.addSql(`alter table ${table} add column era integer not null default 1`);
      this.addSql(`alter table ${table} alter column era drop default`);
    }
    this.addSql('alter table change drop constraint change_pkey');
    this.addSql('alter table change add primary key (account_id, era, transaction_id, id)');
    this.addSql('drop index change_object');
    this.addSql('create index change_object on change (account_id, object_type, object_id, era, transaction_id, id)');

    this.addSql('alter table web_hook_delivery alter column change_cursor type varchar(50)');
  }
}
