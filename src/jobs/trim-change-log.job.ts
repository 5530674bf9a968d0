import { trimChangeLog } from '../outbox/trim-change-log.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import type { JobDefinition } from './job-queue.js';

export interface TrimChangeLogTools {
  database: Database;
  clock: Clock;
  /** For how long changes are kept, 30 days unless given. */
  keepDays?: number;
}

const day = 24 * 60 * 60 * 1_000;

/** Keeps the change log from growing for ever. */
export function trimChangeLogJob({ database, clock, keepDays = 30 }: TrimChangeLogTools): JobDefinition {
  return {
    name: 'trim-change-log',
    lockSeconds: 10,
    tries: 3,
    every: '1 hour',
    run: async (_, job) => {
      await trimChangeLog(database, new Date(clock.now().getTime() - keepDays * day), () => job.touch());
    },
  };
}
