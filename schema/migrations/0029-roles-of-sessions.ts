import { Migration } from '@mikro-orm/migrations';

/** The key of a session has no role of its own: its user's role is read at each request. */
export class RolesOfSessions extends Migration {
  override name = '0029-roles-of-sessions';

  override up(): void {
    this.addSql('alter table api_key alter role drop not null');
    this.addSql('update api_key set role = null where user_id is not null');
    this.addSql('alter table api_key add constraint api_key_role check ((role is null) = (user_id is not null))');
  }
}
