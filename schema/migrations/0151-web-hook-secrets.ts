import { Migration } from '@mikro-orm/migrations';

/**
 * Gives webhooks secrets of their own, and keeps a secret that was replaced for the hours in which both sign. Webhooks
 * without one are signed with that of their account, as before.
 */
export class WebHookSecrets extends Migration {
  static readonly backwardCompatible = true;
  override name = '0151-web-hook-secrets';

  override up(): void {
    for (const table of ['account', 'web_hook']) {
      this.addSql(`alter table ${table} add former_secret text, add former_secret_until timestamptz(3)`);
    }
    this.addSql('alter table web_hook add secret text');
  }
}
