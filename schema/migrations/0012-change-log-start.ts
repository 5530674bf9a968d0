import { Migration } from '@mikro-orm/migrations';

/** Records how far an account's change log has been trimmed. A reader with an older cursor has lost changes. */
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
