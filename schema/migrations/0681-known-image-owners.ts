import { ConcurrentMigration } from './concurrent-migration.js';

/** Validates what 0680-pictures says of accounts and images. */
export class KnownImageOwners extends ConcurrentMigration {
  override name = '0681-known-image-owners';

  override up(): void {
    this.addSql('alter table account validate constraint account_pictures');
    this.addSql('alter table record_image validate constraint record_image_owner_check');
  }
}
