import type { IncomingMessage } from 'node:http';
import pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { clientNetwork } from '../platform/addresses.js';
import { closeSilentConnections, poolOptions } from '../platform/database/connection.js';
import type { Database } from '../platform/database/database.js';
import { RateLimitError, type RateLimitPolicy } from '../platform/errors.js';
import { scopeOf } from './request-scope.js';

/** Limits the requests of each client address, over all processes on a database. */
export interface RateLimiter {
  /** Counts a request. @throws RateLimitError if its address exceeds the limit */
  consume(request: IncomingMessage): Promise<RemainingRequests>;
  /**
   * Counts a request for a file of a page, apart from other requests and only in this process: serving a file costs
   * less than a count in the database. @throws RateLimitError if its address exceeds `filesPerRequest` times the limit
   */
  consumeFile(request: IncomingMessage): Promise<void>;
  /**
   * Counts a message of a WebSocket in the same way, apart from requests and files. @throws RateLimitError if its address
   * exceeds `messagesPerRequest` times the limit
   */
  consumeMessage(request: IncomingMessage): Promise<void>;
  close(): Promise<void>;
}

/** The requests that an address may still send. */
export interface RemainingRequests {
  requests: number;
  /** Until the count begins again. */
  seconds: number;
}

/** A page has up to five files of its own, and browsers keep them. */
export const filesPerRequest = 10;

/** Sockets send a ping and a pong every few seconds, and two messages for each subscription. */
export const messagesPerRequest = 20;

/** A number of requests per client address in a number of seconds. */
export interface RateLimit {
  requests: number;
  seconds: number;
  /**
   * The time that the database may take to count a request, in milliseconds. Short by default, because every request waits.
   */
  timeout?: number;
}

/**
 * Creates a limiter of requests. If the database does not count a request within the timeout, this process counts it in
 * its memory.
 */
export function createRateLimiter(
  { url, isPooled }: Pick<Database, 'url' | 'isPooled'>,
  { requests, seconds, timeout = 1_000 }: RateLimit,
): RateLimiter {
  const pool = new pg.Pool({
    ...poolOptions(isPooled),
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  });
  pool.on('error', () => {});
  closeSilentConnections(pool);
  const points = { points: requests, duration: seconds };
  const limiter = new RateLimiterPostgres({
    ...points,
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: 'address',
    inMemoryBlockOnConsumed: requests + 1,
    clearExpiredByTimeout: true,
    insuranceLimiter: new RateLimiterMemory(points),
  });
  const files = new RateLimiterMemory({ ...points, points: requests * filesPerRequest });
  const messages = new RateLimiterMemory({ ...points, points: requests * messagesPerRequest });
  return {
    consume: async (request) => {
      const { remainingPoints, msBeforeNext } = await consume(limiter, request, 'address');
      return { requests: Math.max(0, remainingPoints), seconds: secondsOf(msBeforeNext) };
    },
    consumeFile: async (request) => {
      await consume(files, request);
    },
    consumeMessage: async (request) => {
      await consume(messages, request);
    },
    close: () => pool.end(),
  };
}

/** @throws RateLimitError */
async function consume(
  limiter: RateLimiterPostgres | RateLimiterMemory,
  request: IncomingMessage,
  policy?: RateLimitPolicy,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(clientNetwork(scopeOf(request).clientAddress));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new RateLimitError(secondsOf(refusal.msBeforeNext), undefined, policy);
  }
}

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
