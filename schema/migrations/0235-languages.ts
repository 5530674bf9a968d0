import { Migration } from '@mikro-orm/migrations';

/** Allows Danish and German as the language of an account, and stores the language of a user. */
export class Languages extends Migration {
  static readonly backwardCompatible = true;
  override name = '0235-languages';

  override up(): void {
    const languages = `('en', 'nb', 'sv', 'da', 'de')`;
    this.addSql('alter table account drop constraint account_locale_check');
    this.addSql(`alter table account add constraint account_locale_check check (locale in ${languages})`);
    this.addSql(`alter table account_user add column language varchar(2) check (language in ${languages})`);
  }
}
