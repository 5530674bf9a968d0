import type { IncomingMessage } from 'node:http';
import pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { clientNetwork } from '../platform/client-address.js';
import { poolOptions } from '../platform/database/connection.js';
import type { Database } from '../platform/database/database.js';
import { RateLimitError } from '../platform/errors.js';
import { scopeOf } from './request-scope.js';

/** Limits the requests of each client address, over all processes on a database. */
export interface RateLimiter {
  /** Counts a request. @throws RateLimitError if its address exceeds the limit */
  consume(request: IncomingMessage): Promise<void>;
  /**
   * Counts a request for a file of a page, apart from the others and in this process only: a file costs less than a count
   * in the database. @throws RateLimitError if its address exceeds `filesPerRequest` times the limit
   */
  consumeFile(request: IncomingMessage): Promise<void>;
  close(): Promise<void>;
}

/** A page has up to five files of its own, and browsers keep them. */
export const filesPerRequest = 10;

/** In milliseconds. Short, because every request waits for the limiter. */
const timeout = 1_000;

/**
 * Creates a limiter of so many requests in so many seconds per client address. While the database is unavailable, each
 * process counts for itself.
 */
export function createRateLimiter(
  { url, isPooled }: Pick<Database, 'url' | 'isPooled'>,
  limit: { requests: number; seconds: number },
): RateLimiter {
  const pool = new pg.Pool({
    ...poolOptions(isPooled),
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
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
  const files = new RateLimiterMemory({ ...points, points: limit.requests * filesPerRequest });
  return {
    consume: (request) => consume(limiter, request),
    consumeFile: (request) => consume(files, request),
    close: () => pool.end(),
  };
}

/** @throws RateLimitError */
async function consume(limiter: RateLimiterPostgres | RateLimiterMemory, request: IncomingMessage): Promise<void> {
  try {
    await limiter.consume(clientNetwork(scopeOf(request).clientAddress));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new RateLimitError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
  }
}
