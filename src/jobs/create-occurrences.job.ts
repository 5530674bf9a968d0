import type { Actor } from '../changes/actor.js';
import type { JobDefinition } from './job-queue.js';

export interface CreateOccurrencesTools {
  /** Makes the next occurrences of a recurrence, for whoever asked for it; says whether there are more. */
  createOccurrences(accountId: number, recurrenceId: number, actor: Actor): Promise<boolean>;
}

/** Makes all but the first of recurring bookings or events (spec, Recurring bookings). */
export function createOccurrencesJob({
  createOccurrences,
}: CreateOccurrencesTools): JobDefinition<{ accountId: number; recurrenceId: number; actor: Actor }> {
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
