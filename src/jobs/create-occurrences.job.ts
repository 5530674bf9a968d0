import { createOccurrences } from '../domain/recurrence/recurrence.actions.js';
import type { Actor } from '../outbox/actor.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';

interface PendingOccurrences {
  accountId: number;
  recurrenceId: number;
  /** Makes the bookings or events. */
  actor: Actor;
}

/** Creates the occurrences of recurring bookings or events except the first (spec, Recurring bookings). */
export const createOccurrencesJob = (context: JobContext): JobDefinition<PendingOccurrences> => ({
  name: 'create-occurrences',
  lockSeconds: 30,
  maxAttempts: 10,
  concurrency: 2,
  run: async ({ accountId, recurrenceId, actor }, job) => {
    while (await createOccurrences(await contextOf(context, accountId, actor), recurrenceId)) await job.touch();
  },
});
