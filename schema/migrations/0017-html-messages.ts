import { Migration } from '@mikro-orm/migrations';

/** Adds the HTML body of emails whose template is written in HTML. */
export class HtmlMessages extends Migration {
  override name = '0017-html-messages';

  override up(): void {
    this.addSql('alter table message add column html text');
  }
}
