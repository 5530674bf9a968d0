import type { Logger } from 'pino';
import type { Session } from '../platform/database/session.js';

/**
 * An open transaction of this database that has written rows. The changes that follow it in the log wait for its end.
 */
interface BlockingTransaction {
  /** Its transaction id. */
  id: string;
  /** The process id of its session; null if it is prepared. */
  pid: number | null;
  database: string;
  /** The application name of its session, or the name under which it is prepared. */
  application: string;
  user: string;
}

/** In seconds. Requests and jobs end earlier. */
const warnAfter = 10;
const warnAgainAfter = 60;

/** PostgreSQL shows when a transaction began only to its own role and to members of `pg_read_all_stats`. */
const statement = `select backend_xid::text as id, pid, datname as database, application_name as application, usename as user
    from pg_stat_activity where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()
  union all
  select transaction::text, null, database, gid, owner from pg_prepared_xacts where database = current_database()`;

/**
 * Measures how long open transactions of this database hold the change log back, and warns of those that do so for 10
 * seconds. Transactions of other databases do not hold it back.
 */
export class BlockingTransactions {
  readonly #logger: Logger;
  readonly #now: () => number;
  /**
   * The times at which a transaction was first seen and at which the last warning was logged, by transaction id, in
   * milliseconds.
   */
  readonly #seen = new Map<string, { since: number; warnedAt?: number }>();

  /** @param now milliseconds of a monotonic clock */
  constructor(logger: Logger, now = () => performance.now()) {
    this.#logger = logger;
    this.#now = now;
  }

  /**
   * Returns the number of seconds since the oldest open transaction was first seen. Call it repeatedly while changes
   * wait.
   */
  async check(session: Session): Promise<number> {
    const open = await session.execute<BlockingTransaction>(statement);
    const now = this.#now();
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id);
    let longest = 0;
    for (const { id, ...transaction } of open) {
      const seen = this.#seen.get(id) ?? { since: now };
      this.#seen.set(id, seen);
      const seconds = (now - seen.since) / 1_000;
      longest = Math.max(longest, seconds);
      const isDue = seen.warnedAt === undefined || now - seen.warnedAt >= warnAgainAfter * 1_000;
      if (seconds < warnAfter || !isDue) continue;
      seen.warnedAt = now;
      const line = { transaction: { ...transaction, seconds: Math.round(seconds) } };
      this.#logger.warn(line, 'webhooks, messages and subscriptions wait for the end of an open transaction');
    }
    return longest;
  }

  /** Forgets all transactions. Call it when no change waits. */
  forget(): void {
    this.#seen.clear();
  }
}
