import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes the messages that are to be sent by account, channel and time, those without which people cannot enter or book
 * apart from the others. So a flood of one kind is not read to find a message of the other.
 */
export class TurnsOfMessages extends Migration {
  static readonly backwardCompatible = true;
  override name = '0172-turns-of-messages';

  override up(): void {
    const urgent = `('verification', 'perishable_token', 'visitor_code', 'user_invitation', 'password_reset')`;
    for (const [name, kinds] of [
      ['message_due', `not in ${urgent}`],
      ['message_urgent', `in ${urgent}`],
    ]) {
      this.addSql(`create index ${name} on message (account_id, channel, (coalesce(next_attempt_at, updated_at)), id)
  where state in ('queued', 'sending') and held_until is null and kind ${kinds}`);
    }
  }
}
