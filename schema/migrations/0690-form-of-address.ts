import { Migration } from '@mikro-orm/migrations';

/** Stores whether German texts for customers address them informally. */
export class FormOfAddress extends Migration {
  static readonly backwardCompatible = true;
  override name = '0690-form-of-address';

  override up(): void {
    this.addSql('alter table account add informal_german boolean not null default false');
  }
}
