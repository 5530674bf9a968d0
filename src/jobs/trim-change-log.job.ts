import { trimChangeLog } from '../outbox/trim-change-log.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import type { JobDefinition } from './job-queue.js';

export interface TrimChangeLogDependencies {
  database: Database;
  clock: Clock;
  /** How long changes are kept, 30 days by default. */
  keepDays?: number;
}

const day = 24 * 60 * 60 * 1_000;

/** Deletes changes older than `keepDays` from the change log. */
export function trimChangeLogJob({ database, clock, keepDays = 30 }: TrimChangeLogDependencies): JobDefinition {
  return {
    name: 'trim-change-log',
    lockSeconds: 10,
    maxAttempts: 3,
    every: '1 hour',
    run: async (_, job) => {
      await trimChangeLog(database, new Date(clock.now().getTime() - keepDays * day), () => job.touch());
    },
  };
}
