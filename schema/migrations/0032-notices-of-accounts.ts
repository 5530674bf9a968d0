import { Migration } from '@mikro-orm/migrations';

/**
 * Sends a notification when an account, one of its keys or the role of one of its users changes. Processes cache an
 * account until they receive it. Triggers send it, so that changes by hand also invalidate the caches.
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
