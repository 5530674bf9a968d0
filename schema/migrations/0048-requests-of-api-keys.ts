import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the number of requests of each API key by day. `day` is the first instant of the day on the account's wall clock,
 * so that a later change of its time zone moves no count. A period reads the days of all keys in the order of the key.
 * Without a foreign key to the API key: the totals keep the requests of keys that are deleted.
 */
export class RequestsOfApiKeys extends Migration {
  override name = '0048-requests-of-api-keys';

  override up(): void {
    this.addSql(`create table api_key_requests (
  account_id integer not null references account (id),
  day timestamptz(3) not null,
  api_key_id integer not null,
  requests integer not null check (requests > 0),
  primary key (account_id, day, api_key_id)
)`);
  }
}
