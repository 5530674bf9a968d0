import type { Database } from '../platform/database/database.js';
import { trimAnswers } from '../platform/database/idempotency-store.js';
import type { Clock } from '../platform/time/clock.js';
import type { JobDefinition } from './job-queue.js';

export interface TrimAnswersDependencies {
  database: Database;
  clock: Clock;
}

const day = 24 * 60 * 60 * 1_000;

/** Deletes the answers of idempotency keys that have expired. */
export function trimAnswersJob({ database, clock }: TrimAnswersDependencies): JobDefinition {
  return {
    name: 'trim-answers',
    lockSeconds: 10,
    maxAttempts: 3,
    every: '1 hour',
    run: (_, job) => trimAnswers(database, new Date(clock.now().getTime() - day), () => job.touch()),
  };
}
