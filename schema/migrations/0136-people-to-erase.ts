import { Migration } from '@mikro-orm/migrations';

/** Lets an account have people erased some months after their last booking. The daily job finds such accounts by the index. */
export class PeopleToErase extends Migration {
  static readonly backwardCompatible = true;
  override name = '0136-people-to-erase';

  override up(): void {
    this.addSql('alter table account add column person_retention_months integer');
    this.addSql('create index account_erasing on account (id) where person_retention_months is not null');
  }
}
