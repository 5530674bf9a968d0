import { Migration } from '@mikro-orm/migrations';

/**
 * Stores the attempts to send a message, and when the next one is due. Messages of processes of the version before have
 * neither.
 */
export class AttemptsOfMessages extends Migration {
  static readonly backwardCompatible = true;
  override name = '0171-attempts-of-messages';

  override up(): void {
    this.addSql(`alter table message add column attempts jsonb not null default '[]',
  add column next_attempt_at timestamptz(3)`);
    this.addSql(`update message set next_attempt_at = updated_at where state in ('queued', 'sending')`);
  }
}
