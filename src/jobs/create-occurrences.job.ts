import type { Actor } from '../outbox/actor.js';
import type { JobDefinition, JobRequest } from './job-queue.js';

interface PendingOccurrences {
  accountId: number;
  recurrenceId: number;
  actor: Actor;
}

export interface CreateOccurrencesHandlers {
  /** Creates the next occurrences of a recurrence as `actor`. Returns whether more remain. */
  createOccurrences(accountId: number, recurrenceId: number, actor: Actor): Promise<boolean>;
}

export function createOccurrencesRequest(pending: PendingOccurrences): JobRequest {
  const { accountId, recurrenceId } = pending;
  return { name: 'create-occurrences', key: `create-occurrences:${accountId}:${recurrenceId}`, data: pending };
}

/** Creates the occurrences of recurring bookings or events except the first (spec, Recurring bookings). */
export function createOccurrencesJob({
  createOccurrences,
}: CreateOccurrencesHandlers): JobDefinition<PendingOccurrences> {
  return {
    name: 'create-occurrences',
    lockSeconds: 30,
    maxAttempts: 10,
    concurrency: 2,
    run: async ({ accountId, recurrenceId, actor }, job) => {
      while (await createOccurrences(accountId, recurrenceId, actor)) await job.touch();
    },
  };
}
