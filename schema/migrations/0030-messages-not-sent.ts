import { Migration } from '@mikro-orm/migrations';

/** Indexes the messages that were not sent, for the metrics. Queued messages have had an index since 0019. */
export class MessagesNotSent extends Migration {
  override name = '0030-messages-not-sent';

  override up(): void {
    this.addSql(`create index message_not_sent on message (account_id, state) where state in ('unsent', 'failed')`);
  }
}
