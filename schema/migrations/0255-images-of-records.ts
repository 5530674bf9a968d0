import { Migration } from '@mikro-orm/migrations';

/** Stores images of resources and services, and a description of resources, for the booking page. */
export class ImagesOfRecords extends Migration {
  static readonly backwardCompatible = true;
  override name = '0255-images-of-records';

  override up(): void {
    this.addSql('alter table resource add description text, add image text');
    this.addSql('alter table service add image text');
    this.addSql(`create table record_image (
  account_id integer not null references account (id),
  owner varchar(8) not null check (owner in ('resource', 'service')),
  owner_id integer not null,
  digest varchar(64) not null,
  type varchar(31) not null,
  bytes bytea not null,
  primary key (account_id, owner, owner_id)
)`);
    this.addSql('alter table record_image alter column account_id set (n_distinct = 1)');
    this.addSql('create index record_image_digest on record_image (account_id, digest)');
  }
}
