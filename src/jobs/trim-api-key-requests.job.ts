import { requestCountDays, trimApiKeyRequests } from '../domain/account/api-key-requests.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import type { JobDefinition } from './job-queue.js';

const day = 24 * 60 * 60 * 1_000;

/** Deletes the counts of requests that are older than figures compare. */
export function trimApiKeyRequestsJob({ database, clock }: { database: Database; clock: Clock }): JobDefinition {
  return {
    name: 'trim-api-key-requests',
    lockSeconds: 10,
    maxAttempts: 3,
    every: '1 day',
    run: (_, job) =>
      trimApiKeyRequests(database, new Date(clock.now().getTime() - requestCountDays * day), () => job.touch()),
  };
}
