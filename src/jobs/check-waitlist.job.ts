import { checkWaitlist } from '../domain/waitlist/waitlist-check.actions.js';
import { findDueChecks } from '../domain/waitlist/waitlist-check.queries.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { checkWaitlistRequest, offerWaitlistRequest } from './work-requests.js';

/** Runs when something that an entry of the waitlist waits for may have become bookable by the passing of time. */
export const checkWaitlistJob = (context: JobContext): JobDefinition<{ accountId: number }> => ({
  name: 'check-waitlist',
  onAccountClock: true,
  lockSeconds: 30,
  maxAttempts: 12,
  concurrency: 2,
  run: async ({ accountId }) => {
    for (const openingId of await checkWaitlist(await contextOf(context, accountId))) {
      await context.enqueue(offerWaitlistRequest(accountId, openingId));
    }
  },
});

/** In milliseconds. More than the pause between two runs of the job, so that none is missed. */
const margin = 90_000;

/** Enqueues the checks of the next minute. Those that are late or were given up are left to the job for stuck work. */
export const scheduleWaitlistChecksJob = ({ database, clock, enqueue }: JobContext): JobDefinition => ({
  name: 'schedule-waitlist-checks',
  lockSeconds: 30,
  maxAttempts: 3,
  every: '1 minute',
  run: async (_, job) => {
    for (const { accountId, at } of await findDueChecks(database, clock, margin)) {
      await enqueue(checkWaitlistRequest(accountId, at));
      await job.touch();
    }
  },
});
