import { Migration } from '@mikro-orm/migrations';

/**
 * Gives sandboxes, which are accounts for tests, a clock of their own. It is stored as the seconds by which it is ahead
 * of the server's clock, so that it runs on.
 *
 * The capacity check takes a hold as expired only once the database's clock has reached its end, too, in case the clock
 * of a process is ahead. The clock of a sandbox is ahead on purpose. The account is read only if the row is from the
 * database's future, so other accounts pay nothing.
 */
export class TestClocks extends Migration {
  override name = '0039-test-clocks';

  override up(): void {
    this.addSql(`alter table account add sandbox boolean not null default false,
  add clock_offset integer not null default 0, add clock_target integer, add clock_advanced_at timestamptz(3),
  add constraint account_clock check (sandbox or (clock_offset = 0 and clock_target is null))`);
    this.addSql(`do $migration$
declare
  known constant text := 'database_time := clock_timestamp();';
  body constant text := pg_get_functiondef('check_booking_capacity'::regproc);
begin
  if strpos(body, known) = 0 then
    raise exception 'check_booking_capacity does not read the clock as expected';
  end if;
  execute replace(body, known, known || '
  if new.updated_at > database_time then
    select database_time + clock_offset * interval ''1 second'' into database_time
      from account where id = new.account_id;
  end if;');
end
$migration$`);
  }
}
