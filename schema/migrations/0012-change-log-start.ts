import { Migration } from '@mikro-orm/migrations';

/** Up to where an account's log has been deleted: whoever was there before has missed something for good. */
export class ChangeLogStart extends Migration {
  override name = '0012-change-log-start';

  override up(): void {
    this.addSql(`create table change_log_start (
  account_id integer primary key references account (id),
  transaction_id xid8 not null,
  change_id bigint not null
)`);
  }
}
