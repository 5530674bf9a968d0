import { Migration } from '@mikro-orm/migrations';

/** What an email says in HTML, where its template has it. */
export class HtmlMessages extends Migration {
  override name = '0017-html-messages';

  override up(): void {
    this.addSql('alter table message add column html text');
  }
}
