import { Migration } from '@mikro-orm/migrations';

/**
 * Counts the messages of an account per day, with one row for each channel and urgency, and holds those beyond its quota
 * until the next day.
 */
export class MessageQuotas extends Migration {
  static readonly backwardCompatible = true;
  override name = '0160-message-quotas';

  override up(): void {
    this.addSql(`create table message_quota (
  account_id integer not null references account (id),
  channel varchar(5) not null,
  urgent boolean not null,
  per_day integer,
  day date not null,
  count integer not null,
  primary key (account_id, channel, urgent)
)`);
    this.addSql('alter table message_quota alter column account_id set (n_distinct = 1)');
    this.addSql(
      'alter table message add column held_until timestamptz(3), add column is_counted boolean not null default false',
    );
    this.addSql('create index message_held on message (account_id, channel, id) where held_until is not null');
  }
}
