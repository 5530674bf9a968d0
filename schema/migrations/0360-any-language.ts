import { Migration } from '@mikro-orm/migrations';

/** Accepts every code of a language, so that a new language needs no migration: the API accepts those with texts. */
export class AnyLanguage extends Migration {
  static readonly backwardCompatible = true;
  override name = '0360-any-language';

  override up(): void {
    this.addSql('alter table account drop constraint account_locale_check');
    this.addSql(`alter table account add constraint account_locale_check check (locale ~ '^[a-z]{2}$')`);
    this.addSql('alter table account_user drop constraint account_user_language_check');
    this.addSql(`alter table account_user add constraint account_user_language_check check (language ~ '^[a-z]{2}$')`);
  }
}
