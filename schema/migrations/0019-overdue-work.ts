import { Migration } from '@mikro-orm/migrations';

/** Indexes the pending work of bookings, messages and recurrences by due time. */
export class OverdueWork extends Migration {
  override name = '0019-overdue-work';

  override up(): void {
    this.addSql(`create index booking_hold on booking (account_id, expires_at)
  where state in ('awaiting_verification', 'awaiting_payment')`);
    this.addSql(`create index booking_reminder on booking (account_id, reminder_at)
  where reminder_at is not null and reminded_at is null`);
    this.addSql(`create index message_waiting on message (account_id, updated_at)
  where state in ('queued', 'sending')`);
    this.addSql(`create index message_request_waiting on message_request (account_id, created_at)
  where composed_at is null`);
    this.addSql(`create index recurrence_waiting on recurrence (account_id, updated_at)
  where not stopped and position < jsonb_array_length(occurrences)`);
  }
}
