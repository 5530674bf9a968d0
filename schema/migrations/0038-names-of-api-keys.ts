import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the name, last use and allowed origins of API keys, of which an account can now have several.
 *
 * The trigger of `api_key` fires only for columns that decide who may do what. The last use is written every minute, and
 * each notice makes all processes read the account again.
 */
export class NamesOfApiKeys extends Migration {
  override name = '0038-names-of-api-keys';

  override up(): void {
    this.addSql(`alter table api_key add name varchar(255) not null default 'API key',
  add last_used_at timestamptz(3), add allowed_origins text[] not null default '{}'`);
    this.addSql(`update api_key set name = 'Session' where user_id is not null`);
    this.addSql('drop trigger notify_account_changed on api_key');
    this.addSql(`create trigger notify_account_changed
  after delete or update of key_hash, role, user_id, expires_at, revoked_at, allowed_origins on api_key
  for each row execute function notify_account_changed()`);
  }
}
