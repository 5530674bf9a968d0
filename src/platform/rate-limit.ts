import pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { connectionLimits } from './database/connection.js';

/** Counts the requests of an address, for all processes on the database together. */
export interface RateLimit {
  /** Seconds to wait, or 0 when the request may pass. */
  secondsToWait(address: string): Promise<number>;
  close(): Promise<void>;
}

/** In milliseconds. Every request waits for this, so it does not wait for long. */
const patience = 1_000;

/** So many requests of one address in so many seconds. While the database is away, each process counts for itself. */
export function createRateLimit(databaseUrl: string, limit: { requests: number; seconds: number }): RateLimit {
  const pool = new pg.Pool({
    ...connectionLimits,
    connectionString: databaseUrl,
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
    secondsToWait: async (address) => {
      try {
        await limiter.consume(address);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw refusal;
      }
    },
    close: () => pool.end(),
  };
}
