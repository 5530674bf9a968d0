import { Migration } from '@mikro-orm/migrations';

/**
 * Stores the server of an era by its system identifier, which a standby shares with its primary. Before, readers compared
 * the start of the server, so that on a standby every change counted as settled, also those before which another could still
 * be committed.
 *
 * The rows that are there get the identifier of this server without being written, so that `xmin = writer` still tells those
 * that were restored.
 */
export class IdentityOfLogs extends Migration {
  static readonly backwardCompatible = true;
  override name = '0110-identity-of-logs';

  override up(): void {
    this.addSql(`do $$ begin
  execute format('alter table change_log_era add column system_identifier bigint not null default %s',
    (select system_identifier from pg_control_system()));
end $$`);
    this.addSql('alter table change_log_era alter column system_identifier drop default');
  }
}
