import { Migration } from '@mikro-orm/migrations';

/** Counts the changes of an API key, so that a change can be refused if somebody else made one since the key was read. */
export class RevisionsOfApiKeys extends Migration {
  override name = '0057-revisions-of-api-keys';

  override up(): void {
    this.addSql('alter table api_key add revision_count integer not null default 0');
  }
}
