import { Migration } from '@mikro-orm/migrations';

/**
 * Makes the plan of a prepared statement the same whether a database has one account or thousands. PostgreSQL plans it
 * without values, for an account with the mean number of rows. Beside many small accounts it then took any index of an
 * account for good enough, also for an account with 100,000 bookings: it read all of them for a page of 750, and the last
 * bookings of 300 people by 2,500,000 rows. With one distinct value it plans for the largest account that it knows of, and
 * without statistics of values for the whole table: a small account is read by the same index as fast.
 *
 * The next ANALYZE, which autovacuum does by itself, applies it.
 */
export class PlansOfAccounts extends Migration {
  static readonly backwardCompatible = true;
  override name = '0125-plans-of-accounts';

  override up(): void {
    this.addSql(`do $$
declare
  of_accounts regclass;
begin
  for of_accounts in
    select attrelid from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'account_id' and relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
  loop
    execute format('alter table %s alter column account_id set (n_distinct = 1, n_distinct_inherited = 1)', of_accounts);
  end loop;
end
$$`);
  }
}
