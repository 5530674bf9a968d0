import { Migration } from '@mikro-orm/migrations';

/** Creates the credentials of people: passwords, codes sent by SMS, and attempt limits for both. */
export class PersonCredentials extends Migration {
  override name = '0009-person-credentials';

  override up(): void {
    this.addSql('alter table person add column password_hash varchar(255)');

    this.addSql(`create table perishable_token (
  account_id integer not null references account (id),
  phone_number varchar(16) not null,
  code_hash varchar(64) not null,
  expires_at timestamptz(3) not null,
  tries integer not null default 0,
  primary key (account_id, phone_number)
)`);
    this.addSql('create index perishable_token_expires_at on perishable_token (account_id, expires_at)');

    this.addSql(`create unlogged table attempt (
  account_id integer not null references account (id),
  key varchar(127) not null,
  count integer not null,
  expires_at timestamptz(3) not null,
  primary key (account_id, key)
)`);
    this.addSql('create index attempt_expires_at on attempt (account_id, expires_at)');
  }
}
