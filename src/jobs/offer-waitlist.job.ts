import { offerOpening } from '../domain/waitlist/waitlist-line.actions.js';
import { storeOpening } from '../domain/waitlist/waitlist-opening.actions.js';
import { openingOf } from '../domain/waitlist/waitlist-opening.rules.js';
import type { RecordedChange } from '../outbox/recorded-change.js';
import { contextOf, type JobContext } from './job-context.js';
import type { JobDefinition } from './job-queue.js';
import { offerWaitlistRequest } from './work-requests.js';

/** Stores what a change may have freed for the waitlist, and enqueues the job that offers it. Idempotent. */
export async function enqueueOffers(context: JobContext, change: RecordedChange): Promise<void> {
  const opening = openingOf(change);
  if (!opening) return;
  const { accountId } = change;
  const openingId = await storeOpening(await contextOf(context, accountId), change, opening);
  if (openingId !== undefined) await context.enqueue(offerWaitlistRequest(accountId, openingId));
}

/** Runs after something became free. */
export const offerWaitlistJob = (context: JobContext): JobDefinition<{ accountId: number; openingId: number }> => ({
  name: 'offer-waitlist',
  lockSeconds: 60,
  maxAttempts: 12,
  concurrency: 2,
  run: async ({ accountId, openingId }, job) =>
    offerOpening(await contextOf(context, accountId), openingId, () => job.touch()),
});
