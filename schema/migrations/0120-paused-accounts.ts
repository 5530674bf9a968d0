import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the time since when an account is paused, which it is while it moves to another cell, and the functions that then
 * refuse its writes. Processes of the version before do not skip paused accounts in their work for all accounts: that work
 * fails while an account is paused, and is repeated.
 */
export class PausedAccounts extends Migration {
  static readonly backwardCompatible = true;
  override name = '0120-paused-accounts';

  override up(): void {
    this.addSql('alter table account add paused_at timestamptz(3)');
  }
}
