import { Migration } from '@mikro-orm/migrations';

/** Limits API keys to chosen permissions and to networks, and the dashboard of an account to networks. */
export class LimitsOfKeys extends Migration {
  static readonly backwardCompatible = true;
  override name = '0156-limits-of-keys';

  override up(): void {
    this.addSql(`alter table api_key
  add column permissions text[],
  add column allowed_networks text[] not null default '{}'`);
    this.addSql(`alter table account add column dashboard_networks text[] not null default '{}'`);
  }
}
