import type { Database } from '../platform/database/database.js';
import { trimAnswers } from '../platform/database/idempotency-store.js';
import type { Clock } from '../platform/time/clock.js';
import type { JobDefinition } from './job-queue.js';

export interface TrimAnswersTools {
  database: Database;
  clock: Clock;
}

const day = 24 * 60 * 60 * 1_000;

/** Forgets the answers that no repetition of their request gets any more. */
export function trimAnswersJob({ database, clock }: TrimAnswersTools): JobDefinition {
  return {
    name: 'trim-answers',
    lockSeconds: 10,
    tries: 3,
    every: '1 hour',
    run: (_, job) => trimAnswers(database, new Date(clock.now().getTime() - day), () => job.touch()),
  };
}
