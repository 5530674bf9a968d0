import { Migration } from '@mikro-orm/migrations';

/** Adds what the documents of an account state about it, whether they are issued by themselves, and how long they are kept. */
export class DocumentSettings extends Migration {
  static readonly backwardCompatible = true;
  override name = '0435-document-settings';

  override up(): void {
    this.addSql(`alter table account
  add legal_name varchar(255),
  add organisation_number varchar(255),
  add vat_number varchar(255),
  add document_country varchar(2),
  add documents varchar(7) check (documents in ('receipt')),
  add document_retention_years integer check (document_retention_years between 1 and 30)`);
  }
}
