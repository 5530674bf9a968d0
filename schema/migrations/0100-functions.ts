import { Migration } from '@mikro-orm/migrations';

/** Stores the hash of the text of each function that the database has: see `src/platform/database/functions.ts`. */
export class Functions extends Migration {
  static readonly backwardCompatible = true;
  override name = '0100-functions';

  override up(): void {
    this.addSql('create table schema_function (name text primary key, hash text not null)');
  }
}
