import type { Database } from '../platform/database/database.js';
import { isWritableAccount } from '../platform/database/writable-account.js';

/** Days for which the texts of messages and deliveries are kept, unless the rows are kept for less. */
export const bodyDays = 30;

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
  /** Selects the rows whose work has ended. `$2` is the time before which it must have. */
  ended: string;
  /** Assigns the columns of a row that stays. Without it, rows are deleted. */
  assign?: string;
}

const isMessageOver = `state in ('sent', 'unsent', 'failed')`;
const isDeliveryOver = `state in ('delivered', 'failed')`;
const message = { table: 'message', at: 'updated_at', key: 'id', keyType: 'integer', clock: 'account' } as const;
const delivery = { ...message, table: 'web_hook_delivery', clock: 'server' } as const;

const bodies: readonly History[] = [
  {
    ...message,
    ended: `${isMessageOver} and not body_trimmed`,
    assign: `body = '', html = null, calendar = null, body_trimmed = true`,
  },
  {
    ...delivery,
    ended: `${isDeliveryOver} and not body_trimmed`,
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
    ended: `${isMessageOver} and (occasion is null or booking_id is null or (
      select booking.booked_to < $2 from booking
      where booking.account_id = history.account_id and booking.id = history.booking_id))`,
  },
  { ...delivery, ended: isDeliveryOver },
  { ...message, table: 'message_request', at: 'composed_at', ended: 'composed_at is not null' },
  { ...delivery, table: 'security_event', at: 'created_at', ended: 'true' },
  // Stripe repeats a notification for three days.
  {
    table: 'payment_notification',
    at: 'received_at',
    key: 'event_id',
    keyType: 'text',
    clock: 'account',
    ended: 'true',
  },
];

/** Jobs that were given up are kept while their work is not done: it would be done as soon as they are gone. */
const failedJobs: History = {
  ...delivery,
  table: 'failed_job',
  at: 'failed_at',
  ended: 'history.key <> all ($5::text[])',
};

function statementOf({ table, at, key, keyType, ended, assign }: History): string {
  const old = `history.account_id = $1 and history.${at} < $2 and ${ended}`;
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
  /** Days for which rows are kept. */
  days: number;
  /** The keys of jobs whose work is not done, by account. */
  unfinishedJobs: ReadonlyMap<number, readonly string[]>;
  /** Called after each statement, to renew the lock of a job. */
  onBatch?: () => Promise<void>;
}

/**
 * Deletes messages, requests for messages, webhook deliveries, failed jobs, payment notifications and entries of the
 * security log of all accounts that ended more than `days` ago, and the texts of those that ended 30 days ago. Leaves what is pending. The time is that of the
 * database.
 */
export async function trimHistory(
  database: Database,
  { days, unfinishedJobs, onBatch = async () => {} }: TrimHistoryOptions,
): Promise<void> {
  const accounts = await database.session.execute<{ id: number; now: Date; offset: number }>(
    `select id, now() as now, clock_offset as "offset" from account where ${isWritableAccount} order by id`,
  );
  for (const { id, now, offset } of accounts) {
    const before = (clock: History['clock'], age: number): Date =>
      new Date(now.getTime() + (clock === 'account' ? offset * 1_000 : 0) - age * 24 * 60 * 60 * 1_000);
    const trim = async (history: History, age: number, parameters: unknown[] = []): Promise<void> => {
      let last = { at: '-infinity', key: history.keyType === 'text' ? '' : '0', count: batchSize };
      while (last.count === batchSize) {
        const [next] = await database
          .account(id)
          .query<typeof last>(statementOf(history), [before(history.clock, age), last.at, last.key, ...parameters]);
        await onBatch();
        if (!next) break;
        last = next;
      }
    };
    for (const history of rows) await trim(history, days);
    for (const history of bodies) await trim(history, Math.min(days, bodyDays));
    await trim(failedJobs, days, [unfinishedJobs.get(id) ?? []]);
  }
}
