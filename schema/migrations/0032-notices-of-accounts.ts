import { Migration } from '@mikro-orm/migrations';

/**
 * Sends a notice when an account, one of its keys or the role of one of its users changes. Processes keep what they have
 * read of an account until such a notice comes. The database sends it, so that it also follows a change by hand.
 */
export class NoticesOfAccounts extends Migration {
  override name = '0032-notices-of-accounts';

  override up(): void {
    this.addSql(`
      create function notify_account_changed() returns trigger language plpgsql as $$
      declare
        changed jsonb := to_jsonb(coalesce(new, old));
      begin
        perform pg_notify('account', coalesce(changed ->> 'account_id', changed ->> 'id'));
        return null;
      end $$`);
    for (const table of ['account', 'api_key', 'account_user', 'client_user_link']) {
      this.addSql(`
        create trigger notify_account_changed after update or delete on ${table}
        for each row execute function notify_account_changed()`);
    }
  }
}
