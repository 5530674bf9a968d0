import type { AccountDatabase } from '../platform/database/account-database.js';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import { sqlStates } from './booking-states.js';
import type { RequestContext } from './context.js';
import { MessageChannel } from './messaging/delivery/message.entity.js';

/** Each channel is a kind of work, with jobs of its own. */
const messagesBy = (channel: MessageChannel): string =>
  `select id, updated_at as due_at from message
    where account_id = account.id and state in ('queued', 'sending') and channel = '${channel}'
      and updated_at < due.before`;

/**
 * By kind of background work: selects the id of the object to work on, and when the work was due. `due.before` is the
 * time on the account's clock before which work counts as stuck, `due.server_before` the same on the server's clock.
 */
const finders = {
  hold: `select id, expires_at as due_at from booking
    where account_id = account.id and state in (${sqlStates.hold}) and expires_at < due.before`,
  reminder: `select id, reminder_at as due_at from booking
    where account_id = account.id and reminder_at < due.before and reminder_at > due.reminders_after
      and reminded_at is null and state in (${sqlStates.permanent}) and booked_to > due.before
      and person_id is not null and service_id is not null`,
  email: messagesBy(MessageChannel.EMAIL),
  sms: messagesBy(MessageChannel.SMS),
  message_request: `select id, created_at as due_at from message_request
    where account_id = account.id and composed_at is null and created_at < due.before`,
  message_template: `select id, updated_at as due_at from message_template
    where account_id = account.id and active and applied_at is null and updated_at < due.before`,
  planned_message: `select id, due_at from planned_message
    where account_id = account.id and due_at < due.before`,
  recurrence: `select id, updated_at as due_at from recurrence
    where account_id = account.id and not stopped and position < jsonb_array_length(occurrences)
      and updated_at < due.before`,
  waitlist_check: `select account_id as id, next_at as due_at from waitlist_check
    where account_id = account.id and next_at < due.before`,
  waitlist_entry: `select id, period_to as due_at from waitlist_entry
    where account_id = account.id and state = 'waiting' and period_to < due.before`,
  waitlist_opening: `select id, created_at as due_at from waitlist_opening
    where account_id = account.id and created_at < due.before`,
  web_hook: `select web_hook_id as id, min(next_attempt_at) as due_at from web_hook_delivery
    where account_id = account.id and state = 'pending' and next_attempt_at < due.server_before
    group by web_hook_id`,
  test_clock: `select account.clock_target as id, account.clock_advanced_at as due_at
    where account.clock_target is not null and account.clock_advanced_at < due.server_before`,
} as const satisfies Record<MessageChannel, string> & Record<string, string>;

/** A kind of background work that is stored in the database, so that it can be resumed if its job is lost. */
export type WorkKind = keyof typeof finders;

/** Background work that should have been done a while ago. */
export interface StuckWork {
  accountId: number;
  kind: WorkKind;
  /** The id of the object to work on, such as a booking or a webhook; for a test clock, the offset that it is to reach; for a check of the waitlist, that of the account. */
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
  const rows = await orm.em.fork().execute<WorkRow[]>(
    `select account.id as "accountId", stuck.kind, stuck.id, stuck.due_at as "dueAt" from account
     cross join lateral (
       select ?::timestamptz + account.clock_offset * interval '1 second' as before,
         ?::timestamptz + account.clock_offset * interval '1 second' as reminders_after, ?::timestamptz as server_before
     ) due
     cross join lateral (${unionOfFinders}) stuck`,
    [new Date(now - stuckAfter), new Date(now - maxReminderDelay), new Date(now - stuckAfter)],
  );
  return rows.map(toStuckWork);
}

type WorkRow = Omit<StuckWork, 'dueAt'> & { dueAt: string };

const toStuckWork = (row: WorkRow): StuckWork => ({ ...row, dueAt: new Date(row.dueAt) });

/** The kinds of work that are done at an instant of the account's clock. */
const timedFinders = {
  hold: `select id, expires_at as due_at from booking
    where account_id = $1 and state in (${sqlStates.hold}) and expires_at > $2 and expires_at <= $3`,
  reminder: `select id, reminder_at as due_at from booking
    where account_id = $1 and reminder_at > $2 and reminder_at <= $3 and reminded_at is null
      and state in (${sqlStates.permanent})`,
  planned_message: `select id, due_at from planned_message where account_id = $1 and due_at > $2 and due_at <= $3`,
  waitlist_check: `select account_id as id, next_at as due_at from waitlist_check
    where account_id = $1 and next_at > $2 and next_at <= $3`,
  waitlist_entry: `select id, period_to as due_at from waitlist_entry
    where account_id = $1 and state = 'waiting' and period_to > $2 and period_to <= $3`,
} as const satisfies Partial<Record<WorkKind, string>>;

const timedWork = Object.entries(timedFinders)
  .map(([kind, finder]) => `select '${kind}' as kind, id, due_at as "dueAt" from (${finder}) as found`)
  .join(' union all ');

/** Finds the work that is due at an instant of the account's clock after `from`, up to `to`, in order. */
export async function findTimedWork(
  db: Pick<AccountDatabase | AccountTransaction, 'query' | 'accountId'>,
  from: Date,
  to: Date,
  limit: number,
): Promise<StuckWork[]> {
  const rows = await db.query<WorkRow>(`${timedWork} order by "dueAt", kind, id limit $4`, [from, to, limit]);
  return rows.map((row) => toStuckWork({ ...row, accountId: db.accountId }));
}

/** Deliveries are made in real time, and the advance of a clock does not wait for itself. */
const besidesTheClock: readonly WorkKind[] = ['web_hook', 'test_clock'];

/** Finds the work of an account that can be done at `now` of its clock, in the order in which it was due. */
export async function findDueWork({ db, clock }: RequestContext, limit: number): Promise<StuckWork[]> {
  const now = clock.now().getTime();
  const rows = await db.query<WorkRow>(
    `select account.id as "accountId", due_work.kind, due_work.id, due_work.due_at as "dueAt"
     from (select * from account where id = $1) account
     cross join (select $2::timestamptz as before, $3::timestamptz as reminders_after, null::timestamptz as server_before) due
     cross join lateral (${unionOfFinders}) due_work
     where due_work.kind <> all ($4::text[]) order by due_work.due_at, due_work.kind, due_work.id limit $5`,
    [new Date(now + 1), new Date(now - maxReminderDelay), besidesTheClock, limit],
  );
  return rows.map(toStuckWork);
}
