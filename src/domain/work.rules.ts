import type { Actor } from '../outbox/actor.js';
import type { RecordedChange, Snapshot } from '../outbox/recorded-change.js';
import { holdStates, permanentStates } from './booking-states.js';

/** A condition on an attribute, for the database and for a record or a change of it. */
interface Condition {
  sql(column: string): string;
  holds(value: unknown, record: object): boolean;
}

const isNull: Condition = { sql: (column) => `${column} is null`, holds: (value) => (value ?? null) === null };
const isSet: Condition = { sql: (column) => `${column} is not null`, holds: (value) => (value ?? null) !== null };
const isTrue: Condition = { sql: (column) => column, holds: (value) => value === true };
const isFalse: Condition = { sql: (column) => `not ${column}`, holds: (value) => value === false };

/** Literals, because PostgreSQL uses a partial index only if the statement itself contains the condition of the index. */
const oneOf = (...values: readonly string[]): Condition => ({
  sql: (column) => `${column} in (${values.map((value) => `'${value}'`).join(', ')})`,
  holds: (value) => values.some((one) => one === value),
});

const noneOf = (...values: readonly string[]): Condition => ({
  sql: (column) => `${column} not in (${values.map((value) => `'${value}'`).join(', ')})`,
  holds: (value) => values.every((one) => one !== value),
});

/** Whether the number is an index of the array `occurrences`. */
const isBeforeEndOfOccurrences: Condition = {
  sql: (column) => `${column} < jsonb_array_length(occurrences)`,
  holds: (value, record) => {
    const occurrences: unknown = Reflect.get(record, 'occurrences');
    return Array.isArray(occurrences) && Number(value) < occurrences.length;
  },
};

/** Whether the webhook is active. A delivery does not have this; `claimDelivery` checks it again. */
const isOfActiveWebHook: Condition = {
  sql: (column) => `exists (select from web_hook where account_id = work.account_id and id = ${column} and active)`,
  holds: () => true,
};

/** Whether the resource is active. A calendar does not have this; the job checks it again. */
const isOfActiveResource: Condition = {
  sql: (column) => `exists (select from resource where account_id = work.account_id and id = ${column} and active)`,
  holds: () => true,
};

/** Whether the calendar is active. Its claim checks it again. */
const isOfActiveCalendar: Condition = {
  sql: (column) =>
    `exists (select from calendar_source where account_id = work.account_id and id = ${column} and active)`,
  holds: () => true,
};

/** When a kind of background work is to be done, by the attributes of the row that it is about. */
export interface WorkRule {
  /** The table, which is also the type of the object in the change log, if its changes are logged. */
  table: string;
  /** SQL of its rows, where the table itself is not to be read. */
  rows?: string;
  /** The attribute that identifies the work: several rows with the same are done together. `id` by default. */
  id?: string;
  /** The columns that are not named like their attribute, or expressions. */
  columns?: Readonly<Record<string, string>>;
  /** There is work while all of these hold. */
  open: Readonly<Record<string, Condition>>;
  /** The attribute with the time at which the work is due. */
  at?: string;
  /** Instead of `at`, for work that is due at once: the attribute with the time since when there is work. */
  since?: string;
  /** The attribute with the time at which the work lapses. */
  until?: string;
  /** Milliseconds after `at` for which the work can be late. */
  maxDelay?: number;
  /** Whether its times are those of the server. Otherwise they are those of the account, which is ahead in a sandbox. */
  isOnServerClock?: boolean;
}

/**
 * The kinds of messages without which people cannot enter or book. They have a quota and workers of their own, so that a flood
 * of reminders delays none of them.
 */
export const urgentMessageKinds: readonly string[] = [
  'verification',
  'perishable_token',
  'visitor_code',
  'user_invitation',
  'password_reset',
];

const messagesBy = <Channel extends string>(channel: Channel, kind: Condition) => ({
  table: 'message' as const,
  // Messages of the version before have no time of the next attempt.
  columns: { nextAttemptAt: 'coalesce(next_attempt_at, updated_at)' },
  open: { state: oneOf('queued', 'sending'), channel: oneOf(channel), heldUntil: isNull, kind },
  at: 'nextAttemptAt' as const,
});

/**
 * All kinds of background work. The database has the work; its job is only a reminder of it, which may be lost, late or
 * repeated. So each kind is declared once, and all that ask whether there is work follow from it: the search for work
 * whose job was lost and the steps of an advancing clock (`work.queries.ts`), the relay that turns a change into a job
 * (`workOf`), and the job itself, under the lock of the row (`isWorkDue`).
 */
export const workRules = {
  /** The next read of a calendar of another program, stored by the read before it. */
  calendar_source: {
    table: 'calendar_source',
    open: { active: isTrue, resourceId: isOfActiveResource },
    at: 'nextReadAt',
    isOnServerClock: true,
  },
  /** The entries of bookings that are to be written into a calendar of another program. */
  calendar_source_entry: {
    table: 'calendar_source_entry',
    id: 'calendarSourceId',
    open: { state: oneOf('pending'), calendarSourceId: isOfActiveCalendar },
    at: 'nextAttemptAt',
    isOnServerClock: true,
  },
  /** The entries that a calendar is to get of the bookings that there are. */
  calendar_target: {
    table: 'calendar_source',
    open: { active: isTrue, plansEntriesSince: isSet },
    since: 'plansEntriesSince',
    isOnServerClock: true,
  },
  /** The documents that orders of an account may need. Its job deletes the rows. */
  document: { table: 'document_request', id: 'accountId', open: {}, since: 'createdAt' },
  /** A hold that expires. */
  hold: {
    table: 'booking',
    // The expression of the index.
    columns: { expiresAt: `coalesce(expires_at, 'infinity')` },
    open: { state: oneOf(...holdStates) },
    at: 'expiresAt',
  },
  /**
   * The reminder of a booking. Not of a hold: its message has the secret link to the booking, and would go to an address
   * that may not be verified. A hold that is confirmed within an hour of the time of its reminder gets it then. Messages
   * need a person, who receives them, and a service, which they describe.
   */
  reminder: {
    table: 'booking',
    open: { remindedAt: isNull, state: oneOf(...permanentStates), personId: isSet, serviceId: isSet },
    at: 'reminderAt',
    until: 'bookedTo',
    maxDelay: 60 * 60 * 1_000,
  },
  email: messagesBy('email', noneOf(...urgentMessageKinds)),
  sms: messagesBy('sms', noneOf(...urgentMessageKinds)),
  urgent_email: messagesBy('email', oneOf(...urgentMessageKinds)),
  urgent_sms: messagesBy('sms', oneOf(...urgentMessageKinds)),
  /** Messages that a change of a booking requested, which are not composed. */
  message_request: { table: 'message_request', open: { composedAt: isNull }, since: 'createdAt' },
  /** A version of a template that was not applied to the existing bookings. */
  message_template: { table: 'message_template', open: { active: isTrue, appliedAt: isNull }, since: 'updatedAt' },
  /** A message of a template, stored when it was planned. Its job deletes the row, whether it sends the message or not. */
  planned_message: { table: 'planned_message', open: {}, at: 'dueAt' },
  /** Erases the data of a person in the other tables. */
  person_erasure: { table: 'person_erasure', open: { finishedAt: isNull }, since: 'createdAt' },
  recurrence: {
    table: 'recurrence',
    open: { stopped: isFalse, position: isBeforeEndOfOccurrences },
    since: 'updatedAt',
  },
  /** The next check of an account's waitlist, stored by the check before it and by changes of what it looks at. */
  waitlist_check: { table: 'waitlist_check', id: 'accountId', open: {}, at: 'nextAt' },
  /** An entry whose period ends. */
  waitlist_entry: {
    table: 'waitlist_entry',
    columns: { to: 'period_to' },
    open: { state: oneOf('waiting') },
    at: 'to',
  },
  /** A time to offer to the waitlist. Its job deletes the row. */
  waitlist_opening: { table: 'waitlist_opening', open: {}, since: 'createdAt' },
  /** The deliveries of a webhook. */
  web_hook: {
    table: 'web_hook_delivery',
    id: 'webHookId',
    open: { state: oneOf('pending'), webHookId: isOfActiveWebHook },
    at: 'nextAttemptAt',
    isOnServerClock: true,
  },
  /** The advance of a sandbox's clock to an offset. */
  test_clock: {
    table: 'account',
    // The search for stuck work has the row of the account already.
    rows: '(select account.id as account_id, account.clock_target, account.clock_advanced_at)',
    id: 'clockTarget',
    open: { clockTarget: isSet },
    since: 'clockAdvancedAt',
    isOnServerClock: true,
  },
} as const satisfies Record<string, WorkRule>;

export type WorkKind = keyof typeof workRules;

/** The kinds of work that send messages. */
export type MessageWork = 'email' | 'sms' | 'urgent_email' | 'urgent_sms';

/** Returns by which kind of work a message is sent. */
export function messageWorkOf(kind: string, channel: 'email' | 'sms'): MessageWork {
  return urgentMessageKinds.includes(kind) ? `urgent_${channel}` : channel;
}

/** All kinds with their rules. */
export const workKinds: readonly (readonly [WorkKind, WorkRule])[] = Object.entries(workRules) as [
  WorkKind,
  WorkRule,
][];

/** A piece of background work. */
export interface Work {
  accountId: number;
  kind: WorkKind;
  /** The id of the object to work on, such as a booking or a webhook; for a test clock, the offset that it is to reach; for a check of the waitlist, that of the account. */
  id: number;
  /** When it is or was due. For work that is due at once, since when there is work. */
  dueAt: Date;
  /** The actor of the change that caused the work; absent if the work was found without its change. */
  actor?: Actor;
}

type AttributeOf<Rule> =
  | (Rule extends { open: infer Open } ? keyof Open : never)
  | (Rule extends { at: infer At } ? At : never)
  | (Rule extends { until: infer Until } ? Until : never);

type WorkRecord<Kind extends WorkKind> =
  | Snapshot
  | Readonly<Record<AttributeOf<(typeof workRules)[Kind]> & string, unknown>>;

/**
 * Returns whether a row has work of a kind, at `now` or later.
 *
 * @param now on the clock of the account, or of the server for a kind that `isOnServerClock`
 */
export function isWorkOpen<Kind extends WorkKind>(kind: Kind, record: WorkRecord<Kind>, now: Date): boolean {
  return isOpenBy(workRules[kind], record, now);
}

/** Returns whether work is to be done at `now`. Work without a time is due as soon as there is some. */
export function isWorkDue<Kind extends WorkKind>(kind: Kind, record: WorkRecord<Kind>, now: Date): boolean {
  const { at }: WorkRule = workRules[kind];
  if (!isOpenBy(workRules[kind], record, now)) return false;
  return at === undefined || (timeOf(record, at) ?? Number.POSITIVE_INFINITY) <= now.getTime();
}

function isOpenBy({ open, at, until, maxDelay = 0 }: WorkRule, record: object, now: Date): boolean {
  const holds = Object.entries(open).every(([name, condition]) => condition.holds(Reflect.get(record, name), record));
  const time = at === undefined ? undefined : timeOf(record, at);
  if (!holds || (at !== undefined && time === undefined)) return false;
  if (until !== undefined && (timeOf(record, until) ?? 0) <= now.getTime()) return false;
  return maxDelay === 0 || time === undefined || time + maxDelay > now.getTime();
}

/** In epoch milliseconds; undefined for null. */
function timeOf(record: object, attribute: string): number | undefined {
  const value: unknown = Reflect.get(record, attribute);
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? Date.parse(value) : undefined;
}

/** Returns the work that a change causes, by its object as the change has left it. */
export function workOf({ accountId, name, objectType, objectId, snapshot, createdAt, actor }: RecordedChange): Work[] {
  if (name.endsWith('.deleted')) return [];
  const changedAt = timeOf(snapshot, 'updatedAt') ?? createdAt.getTime();
  return workKinds.flatMap(([kind, rule]) => {
    if (rule.table !== objectType || !isOpenBy(rule, snapshot, new Date(changedAt))) return [];
    const id = rule.id === undefined ? objectId : Number(snapshot[rule.id]);
    const dueAt = new Date(timeOf(snapshot, rule.at ?? rule.since ?? '') ?? changedAt);
    return [{ accountId, kind, id, dueAt, actor }];
  });
}

/** The SQL of the times by which work is selected. */
export interface WorkTimes {
  /** The condition on the column with the time of the work. */
  condition(column: string): string;
  /** The time at which the work must not have lapsed, by the same column. */
  now(column: string): string;
}

/** SQL: selects the `id` and `due_at` of the open work of a kind in the account `account.id`. */
export function selectWork(rule: WorkRule, { condition, now }: WorkTimes): string {
  const { table, rows = table, id, until, maxDelay } = rule;
  const due = dueColumnOf(rule);
  const conditions = [
    'work.account_id = account.id',
    isOpenRow(rule),
    condition(due),
    ...(until === undefined ? [] : [`${columnOf(rule, until)} > ${now(due)}`]),
    ...(maxDelay === undefined ? [] : [`${due} > ${now(due)} - interval '${maxDelay} milliseconds'`]),
  ];
  const from = `from ${rows} work where ${conditions.join(' and ')}`;
  if (id === undefined) return `select id, ${due} as due_at ${from}`;
  return `select ${columnOf(rule, id)} as id, min(${due}) as due_at ${from} group by ${columnOf(rule, id)}`;
}

/**
 * SQL: selects the ids of the accounts with open work of a kind, whenever it is due. An index of each table has the open
 * rows by account. The statement goes through it from account to account, so it reads one row for each account with open
 * work, and none for the others.
 */
export function selectAccountsWithWork(rule: WorkRule): string {
  const { table } = rule;
  if (table === 'account') {
    // The range excludes no row. Without statistics, PostgreSQL takes `is not null` for true of most rows, not of a range.
    return `select id from account work
      where ${isOpenRow(rule)} and ${dueColumnOf(rule)} between '-infinity' and 'infinity'`;
  }
  const next = (condition: string): string =>
    `select account_id from ${table} work where ${isOpenRow(rule)} ${condition} order by account_id limit 1`;
  return `with recursive account_with_work (id) as (
    (${next('')})
    union all
    select (${next('and account_id > account_with_work.id')}) from account_with_work where id is not null
  )
  select id from account_with_work where id is not null`;
}

/** SQL: whether a row of `work` has work, now or later. */
export const isOpenRow = (rule: WorkRule): string =>
  [
    ...Object.entries(rule.open).map(([attribute, { sql }]) => sql(columnOf(rule, attribute))),
    `${dueColumnOf(rule)} is not null`,
  ].join(' and ');

export const dueColumnOf = (rule: WorkRule): string => columnOf(rule, rule.at ?? rule.since ?? '');

const columnOf = ({ columns }: WorkRule, attribute: string): string =>
  columns?.[attribute] ?? attribute.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
