import type { Database } from '../../platform/database/database.js';
import { deleteOldRows } from '../../platform/database/old-rows.js';
import { isWritableAccount } from '../../platform/database/writable-account.js';
import { PeriodicWriter, type WriterOptions } from '../../platform/periodic-writer.js';
import type { RequestContext } from '../context.js';

/** In milliseconds. Counts are in the database at most this long after their requests. */
const requestCountInterval = 30_000;
/** The counts of one process that wait to be written. Beyond it, requests of further keys are not counted. */
const maxCounts = 10_000;
/** Days for which counts are kept: figures compare a year with the one before. */
export const requestCountDays = 800;

const msPerHour = 60 * 60 * 1_000;

/** The requests of a key on one day of the account's wall clock. */
interface DayCount {
  accountId: number;
  keyId: number;
  /** The first instant of the day and of the next, in epoch milliseconds. */
  from: number;
  to: number;
  requests: number;
}

/** Counts the requests of API keys by day. Counts that cannot be written are written again later. */
export class ApiKeyRequests extends PeriodicWriter {
  #counts = new Map<string, DayCount>();
  /** The current day of each key. */
  #current = new Map<number, DayCount>();

  constructor(
    private readonly database: Database,
    options: WriterOptions,
  ) {
    super(requestCountInterval, options);
  }

  /** Counts a request of a key on the day of the account's clock. Returns at once. */
  count({ account, zone, clock }: RequestContext, keyId: number): void {
    const now = clock.now().getTime();
    const current = this.#current.get(keyId);
    if (current && now >= current.from && now < current.to) {
      current.requests += 1;
      return;
    }
    const from = zone.startOfDay(zone.dateAt(now));
    const key = `${keyId} ${from}`;
    // 30 hours after the start of a day, the next has begun and has not ended.
    const to = zone.startOfDay(zone.dateAt(from + 30 * msPerHour));
    const count = this.#counts.get(key) ?? { accountId: account.id, keyId, from, to, requests: 0 };
    if (count.requests === 0 && this.#counts.size >= maxCounts) return;
    count.requests += 1;
    this.#counts.set(key, count);
    this.#current.set(keyId, count);
  }

  protected override async writeCollected(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    this.#current = new Map();
    try {
      await writeRequests(this.database, [...counts.values()]);
    } catch (error) {
      for (const [key, count] of counts) {
        const newer = this.#counts.get(key);
        if (newer) newer.requests += count.requests;
        else if (this.#counts.size < maxCounts) this.#counts.set(key, count);
      }
      throw error;
    }
  }
}

/**
 * Adds counts of all accounts with one statement, in the order of the primary key, so that two processes cannot wait for
 * each other. The counts of paused and moved accounts are lost.
 */
async function writeRequests(database: Database, counts: readonly DayCount[]): Promise<void> {
  const rows = counts.map(({ accountId, keyId, from, requests }) => ({
    account_id: accountId,
    api_key_id: keyId,
    day: new Date(from),
    requests,
  }));
  await database.session.transaction(async (session) => {
    await session.execute('select write_to_accounts()');
    await session.execute(
      `insert into api_key_requests (account_id, day, api_key_id, requests)
       select account_id, day, api_key_id, counted.requests
       from jsonb_to_recordset($1::jsonb) as counted (account_id integer, day timestamptz, api_key_id integer, requests integer)
       join account on account.id = account_id and ${isWritableAccount}
       order by account_id, day, api_key_id
       on conflict (account_id, day, api_key_id) do update set requests = api_key_requests.requests + excluded.requests`,
      [JSON.stringify(rows)],
    );
  });
}

/** Deletes the counts of days before an instant. @param onAccount called after each account, to renew the lock of a job */
export function trimApiKeyRequests(database: Database, before: Date, onAccount?: () => Promise<void>): Promise<void> {
  return deleteOldRows(database, { table: 'api_key_requests', at: 'day', oldestBy: 'day' }, before, onAccount);
}
