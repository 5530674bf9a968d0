import { Migration } from '@mikro-orm/migrations';

/**
 * Assigns idempotency keys to one API key or user instead of the account. An account with one API key keeps its stored
 * responses, so that a retry across the upgrade is not executed again. With several API keys, their owner is unknown.
 */
export class IdempotencyKeysOfActors extends Migration {
  override name = '0021-idempotency-keys-of-actors';

  override up(): void {
    this.addSql('alter table idempotency_key alter column sender type varchar(40)');
    this.addSql(`update idempotency_key set sender = 'api_key:' || owner.id
  from (
    select account_id, min(id) as id from api_key where user_id is null group by account_id having count(*) = 1
  ) owner
  where idempotency_key.sender = 'api_key' and idempotency_key.account_id = owner.account_id`);
  }
}
