import { Migration } from '@mikro-orm/migrations';

/**
 * Stores the codes by which visitors prove an address, and the sessions that follow. An address is the key of an email
 * (`text_key`) or a phone number in E.164. A session has no person: who has its address is looked up at each request.
 *
 * An account has few rows of both, because codes are limited and expired rows are deleted every hour. The primary keys are the
 * only indexes, so that PostgreSQL takes no other one without statistics.
 */
export class VisitorSessions extends Migration {
  static readonly backwardCompatible = true;
  override name = '0220-visitor-sessions';

  override up(): void {
    this.addSql(`create table visitor_code (
  account_id integer not null references account (id),
  address varchar(255) not null,
  code_hash varchar(64) not null,
  expires_at timestamptz(3) not null,
  attempt_count integer not null default 0,
  primary key (account_id, address)
)`);
    this.addSql(`create table visitor_session (
  account_id integer not null references account (id),
  token_hash varchar(64) not null,
  address varchar(255) not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (account_id, token_hash)
)`);
    for (const table of ['visitor_code', 'visitor_session']) {
      this.addSql(`alter table ${table} alter column account_id set (n_distinct = 1)`);
    }
    this.addSql('alter table account add column my_bookings boolean not null default true');
  }
}
