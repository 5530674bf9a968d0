import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';

/** Work that is due, but that no job has done. */
export interface StuckWork {
  accountId: number;
  kind:
    | 'hold'
    | 'message'
    | 'message_request'
    | 'message_template'
    | 'planned_message'
    | 'recurrence'
    | 'reminder'
    | 'web_hook';
  /** The id of the object that `kind` names; for `hold` and `reminder` it is the booking. */
  id: number;
  /** When it was due. */
  at: Date;
}

/** In milliseconds after the due time. */
const stuckAfter = 30_000;
/** In milliseconds: a later reminder is not sent. */
const maxReminderDelay = 60 * 60 * 1_000;

const stuck = `
  select 'hold' as kind, id, expires_at as at from booking
  where account_id = account.id and state in ('awaiting_verification', 'awaiting_payment') and expires_at < due.before
  union all
  select 'reminder', id, reminder_at from booking
  where account_id = account.id and reminder_at < due.before and reminder_at > due.not_before and reminded_at is null
    and state in ('awaiting_confirmation', 'confirmed') and booked_to > due.before
    and person_id is not null and service_id is not null
  union all
  select 'message', id, updated_at from message
  where account_id = account.id and state in ('queued', 'sending') and updated_at < due.before
  union all
  select 'message_request', id, created_at from message_request
  where account_id = account.id and composed_at is null and created_at < due.before
  union all
  select 'message_template', id, updated_at from message_template
  where account_id = account.id and active and applied_at is null and updated_at < due.before
  union all
  select 'planned_message', id, due_at from planned_message
  where account_id = account.id and due_at < due.before
  union all
  select 'recurrence', id, updated_at from recurrence
  where account_id = account.id and not stopped and position < jsonb_array_length(occurrences) and updated_at < due.before
  union all
  select 'web_hook', web_hook_id, min(next_try_at) from web_hook_delivery
  where account_id = account.id and state = 'pending' and next_try_at < due.before
  group by web_hook_id`;

/** Finds the stuck work of all accounts. */
export async function findStuckWork({ orm }: Database, clock: Clock): Promise<StuckWork[]> {
  const now = clock.now().getTime();
  const rows = await orm.em.fork().execute<(Omit<StuckWork, 'at'> & { at: string })[]>(
    `select account.id as "accountId", stuck.* from account
     cross join (select ?::timestamptz as before, ?::timestamptz as not_before) due
     cross join lateral (${stuck}) stuck`,
    [new Date(now - stuckAfter), new Date(now - maxReminderDelay)],
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}
