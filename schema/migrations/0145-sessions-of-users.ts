import { Migration } from '@mikro-orm/migrations';

/** Stores where each session was begun, and the rules of an account for the sessions of its users. */
export class SessionsOfUsers extends Migration {
  static readonly backwardCompatible = true;
  override name = '0145-sessions-of-users';

  override up(): void {
    this.addSql('alter table api_key add client_address varchar(63), add user_agent varchar(255)');
    this.addSql(`alter table account add session_idle_minutes integer,
  add second_factor_required boolean not null default false,
  add constraint account_session_idle_minutes check (session_idle_minutes between 5 and 720)`);
  }
}
