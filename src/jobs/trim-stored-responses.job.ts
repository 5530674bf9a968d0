import type { Database } from '../platform/database/database.js';
import { responseRetention, trimStoredResponses } from '../platform/database/idempotency-store.js';
import type { Clock } from '../platform/time/clock.js';
import type { JobDefinition } from './job-queue.js';

export interface TrimStoredResponsesDependencies {
  database: Database;
  clock: Clock;
}

/** Deletes the responses of idempotency keys that have expired. */
export function trimStoredResponsesJob({ database, clock }: TrimStoredResponsesDependencies): JobDefinition {
  return {
    name: 'trim-stored-responses',
    formerNames: ['trim-answers'],
    lockSeconds: 10,
    maxAttempts: 3,
    every: '1 hour',
    run: (_, job) => {
      const expired = new Date(clock.now().getTime() - responseRetention);
      return trimStoredResponses(database, expired, () => job.touch());
    },
  };
}
