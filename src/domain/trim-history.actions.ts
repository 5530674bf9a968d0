import type { Database } from '../platform/database/database.js';
import { isWritableAccount } from '../platform/database/writable-account.js';

/** Days for which the texts of messages and deliveries are kept, unless the rows are kept for less. */
export const bodyDays = 30;

/** Years for which the documents of erased people are kept after the year of their issue, unless the account sets them. */
export const documentYears = 5;

const batchSize = 1_000;

/** Rows that are deleted, or lose their texts, some time after their work has ended. */
interface History {
  table: string;
  /** When the work ended. */
  at: string;
  /** Orders rows of the same time. An index has the account, `at` and this column. */
  key: string;
  keyType: 'integer' | 'text';
  /** Whether `at` is on the account's clock, which may be that of a sandbox, or on the server's. */
  clock: 'account' | 'server';
  /** The column of the account with the days for which it keeps the rows. Without it, the server alone decides. */
  retention?: 'message_retention_days' | 'delivery_retention_days';
  /** The time before which its rows are old, in SQL, for rows that are not kept for a number of days. */
  before?: string;
  /** Selects the rows whose work has ended. `before` is the time before which it must have, in SQL. */
  ended(before: string): string;
  /** Selects rows that stay nevertheless. `$5` are the keys of jobs whose work is not done. */
  kept?: string;
  /** Assigns the columns of a row that stays. Without it, rows are deleted. */
  assign?: string;
}

const isMessageOver = `state in ('sent', 'unsent', 'failed')`;
const isDeliveryOver = `state in ('delivered', 'failed')`;
const byId = { at: 'updated_at', key: 'id', keyType: 'integer' } as const;
const message = { ...byId, table: 'message', clock: 'account', retention: 'message_retention_days' } as const;
const delivery = {
  ...byId,
  table: 'web_hook_delivery',
  clock: 'server',
  retention: 'delivery_retention_days',
} as const;

const bodies: readonly History[] = [
  {
    ...message,
    ended: () => `${isMessageOver} and not body_trimmed`,
    assign: `body = '', html = null, calendar = null, body_trimmed = true`,
  },
  {
    ...delivery,
    ended: () => `${isDeliveryOver} and not body_trimmed`,
    // The time, status and failure of each attempt stay: figures and the list of deliveries show them.
    assign: `payload = null, body_trimmed = true, attempts = coalesce((
      select jsonb_agg(attempt || '{"answer": null}' order by number)
      from jsonb_array_elements(attempts) with ordinality as tried (attempt, number)), '[]')`,
  },
];

const rows: readonly History[] = [
  {
    ...message,
    // A message with an occasion prevents a second one, as long as its booking can cause one.
    // Not by `exists`, for which PostgreSQL may read all bookings first.
    ended: (before) => `${isMessageOver} and (occasion is null or booking_id is null or (
      select booking.booked_to < ${before} from booking
      where booking.account_id = history.account_id and booking.id = history.booking_id))`,
  },
  { ...delivery, ended: () => isDeliveryOver },
  // Those of erased people, after the years of the account. A document that is corrected stays until its credit notes are gone.
  {
    ...{ table: 'document', at: 'issued_at', key: 'id', keyType: 'integer', clock: 'account' },
    before: `date_trunc('year', now() + make_interval(secs => clock_offset))
      - make_interval(years => coalesce(document_retention_years, ${documentYears}))`,
    ended: () => `exists (select from booking_order
        join person on person.account_id = booking_order.account_id and person.id = booking_order.person_id
        where booking_order.account_id = history.account_id and booking_order.id = history.order_id
          and person.erased_at is not null)
      and not exists (select from document note
        where note.account_id = history.account_id and note.credited_id = history.id)`,
  },
  {
    ...{ table: 'calendar_source_entry', at: 'ends_at', key: 'id', keyType: 'integer', clock: 'account' },
    ...{ retention: 'delivery_retention_days', ended: () => 'true' },
  },
  { ...message, table: 'message_request', at: 'composed_at', ended: () => 'composed_at is not null' },
  { ...byId, table: 'security_event', at: 'created_at', clock: 'server', ended: () => 'true' },
  // Providers repeat a notification for at most three days.
  {
    table: 'payment_notification',
    at: 'received_at',
    key: 'event_id',
    keyType: 'text',
    clock: 'account',
    ended: () => 'true',
  },
];

/** Jobs that were given up are kept while their work is not done: it would be done as soon as they are gone. */
const failedJobs: History = {
  ...byId,
  table: 'failed_job',
  at: 'failed_at',
  clock: 'server',
  ended: () => 'true',
  kept: 'history.key = any ($5::text[])',
};

/** An account that has rows to trim. */
interface TrimmedAccount {
  id: number;
  /** The time before which its rows must have ended. */
  before: Date;
}

/**
 * Finds the accounts that have such rows. One statement for all: of 20,000 idle accounts, a statement for each took 5 s of
 * CPU time of PostgreSQL.
 *
 * @param days for which the server keeps the rows
 */
function findTrimmedAccounts(database: Database, history: History, days: number): Promise<TrimmedAccount[]> {
  const { table, at, clock, retention, before, ended } = history;
  const offset = clock === 'account' ? 'clock_offset' : '0';
  const kept = retention ? `least(${retention}, $1::integer)` : '$1::integer';
  const ofDays = `now() + make_interval(secs => ${offset} - 86400 * ${kept})`;
  return database.session.execute<TrimmedAccount>(
    `select account.id, start.before from account
     cross join lateral (select ${before ?? ofDays} as before) as start
     where ${isWritableAccount} and $1::integer > 0 and (
       select true from ${table} history
       where history.account_id = account.id and history.${at} < start.before and ${ended('start.before')} limit 1)
     order by account.id`,
    [days],
  );
}

function statementOf({ table, at, key, keyType, ended, kept, assign }: History): string {
  const old = `history.account_id = $1 and history.${at} < $2 and ${ended('$2')}${kept ? ` and not ${kept}` : ''}`;
  return `with old as (
    select ${at} as at, ${key} as key from ${table} history
    where ${old} and (history.${at}, history.${key}) > ($3::timestamptz, $4::${keyType})
    order by history.${at}, history.${key} limit ${batchSize}
  ), trimmed as (
    ${assign ? `update ${table} history set ${assign} from old` : `delete from ${table} history using old`}
    where history.${key} = old.key and ${old}
  )
  select at, key, (select count(*) from old)::integer as count from old order by at desc, key desc limit 1`;
}

interface TrimHistoryOptions {
  /** Days for which rows are kept, unless the account keeps them for less. */
  days: number;
  /** The keys of jobs whose work is not done, by account. */
  unfinishedJobs: ReadonlyMap<number, readonly string[]>;
  /** Called after each statement, to renew the lock of a job. */
  onBatch?: () => Promise<void>;
}

/**
 * Deletes messages, requests for messages, webhook deliveries, entries of past bookings in calendars, documents of erased people, failed jobs, payment notifications and entries of the
 * security log of all accounts that ended more than `days` ago, and the texts of those that ended 30 days ago. Leaves what
 * is pending. The time is that of the database. An account may keep messages and deliveries for less, never for longer: the
 * operator decides how much the database holds.
 */
export async function trimHistory(
  database: Database,
  { days, unfinishedJobs, onBatch = async () => {} }: TrimHistoryOptions,
): Promise<void> {
  const trim = async (history: History, most: number): Promise<void> => {
    for (const { id, before } of await findTrimmedAccounts(database, history, most)) {
      const kept = history.kept ? [unfinishedJobs.get(id) ?? []] : [];
      let last = { at: '-infinity', key: history.keyType === 'text' ? '' : '0', count: batchSize };
      while (last.count === batchSize) {
        const parameters = [before, last.at, last.key, ...kept];
        const [next] = await database.account(id).query<typeof last>(statementOf(history), parameters);
        await onBatch();
        if (!next) break;
        last = next;
      }
    }
  };
  for (const history of rows) await trim(history, days);
  for (const history of bodies) await trim(history, Math.min(days, bodyDays));
  await trim(failedJobs, days);
}
