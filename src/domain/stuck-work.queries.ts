import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import { sqlStates } from './booking-states.js';

/**
 * By kind of background work: selects the id of the object to work on, and when the work was due. `due.before` is the
 * time before which work counts as stuck.
 */
const finders = {
  hold: `select id, expires_at as due_at from booking
    where account_id = account.id and state in (${sqlStates.hold}) and expires_at < due.before`,
  reminder: `select id, reminder_at as due_at from booking
    where account_id = account.id and reminder_at < due.before and reminder_at > due.reminders_after
      and reminded_at is null and state in (${sqlStates.permanent}) and booked_to > due.before
      and person_id is not null and service_id is not null`,
  message: `select id, updated_at as due_at from message
    where account_id = account.id and state in ('queued', 'sending') and updated_at < due.before`,
  message_request: `select id, created_at as due_at from message_request
    where account_id = account.id and composed_at is null and created_at < due.before`,
  message_template: `select id, updated_at as due_at from message_template
    where account_id = account.id and active and applied_at is null and updated_at < due.before`,
  planned_message: `select id, due_at from planned_message
    where account_id = account.id and due_at < due.before`,
  recurrence: `select id, updated_at as due_at from recurrence
    where account_id = account.id and not stopped and position < jsonb_array_length(occurrences)
      and updated_at < due.before`,
  web_hook: `select web_hook_id as id, min(next_try_at) as due_at from web_hook_delivery
    where account_id = account.id and state = 'pending' and next_try_at < due.before
    group by web_hook_id`,
} as const;

/** A kind of background work that is stored in the database, so that it can be resumed if its job is lost. */
export type WorkKind = keyof typeof finders;

/** Background work that should have been done a while ago. */
export interface StuckWork {
  accountId: number;
  kind: WorkKind;
  /** The id of the object to work on, such as a booking or a webhook. */
  id: number;
  dueAt: Date;
}

/** In milliseconds. Work that was due this long ago counts as stuck. */
const stuckAfter = 30_000;
/** In milliseconds. Reminders that were due longer ago are not sent any more. */
const maxReminderDelay = 60 * 60 * 1_000;

const unionOfFinders = Object.entries(finders)
  .map(([kind, finder]) => `select '${kind}' as kind, found.id, found.due_at from (${finder}) as found`)
  .join(' union all ');

/** Finds the stuck work of all accounts. */
export async function findStuckWork({ orm }: Database, clock: Clock): Promise<StuckWork[]> {
  const now = clock.now().getTime();
  const rows = await orm.em.fork().execute<(Omit<StuckWork, 'dueAt'> & { dueAt: string })[]>(
    `select account.id as "accountId", stuck.kind, stuck.id, stuck.due_at as "dueAt" from account
     cross join (select ?::timestamptz as before, ?::timestamptz as reminders_after) due
     cross join lateral (${unionOfFinders}) stuck`,
    [new Date(now - stuckAfter), new Date(now - maxReminderDelay)],
  );
  return rows.map((row) => ({ ...row, dueAt: new Date(row.dueAt) }));
}
