import type { Database } from '../../platform/database/database.js';
import { BoundedRows, writeNewestRows } from '../../platform/database/newest-rows.js';
import { deleteOldRows } from '../../platform/database/old-rows.js';
import { isWritableAccount } from '../../platform/database/writable-account.js';
import { PeriodicWriter, type WriterOptions } from '../../platform/periodic-writer.js';
import type { AccessInterface, RequestContext } from '../context.js';

/** In milliseconds. One process writes the last use of a key at most this often. */
const interval = 60_000;
/**
 * In milliseconds. A key may have been used so long after the last use that a process has read: `interval` and `delay`, the
 * 5 s for which accounts are cached, and 9 s for a slow statement and clocks that differ.
 */
export const useAccuracy = 75_000;
/** In milliseconds. A use is written this long after its request, which does not wait for it. */
const delay = 1_000;
const maxNoted = 10_000;

interface Use {
  accountId: number;
  keyId: number;
  at: Date;
}

/** Records when API keys were last used. */
export class ApiKeyUse {
  /** When each key was last noted, in epoch milliseconds. */
  readonly #noted = new Map<number, number>();
  readonly #pending: Use[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    /** Called if a use could not be written. It is not written again. */
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Notes a use of a key. Returns at once. */
  note(use: Use): void {
    const now = use.at.getTime();
    const last = this.#noted.get(use.keyId);
    if (last !== undefined && Math.abs(now - last) < interval) return;
    if (this.#noted.size >= maxNoted) this.#noted.clear();
    this.#noted.set(use.keyId, now);
    this.#pending.push(use);
    this.#timer ??= setTimeout(() => void this.#write(), delay).unref();
  }

  /** Writes what is pending. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#write();
  }

  async #write(): Promise<void> {
    this.#timer = undefined;
    for (const { accountId, keyId, at } of this.#pending.splice(0)) {
      const statement = 'update api_key set last_used_at = $2 where account_id = $1 and id = $3';
      await this.database.account(accountId).query(statement, [at, keyId]).catch(this.onError);
    }
  }
}

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

/** Deletes the counts of days before an instant. @param onBatch see `deleteOldRows` */
export function trimApiKeyRequests(database: Database, before: Date, onBatch?: () => Promise<void>): Promise<void> {
  const counts = { table: 'api_key_requests', isOld: (at: string) => `day < ${at}`, oldestBy: 'day' };
  return deleteOldRows(database, counts, before, onBatch);
}

/** In milliseconds. A request is in the database at most this long after its response. */
const writeInterval = 1_000;
/** Requests that one write stores, of one key and of all. Of the others of a key, the number is stored. */
export const maxRequestsOfKey = 100;
const maxOfAll = 1_000;
/** Requests of a key that are kept. */
export const keptRequests = 1_000;
/** Days for which requests are kept, also those of revoked keys. */
export const requestLogDays = 90;

const requests = {
  table: 'api_request',
  columns: {
    request_id: 'text',
    api_key_id: 'integer',
    interface: 'text',
    method: 'text',
    path: 'text',
    operation: 'text',
    status: 'integer',
    errors: 'jsonb',
    duration: 'integer',
    left_out: 'integer',
  },
  of: 'api_key_id',
  most: keptRequests,
};

/** A request with an API key that was answered. */
export interface AnsweredRequest {
  accountId: number;
  keyId: number;
  requestId: string;
  interface: AccessInterface;
  method: string;
  path: string;
  operation: string | undefined;
  status: number;
  errors: readonly string[];
  /** In milliseconds. */
  duration: number;
  at: Date;
}

/** Requests that are not in the log, since the process has started: they were too many, or could not be written. */
export interface RequestsLeftOut {
  excess: number;
  failed: number;
}

/**
 * Writes the requests of API keys that this process has answered, with two statements a second, however many they are.
 * It loses those that it cannot write. A process that is killed loses those of its last second.
 */
export class ApiRequestLog extends PeriodicWriter {
  readonly #rows = new BoundedRows(maxRequestsOfKey, maxOfAll);
  readonly leftOut: RequestsLeftOut = { excess: 0, failed: 0 };

  constructor(
    private readonly database: Database,
    options: WriterOptions,
  ) {
    super(writeInterval, options);
  }

  /** Notes a request. Returns at once. */
  note(request: AnsweredRequest): void {
    const { keyId, operation } = request;
    const isTaken = this.#rows.add(keyId, () => ({
      account_id: request.accountId,
      created_at: request.at,
      request_id: request.requestId,
      api_key_id: keyId,
      interface: request.interface,
      method: request.method.slice(0, 15),
      path: request.path.slice(0, 255),
      operation: operation === undefined ? null : operation.slice(0, 100),
      status: request.status,
      errors: request.errors,
      duration: request.duration,
    }));
    if (!isTaken) this.leftOut.excess += 1;
  }

  protected override async writeCollected(): Promise<void> {
    const rows = this.#rows.take();
    if (rows.length === 0) return;
    try {
      await writeNewestRows(this.database, requests, rows);
    } catch (error) {
      this.leftOut.failed += rows.length;
      throw error;
    }
  }
}

/** Deletes the requests before an instant. @param onBatch see `deleteOldRows` */
export function trimApiRequests(database: Database, before: Date, onBatch?: () => Promise<void>): Promise<void> {
  const old = { table: requests.table, isOld: (at: string) => `created_at < ${at}`, oldestBy: 'id' };
  return deleteOldRows(database, old, before, onBatch);
}
