import { expireHold } from '../domain/booking/states/booking-state.actions.js';
import { createOccurrences } from '../domain/recurrence/recurrence.actions.js';
import type { Actor } from '../outbox/actor.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';

/** Runs at the `expires_at` of a hold (spec, Bookings). */
export const expireHoldJob = (context: JobContext): JobDefinition<{ accountId: number; bookingId: number }> => ({
  name: 'expire-hold',
  onAccountClock: true,
  lockSeconds: 10,
  maxAttempts: 10,
  run: async ({ accountId, bookingId }) => {
    await expireHold(await contextOf(context, accountId), bookingId);
  },
});

interface PendingOccurrences {
  accountId: number;
  recurrenceId: number;
  /** Recorded as the actor who creates the bookings or events. */
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
