import type { Actor } from '../outbox/actor.js';
import type { JobDefinition, JobRequest } from './job-queue.js';

interface PendingOccurrences {
  accountId: number;
  recurrenceId: number;
  actor: Actor;
}

export interface CreateOccurrencesTools {
  /** Makes the next occurrences of a recurrence, for whoever asked for it; says whether there are more. */
  createOccurrences(accountId: number, recurrenceId: number, actor: Actor): Promise<boolean>;
}

export function createOccurrencesRequest(pending: PendingOccurrences): JobRequest {
  const { accountId, recurrenceId } = pending;
  return { name: 'create-occurrences', key: `create-occurrences:${accountId}:${recurrenceId}`, data: pending };
}

/** Makes all but the first of recurring bookings or events (spec, Recurring bookings). */
export function createOccurrencesJob({ createOccurrences }: CreateOccurrencesTools): JobDefinition<PendingOccurrences> {
  return {
    name: 'create-occurrences',
    lockSeconds: 30,
    tries: 10,
    concurrency: 2,
    run: async ({ accountId, recurrenceId, actor }, job) => {
      while (await createOccurrences(accountId, recurrenceId, actor)) await job.touch();
    },
  };
}
