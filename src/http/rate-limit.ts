import pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { poolOptions } from '../platform/database/connection.js';
import type { Database } from '../platform/database/database.js';
import { RateLimitError } from '../platform/errors.js';

/** Counts the requests of each address, for all processes on the database together. */
export interface RateLimit {
  /** Counts one more. @throws RateLimitError when that is too many */
  admit(key: string): Promise<void>;
  close(): Promise<void>;
}

/** In milliseconds. Every request waits for this, so it does not wait for long. */
const patience = 1_000;

/**
 * Creates a limit of so many requests in so many seconds for each key. While the database is away, each process counts for
 * itself.
 */
export function createRateLimit(
  { url, isPooled }: Pick<Database, 'url' | 'isPooled'>,
  limit: { requests: number; seconds: number },
): RateLimit {
  const pool = new pg.Pool({
    ...poolOptions(isPooled),
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  });
  pool.on('error', () => {});
  const points = { points: limit.requests, duration: limit.seconds };
  const limiter = new RateLimiterPostgres({
    ...points,
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: 'address',
    inMemoryBlockOnConsumed: limit.requests + 1,
    clearExpiredByTimeout: true,
    insuranceLimiter: new RateLimiterMemory(points),
  });
  return {
    admit: async (key) => {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new RateLimitError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      }
    },
    close: () => pool.end(),
  };
}
