import { Migration } from '@mikro-orm/migrations';

/** Adds the resource that a user is. A resource is one user at most. */
export class ResourcesOfUsers extends Migration {
  static readonly backwardCompatible = true;
  override name = '0425-resources-of-users';

  override up(): void {
    this.addSql(`alter table client_user_link add column resource_id integer,
  add foreign key (account_id, resource_id) references resource (account_id, id),
  add constraint client_user_link_resource_unique unique (account_id, resource_id)`);
  }
}
