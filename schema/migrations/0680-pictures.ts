import { Migration } from '@mikro-orm/migrations';

/**
 * Stores the cover and the gallery of an account: the list with the account, whose revision and history cover it, and the
 * files with the images of records. `0681-known-image-owners` validates the constraints.
 */
export class Pictures extends Migration {
  static readonly backwardCompatible = true;
  override name = '0680-pictures';

  override up(): void {
    this.addSql(`alter table account add pictures jsonb not null default '[]',
  add constraint account_pictures check (jsonb_typeof(pictures) = 'array' and jsonb_array_length(pictures) <= 13) not valid`);
    this.addSql(`alter table record_image drop constraint record_image_owner_check,
  add constraint record_image_owner_check check (owner in ('resource', 'service', 'picture')) not valid`);
  }
}
