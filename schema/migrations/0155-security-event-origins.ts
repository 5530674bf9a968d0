import { Migration } from '@mikro-orm/migrations';

/**
 * Stores by which interface a security event came about, whom it concerns, and how often it was repeated. `repeat_key`
 * makes repeated refusals one row: the unique index decides over all processes.
 */
export class SecurityEventOrigins extends Migration {
  static readonly backwardCompatible = true;
  override name = '0155-security-event-origins';

  override up(): void {
    this.addSql(`alter table security_event
  add column interface varchar(15) not null default 'server',
  add column about_user_id integer,
  add column about_api_key_id integer,
  add column about_name varchar(255),
  add column event_count integer not null default 1,
  add column repeat_key varchar(100)`);
    this.addSql(
      'create unique index security_event_repeat_key on security_event (account_id, repeat_key) where repeat_key is not null',
    );
    this.addSql(
      'create index security_event_api_key_id on security_event (account_id, api_key_id, id) where api_key_id is not null',
    );
    this.addSql(
      'create index security_event_about_user_id on security_event (account_id, about_user_id, id) where about_user_id is not null',
    );
    this.addSql(
      'create index security_event_about_api_key_id on security_event (account_id, about_api_key_id, id) where about_api_key_id is not null',
    );
    this.addSql('create index security_event_client_address on security_event (account_id, client_address, id)');
  }
}
