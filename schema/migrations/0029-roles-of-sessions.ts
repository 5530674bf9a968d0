import { Migration } from '@mikro-orm/migrations';

/** Removes the role of session keys. Each request reads the role of the session's user instead. */
export class RolesOfSessions extends Migration {
  override name = '0029-roles-of-sessions';

  override up(): void {
    this.addSql('alter table api_key alter role drop not null');
    this.addSql('update api_key set role = null where user_id is not null');
    this.addSql('alter table api_key add constraint api_key_role check ((role is null) = (user_id is not null))');
  }
}
