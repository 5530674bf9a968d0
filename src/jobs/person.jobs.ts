import { continueErasure } from '../domain/person-data/continue-erasure.actions.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';

/** Erases what other rows have of an erased person. */
export const erasePersonJob = (context: JobContext): JobDefinition<{ accountId: number; erasureId: number }> => ({
  name: 'erase-person',
  lockSeconds: 60,
  maxAttempts: 12,
  concurrency: 1,
  run: async ({ accountId, erasureId }, job) =>
    continueErasure(await contextOf(context, accountId), erasureId, () => job.touch()),
});
