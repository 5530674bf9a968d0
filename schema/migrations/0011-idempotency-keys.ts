import { Migration } from '@mikro-orm/migrations';

/** Stores the first response to each idempotency key, for retries of the request. */
export class IdempotencyKeys extends Migration {
  override name = '0011-idempotency-keys';

  override up(): void {
    this.addSql(`create table idempotency_key (
  account_id integer not null references account (id),
  sender varchar(15) not null,
  key varchar(255) not null,
  fingerprint varchar(64) not null,
  created_at timestamptz(3) not null,
  status integer not null,
  headers jsonb not null,
  body text not null,
  primary key (account_id, sender, key)
)`);
    this.addSql('create index idempotency_key_created_at on idempotency_key (account_id, created_at)');
  }
}
